import {
  formatOptionalTime,
  formatTime,
  toMajor,
  type Currency,
  type Payment,
  type Ticket,
  type TicketOrder,
  type TicketOrderItem,
  type TicketOrderRefund,
  type TicketOrderSummary,
} from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { newFact } from '../../../outbox/index.ts';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import { ticketsUrl } from '../tickets/tickets-url.ts';
import { ticketFacts } from '../tickets/present-ticket.ts';
import { attendeesOf, linesOf, statusOf, type OrderLine } from './order-lines.ts';
import type { OrderRow } from './orders.queries.ts';
import type { OrderRefundRow } from './refunds.queries.ts';
import type { StepFact } from './order-step.ts';

/** An order as lists show it. */
export function presentOrderSummary(row: OrderRow): TicketOrderSummary {
  const currency = row.currency;
  const status = statusOf(row);
  return {
    id: row.id,
    order_number: row.order_number,
    event_id: row.event_id,
    status,
    channel: row.channel,
    expires_at: status === 'held' || status === 'awaiting_payment' ? formatTime(row.expires_at) : null,
    items: linesOf(row).map((line) => presentItem(line, currency)),
    subtotal: toMajor(row.subtotal, currency),
    discount: toMajor(row.discount, currency),
    fees: toMajor(row.fees, currency),
    tax: toMajor(row.tax, currency),
    total: toMajor(row.total, currency),
    amount_refunded: toMajor(row.amount_refunded, currency),
    currency,
    promo_code: row.promo_code,
    buyer: { name: row.buyer_name, phone: row.buyer_phone, email: row.buyer_email },
    attendees: attendeesOf(row).map((attendee) => ({ ...attendee, answers: { ...attendee.answers } })),
    payment_id: row.payment_id,
    waitlist_entry_id: row.waitlist_entry_id,
    metadata: row.metadata,
    livemode: row.livemode,
    version: row.version,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    paid_at: formatOptionalTime(row.paid_at),
    ended_at: formatOptionalTime(row.ended_at),
  };
}

/** What stands beside an order where it is shown whole. */
type OrderParts = {
  readonly place: Pick<Context, 'settings'>;
  readonly clientSecret: string | null;
  readonly payment: Payment | null;
  readonly tickets: readonly Ticket[];
  readonly refunds: readonly OrderRefundRow[];
};

/** An order with its payment, its tickets and its refunds. */
export function presentOrder(
  row: OrderRow,
  { place, clientSecret, payment, tickets, refunds }: OrderParts,
): TicketOrder {
  return {
    client_secret: clientSecret,
    tickets_url: row.paid_at === null ? null : ticketsUrl(place, row.link_token),
    payment,
    tickets: [...tickets],
    refunds: refunds.map((refund) => presentRefund(refund, row.currency)),
    ...presentOrderSummary(row),
  };
}

function presentItem(line: OrderLine, currency: Currency): TicketOrderItem {
  const discount = BigInt(line.discount);
  const total = BigInt(line.total);
  return {
    ticket_type_id: line.ticket_type_id,
    ticket_type_name: line.name,
    quantity: line.quantity,
    unit_price: toMajor(BigInt(line.unit_price), currency),
    subtotal: toMajor(total + discount, currency),
    discount: toMajor(discount, currency),
    total: toMajor(total, currency),
  };
}

function presentRefund(row: OrderRefundRow, currency: Currency): TicketOrderRefund {
  return {
    id: row.id,
    amount: toMajor(row.amount, currency),
    status: row.status,
    reason: row.reason,
    ticket_ids: [...row.ticket_ids],
    refund_id: row.refund_id,
    failure: row.failure,
    created_at: formatTime(row.created_at),
  };
}

type OrderKind =
  | 'ticket_order.held'
  | 'ticket_order.paid'
  | 'ticket_order.expired'
  | 'ticket_order.cancelled'
  | 'ticket_order.refunded';
/** A ticket in a message: its codes are in GET /ticket-orders/:id, for they let in whoever shows them. */
type ToldTicket = Pick<Ticket, 'id' | 'ticket_type_id' | 'ticket_type_name' | 'price' | 'holder' | 'status'>;

/** What is told of an order as it stands; the order's sequence is the message's number. */
export function orderFact(kind: OrderKind, after: OrderRow, tickets: readonly ToldTicket[] = []): StepFact {
  const told = tickets.map(({ id, ticket_type_id, ticket_type_name, price, holder, status }) => ({
    id,
    ticket_type_id,
    ticket_type_name,
    price,
    holder,
    status,
  }));
  return newFact({
    kind,
    sequence: after.sequence,
    at: after.updated_at.toISOString(),
    facts: { tickets: told, ...presentOrderSummary(after) },
  });
}

/** What is told of each ticket that was issued; its codes are sealed until then. */
export function issuedFact(
  ticket: Ticket,
  { at, vault }: { readonly at: Date; readonly vault: Vault },
): StepFact {
  return newFact({
    kind: 'ticket.issued',
    entity: ticket.id,
    sequence: 1,
    at: at.toISOString(),
    facts: ticketFacts(ticket, vault),
  });
}
