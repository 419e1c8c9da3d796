import type { Input, Operations, TicketOrderSummary } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { orderList } from './list-orders.queries.ts';
import { eventNotFound } from '../event-not-found.ts';
import { findEvent } from '../events.queries.ts';
import { presentOrderSummary } from './present-order.ts';

/** Lists an event's orders, newest first unless sorted otherwise, without their tickets. */
export async function listTicketOrders(
  { params: { id }, query }: Input<Operations['listTicketOrders']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly TicketOrderSummary[]>> {
  const runner = store.slow(call.tenant);
  const { rows, total, meta } = await orderList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentOrderSummary), { meta });
}
