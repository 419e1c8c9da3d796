import {
  orderReadOnly,
  type Input,
  type Operations,
  type OrderItemsIn,
  type TicketOrder,
  type TicketOrderOfEvent,
  type TicketOrderSummary,
  type UpdateTicketOrderBody,
} from '@cottontree/contract';
import { changesNothing } from '../../../kernel/change/change.ts';
import { refuseReadOnly, saidAnew } from '../../../kernel/shape/read-only.ts';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid, type Failure } from '../../../kernel/call/failure.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import type { EventState } from '../events/event-state.ts';
import { findPromo, type PromoRow } from '../promos/promos.queries.ts';
import { changeOrder, showOrder, showOrderRow, simply } from './change-order.ts';
import { cancelStep } from './expire-step.ts';
import { allOrdersList, orderList, type OrderRow } from './orders.queries.ts';
import { nextVersion, orderConflict, plainStep } from './order-step.ts';
import { presentOrderSummary } from './present-order.ts';
import { refuseUnpayable } from './begin-payment.ts';
import { composeLines } from './compose-lines.ts';
import { attendeesOf, linesOf, statusOf } from './order-lines.ts';
import { readAttendees, readBuyer, refuseSurplusAttendees } from './read-buyer.ts';

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

/** Changes what a held order is for and for whom; its time stays what it was. */
export async function updateTicketOrder(
  { params, body }: { readonly params: { readonly id: string }; readonly body: UpdateTicketOrderBody },
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  if (!body.items && !body.buyer && !body.attendees && !body.metadata)
    throw invalid({ path: 'body', message: 'must have one of items, buyer, attendees and metadata' });
  const { tenant } = call;
  const { row } = await changeOrder(module, { tenant, id: params.id }, async (before) => {
    requireMatch(call.ifMatch, { what: `Order ${before.order_number}`, version: before.version });
    if (orderReadOnly.some((field) => Object.hasOwn(body, field)))
      refuseReadOnly(orderReadOnly, body, await showOrderRow(module, tenant, before));
    refuseUnheld(before, call.now);
    const { items } = saidAnew(body, presentOrderSummary(before));
    const told = toldOf(body, before, call);
    if (!items && changesNothing(told, before)) return null;
    const promo =
      items && before.promo_id !== null
        ? await findPromo(module.store.of(tenant), tenant, { eventId: before.event_id, id: before.promo_id })
        : undefined;
    return simply((event) => {
      const after: OrderRow = {
        ...nextVersion(before, { at: call.now, world: module.world, told: 0 }),
        ...(items ? itemsOf(items, { event, promo: promo ?? null }) : {}),
        ...told,
      };
      refuseSurplusAttendees(told.attendees, linesOf(after));
      return { ...plainStep(before, after, call.now), selling: items !== undefined };
    });
  });
  const order = await showOrderRow(module, tenant, row);
  return reply(order, { version: String(order.version) });
}

/** What is known of who buys and who comes, and what the merchant keeps with it; what is left out stays. */
function toldOf({ buyer, attendees, metadata }: UpdateTicketOrderBody, before: OrderRow, call: Call) {
  const { name, phone, email } = readBuyer(buyer, { path: 'buyer', call });
  return {
    attendees: attendees ? readAttendees(attendees, call) : attendeesOf(before),
    buyer_name: buyer?.name === undefined ? before.buyer_name : name,
    buyer_phone: buyer?.phone === undefined ? before.buyer_phone : phone,
    buyer_email: buyer?.email === undefined ? before.buyer_email : email,
    metadata: metadata ?? before.metadata,
  };
}

/** New items at the prices of now; a promo code that was deleted meanwhile takes nothing off them. */
function itemsOf(
  items: OrderItemsIn,
  { event, promo }: { readonly event: EventState; readonly promo: PromoRow | null },
): Partial<OrderRow> {
  const { lines, totals } = composeLines(event, items, promo);
  const { subtotal, discount, fees, tax, total } = totals;
  return { lines, subtotal, discount, fees, tax, total };
}

function refuseUnheld(row: OrderRow, now: Date): void {
  const from = statusOf(row);
  if (from === 'held' || from === 'expired') refuseUnpayable(row, now);
  else throw orderConflict(row, 'held', () => '; only a held order can be changed.');
}
