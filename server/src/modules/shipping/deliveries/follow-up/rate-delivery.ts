import {
  formatTime,
  nextStatuses,
  normaliseJobNumber,
  type Delivery,
  type Input,
  type Operations,
  type Rating,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { unchanged } from '../delivery-change.ts';
import { deliveryNotFound, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { presentDelivery } from '../present-delivery.ts';

/** How long after its delivery a parcel can be rated. */
export const RATING_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** Rates a delivery, for the merchant; the same rating again changes nothing. */
export async function rateDelivery(
  { params, body }: Input<Operations['rateDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const rating = { stars: body.stars, comment: body.comment ?? null, by: 'merchant' as const };
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const decide = (row: DeliveryRow): DeliveryChange | null => rated(row, rating, call.now);
      const { row } = await moveDelivery(
        runner,
        { tenant: call.tenant, jobNumber },
        { decide, wallClock: module.world.now() },
      );
      return reply(presentDelivery(row, module));
    },
  });
}

/** The change that rates a delivery; null where the same was said before. */
export function rated(row: DeliveryRow, rating: Omit<Rating, 'at'>, now: Date): DeliveryChange | null {
  const status = row.status;
  const conflict = { details: { from: status, to: status, allowed: nextStatuses(status) } };
  if (row.delivered_at === null)
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${status}; it can be rated once it is delivered.`,
      conflict,
    );
  if (now.getTime() - row.delivered_at.getTime() > RATING_DAYS_MAX * DAY_MS) {
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} was delivered more than ${RATING_DAYS_MAX} days ago and can no longer be rated.`,
      conflict,
    );
  }
  const before = row.rating;
  if (before && before.stars === rating.stars && before.comment === rating.comment && before.by === rating.by)
    return null;
  return {
    ...unchanged(row, now),
    rating: {
      stars: rating.stars,
      comment: rating.comment,
      by: rating.by,
      at: formatTime(now),
    } satisfies Rating,
  };
}
