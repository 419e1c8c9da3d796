import {
  formatTime,
  normaliseJobNumber,
  toMajor,
  type CancelReason,
  type Cancellation,
  type Delivery,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { moved } from './delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';
import { deliveryNotFound, moveDelivery } from './move-delivery.ts';
import type { Shipping } from '../module.ts';
import { detailsOf, presentDelivery } from './present-delivery.ts';

/** How long after assignment a cancellation is still free. */
export const FREE_CANCEL_MINUTES = 5;

/** Cancels a delivery that was not picked up; one that is cancelled already is answered again. */
export async function cancelDelivery(
  { params, body }: Input<Operations['cancelDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const input = { reason: body.reason ?? ('other' as const), note: body.note ?? null };

  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const decide = (row: DeliveryRow): DeliveryChange | null =>
        row.status === 'cancelled' ? null : cancelled(row, { ...input, now: call.now });
      const { row } = await moveDelivery(
        runner,
        { tenant: call.tenant, jobNumber },
        { decide, wallClock: module.world.now() },
      );
      return reply(presentDelivery(row, module));
    },
  });
}

type CancelInput = { readonly reason: CancelReason; readonly note: string | null; readonly now: Date };

function cancelled(row: DeliveryRow, { reason, note, now }: CancelInput): DeliveryChange {
  if (row.status !== 'pending' && row.status !== 'assigned') {
    const advice =
      row.status === 'picked_up' || row.status === 'in_transit'
        ? ' Ask the dispatcher for a return instead.'
        : '';
    throw new Failure(
      'CANCELLATION_NOT_ALLOWED',
      `Delivery ${row.job_number} is ${row.status} and cannot be cancelled.${advice}`,
      { details: { status: row.status } },
    );
  }
  const fee = cancelFee(row, now);
  const currency = row.currency;
  const change = moved(row, {
    path: ['cancelled'],
    cause: { actor_type: 'merchant', actor: null, note },
    moment: { at: now, recordedAt: now },
  });
  const at = formatTime(change.cancelled_at ?? now);
  const cancellation: Cancellation = {
    reason,
    note,
    by: 'merchant',
    fee: toMajor(fee, currency),
    refund: toMajor(row.shipping_fee - fee, currency),
    at,
  };
  return { ...change, cancellation, cod_status: 'none' };
}

/** Nothing while nobody was on the way for long; then the rate card's fee, never more than the delivery's own. */
function cancelFee(row: DeliveryRow, now: Date): bigint {
  if (row.status === 'pending' || row.assigned_at === null) return 0n;
  if (now.getTime() - row.assigned_at.getTime() <= FREE_CANCEL_MINUTES * 60_000) return 0n;
  const fee = BigInt(detailsOf(row).cancel_fee_minor);
  return fee < row.shipping_fee ? fee : row.shipping_fee;
}
