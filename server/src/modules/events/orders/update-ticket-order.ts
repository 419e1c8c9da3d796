import type { TicketOrder, UpdateTicketOrderBody } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { EventState } from '../events/event-state.ts';
import type { Events } from '../module.ts';
import { findPromo, type PromoRow } from '../promos/promos.queries.ts';
import { refuseUnpayable } from './begin-payment.ts';
import { changeOrder, simply } from './change-order.ts';
import { composeLines } from './compose-lines.ts';
import { nextVersion } from './order-changes.ts';
import { orderConflict } from './order-conflict.ts';
import { attendeesOf, linesOf, statusOf } from './order-lines.ts';
import { plainStep } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';
import { readAttendees, readBuyer, refuseSurplusAttendees } from './read-buyer.ts';
import { showOrderRow } from './show-order.ts';

/** Changes what a held order is for and for whom; its time stays what it was. */
export async function updateTicketOrder(
  { params, body }: { readonly params: { readonly id: string }; readonly body: UpdateTicketOrderBody },
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  if (!body.items && !body.buyer && !body.attendees && !body.metadata)
    throw invalid({ path: '', message: 'must have one of items, buyer, attendees and metadata' });
  const { tenant } = call;
  const { row } = await changeOrder(module, { tenant, id: params.id }, async (before) => {
    requireMatch(call.ifMatch, { what: `Order ${before.order_number}`, version: before.version });
    refuseUnheld(before, call.now);
    const promo =
      body.items && before.promo_id !== null
        ? await findPromo(module.store.of(tenant), tenant, { eventId: before.event_id, id: before.promo_id })
        : undefined;
    const buyer = body.buyer && readBuyer(body.buyer, { path: 'buyer', call });
    const attendees = body.attendees ? readAttendees(body.attendees, call) : attendeesOf(before);
    return simply((event) => {
      const after: OrderRow = {
        ...nextVersion(before, { at: call.now, world: module.world, told: 0 }),
        ...itemsOf(body, { event, promo: promo ?? null }),
        attendees,
      };
      refuseSurplusAttendees(attendees, linesOf(after));
      const changed = {
        ...after,
        ...(buyer ? { buyer_name: buyer.name, buyer_phone: buyer.phone, buyer_email: buyer.email } : {}),
        metadata: body.metadata ?? after.metadata,
      };
      return { ...plainStep(before, changed, call.now), selling: body.items !== undefined };
    });
  });
  const order = await showOrderRow(module, tenant, row);
  return reply(order, { version: String(order.version) });
}

/** New items at the prices of now; a promo code that was deleted meanwhile takes nothing off them. */
function itemsOf(
  body: UpdateTicketOrderBody,
  { event, promo }: { readonly event: EventState; readonly promo: PromoRow | null },
): Partial<OrderRow> {
  if (!body.items) return {};
  const { lines, totals } = composeLines(event, body.items, promo);
  const { subtotal, discount, fees, tax, total } = totals;
  return { lines, subtotal, discount, fees, tax, total };
}

function refuseUnheld(row: OrderRow, now: Date): void {
  const from = statusOf(row);
  if (from === 'held' || from === 'expired') refuseUnpayable(row, now);
  else throw orderConflict(row, 'held', () => '; only a held order can be changed.');
}
