import type { EventStatus, TicketOrderStatus } from './words.ts';

/** What must hold for a change of status beyond the table: nothing sold or held; begun; a new end ahead of now in the same change. */
export type EventCondition = 'unsold' | 'begun' | 'end_moved_ahead';

export type EventTransition = {
  readonly from: EventStatus;
  readonly to: EventStatus;
  readonly only: EventCondition | null;
};

/** Every legal change of an event's status. */
export const eventTransitions: readonly EventTransition[] = Object.freeze([
  transition('draft', 'published'),
  transition('draft', 'cancelled'),
  transition('published', 'draft', 'unsold'),
  transition('published', 'cancelled'),
  transition('published', 'completed', 'begun'),
  transition('completed', 'published', 'end_moved_ahead'),
]);

/** Where an order can go from each status. From `expired` only money that comes late leads on: to tickets that are still to be had, or back. */
export const ticketOrderMoves: Readonly<Record<TicketOrderStatus, readonly TicketOrderStatus[]>> =
  Object.freeze({
    held: ['awaiting_payment', 'paid', 'expired', 'cancelled'],
    awaiting_payment: ['held', 'paid', 'expired', 'cancelled'],
    paid: ['partially_refunded', 'refunded'],
    partially_refunded: ['refunded'],
    refunded: [],
    refund_pending: ['refunded'],
    expired: ['paid', 'refund_pending'],
    cancelled: [],
  });

/** The change from one status to another, or null where there is none. */
export function eventTransition(from: EventStatus, to: EventStatus): EventTransition | null {
  return eventTransitions.find((one) => one.from === from && one.to === to) ?? null;
}

function transition(from: EventStatus, to: EventStatus, only: EventCondition | null = null): EventTransition {
  return Object.freeze({ from, to, only });
}
