import { toMajor, type Data, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { eventNotFound } from './event-not-found.ts';
import { findEvent } from './events.queries.ts';
import { undoneByCancelling } from './paid-in.queries.ts';

/** Reads what cancelling an event would undo, exactly, and changes nothing. */
export async function previewCancellation(
  { params }: Input<Operations['previewCancellation']>,
  { tenant }: Call,
  { store }: Events,
): Promise<Reply<Data<Operations['previewCancellation']>>> {
  const runner = store.slow(tenant);
  const event = await findEvent(runner, tenant, params.id);
  if (!event) throw eventNotFound(params.id);
  const { paid, ordersSold, ordersHeld } = await undoneByCancelling(runner, tenant, event.id);
  return reply({
    event_id: event.id,
    currency: event.currency,
    orders_sold: ordersSold,
    amount: toMajor(paid, event.currency),
    orders_held: ordersHeld,
  });
}
