import type { Answer, AnswerOf } from '@cottontree/client';
import type { DispatchDelivery } from '@cottontree/contract';

/** One job, whole. */
export type JobDetails = AnswerOf<'getDispatchDelivery'> extends Answer<infer Data> ? Data : never;

/** The statuses of what is under way, in the order of the board. */
export const UNDER_WAY = ['pending', 'assigned', 'picked_up', 'in_transit'] as const;
export type UnderWay = (typeof UNDER_WAY)[number];

/** Until the parcel is fetched, another courier can have it. */
export function canChangeHands({ status }: Pick<DispatchDelivery, 'status'>): boolean {
  return status === 'pending' || status === 'assigned';
}

/** When the next step was promised: fetching it, then handing it over. */
export function dueAt(job: DispatchDelivery): string | null {
  return canChangeHands(job) ? job.estimated_pickup_at : job.estimated_delivery_at;
}

/** The late ones first, by how late; then by when they are due. */
export function byLateness(one: DispatchDelivery, other: DispatchDelivery): number {
  return (
    (other.minutes_late ?? -Infinity) - (one.minutes_late ?? -Infinity) ||
    (one.created_at < other.created_at ? -1 : 1)
  );
}

/** `4C8T-W2ND` of `SHP-4C8T-W2ND`: what tells one card from another. */
export function shortNumber(jobNumber: string): string {
  return jobNumber.replace(/^SHP-/, '');
}

/** Where it is fetched, as far as the shop said. */
export function pickupText({ pickup_address, pickup_city }: DispatchDelivery): string {
  return [pickup_address, pickup_city].filter(Boolean).join(', ');
}

/** Whether a word stands in what a card shows, or in the recipient's phone. */
export function matches(job: DispatchDelivery, word: string): boolean {
  const asked = word.trim().toLowerCase();
  const digits = asked.replace(/\D/g, '').replace(/^0/, '');
  const shown = [
    job.job_number,
    job.order_number,
    job.recipient_name,
    job.merchant.name,
    job.driver?.name,
    job.pickup_city,
    job.delivery_city,
    job.delivery_address,
  ];
  return (
    shown.some((text) => text?.toLowerCase().includes(asked)) ||
    (digits.length >= 4 && [job.recipient_phone, job.driver?.phone].some((phone) => phone?.includes(digits)))
  );
}
