import type {
  Input,
  Operations,
  TicketOrder,
  TicketOrderOfEvent,
  TicketOrderSummary,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Failure } from '../../../kernel/call/failure.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import { changeOrder, simply } from './change-order.ts';
import { cancelStep } from './expire-step.ts';
import { allOrdersList, orderList, type OrderRow } from './orders.queries.ts';
import { orderConflict } from './order-conflict.ts';
import { presentOrderSummary } from './present-order.ts';
import { showOrder, showOrderRow } from './show-order.ts';

/** Lists an event's orders, newest first unless sorted otherwise, without their tickets. */
export async function listTicketOrders(
  { params: { id }, query }: Input<Operations['listTicketOrders']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly TicketOrderSummary[]>> {
  const runner = store.reads(call.tenant);
  const { rows, total, meta } = await orderList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentOrderSummary), { meta });
}

/** Lists the orders of all events, newest first unless sorted otherwise. */
export async function listAllTicketOrders(
  { query }: Input<Operations['listAllTicketOrders']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly TicketOrderOfEvent[]>> {
  const { rows, meta } = await allOrdersList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => ({ ...presentOrderSummary(row), event_name: row.event_name })),
    { meta },
  );
}

/** Reads an order with its payment, its tickets and its refunds. */
export async function getTicketOrder(
  { params }: { readonly params: { readonly id: string } },
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  const order = await showOrder(module, call.tenant, params.id);
  return reply(order, { version: String(order.version) });
}

type Cancelling = { readonly params: { readonly id: string }; readonly body: { readonly reason?: string } };

/** Gives the tickets of an order back that nobody has paid for. Repeated, it answers what the first one did. */
export async function cancelTicketOrder(
  { params, body }: Cancelling,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  return outsideEffect(module, call, () => cancel({ params, body }, call, module));
}

async function cancel({ params, body }: Cancelling, call: Call, module: Events): Promise<Reply<TicketOrder>> {
  const { tenant, now: at } = call;
  const { row } = await changeOrder(module, { tenant, id: params.id }, (before) => {
    if (before.status === 'cancelled') return null;
    if (before.status !== 'held' && before.status !== 'awaiting_payment') throw notCancellable(before);
    return simply(() => cancelStep(before, { at, world: module.world, reason: body.reason ?? null }));
  });
  // Also by whoever repeats it, for the first may have come no further.
  if (row.payment_id !== null) await module.payments.cancel(tenant, row.payment_id, at);
  return reply(await showOrderRow(module, tenant, row));
}

function notCancellable(row: OrderRow): Failure {
  return orderConflict(
    row,
    'cancelled',
    (from) =>
      `, so it cannot be cancelled.${from === 'paid' || from === 'partially_refunded' ? ' Refund it instead.' : ''}`,
  );
}
