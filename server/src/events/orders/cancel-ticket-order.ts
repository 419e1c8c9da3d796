import type { TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Failure } from '../../core/failure.ts';
import { outsideEffect } from '../../core/outside-effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { changeOrder, simply } from './change-order.ts';
import { cancelStep } from './expire-step.ts';
import { orderConflict } from './order-conflict.ts';
import type { OrderRow } from './orders.queries.ts';
import { showOrderRow } from './show-order.ts';

type Cancelling = { readonly params: { readonly id: string }; readonly body: { readonly reason?: string } };

/** Gives the tickets of an order back that nobody has paid for. Repeated, it answers what the first one did. */
export async function cancelTicketOrder(
  { params, body }: Cancelling,
  call: Call,
  room: Events,
): Promise<Reply<TicketOrder>> {
  return outsideEffect(room, call, () => cancel({ params, body }, call, room));
}

async function cancel({ params, body }: Cancelling, call: Call, room: Events): Promise<Reply<TicketOrder>> {
  const { tenant, now: at } = call;
  const { row } = await changeOrder(room, { tenant, id: params.id }, (before) => {
    if (before.status === 'cancelled') return null;
    if (before.status !== 'held' && before.status !== 'awaiting_payment') throw notCancellable(before);
    return simply(() => cancelStep(before, { at, world: room.world, reason: body.reason ?? null }));
  });
  // Also by whoever repeats it, for the first may have come no further.
  if (row.payment_id !== null) await room.payments.cancel(tenant, row.payment_id, at);
  return reply(await showOrderRow(room, tenant, row));
}

function notCancellable(row: OrderRow): Failure {
  return orderConflict(
    row,
    'cancelled',
    (from) =>
      `, so it cannot be cancelled.${from === 'paid' || from === 'partially_refunded' ? ' Refund it instead.' : ''}`,
  );
}
