import {
  idRandomBytes,
  makeId,
  makeTicketCode,
  ticketCodeRandomBytes,
  ticketPrices,
  type Ticket,
} from '@cottontree/contract';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import type { World } from '../../../kernel/running/world.ts';
import type { EventState } from '../events/event-state.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { sealCode } from '../tickets/ticket-codes.ts';
import { attendeesOf, linesOf, occupying, type KeptAttendee, type OrderLine } from './order-lines.ts';
import { nextVersion, plainStep, type NewTicket, type OrderStep } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';
import type { TicketSigner } from './allocation.ts';
import { issuedFact, orderFact } from './present-order.ts';

const QR_ID_BYTES = 12;

type Issue = {
  readonly event: EventState;
  readonly signer: TicketSigner;
  readonly world: World;
  readonly vault: Vault;
  readonly at: Date;
};
type Issued = { readonly rows: readonly NewTicket[]; readonly shown: readonly Ticket[] };

/** The tickets of an order, as they are written and as they are shown. */
function composeTickets(order: OrderRow, issue: Issue): Issued {
  const waiting = new Map<string, KeptAttendee[]>();
  for (const attendee of attendeesOf(order))
    waiting.set(attendee.ticket_type_id, [...(waiting.get(attendee.ticket_type_id) ?? []), attendee]);
  const rows: NewTicket[] = [];
  const shown: Ticket[] = [];
  for (const line of linesOf(order)) {
    for (const price of ticketPrices(BigInt(line.total), line.quantity)) {
      const code = makeTicketCode(issue.world.randomBytes(ticketCodeRandomBytes));
      const row = newTicket(
        order,
        { line, price, code, place: rows.length, attendee: waiting.get(line.ticket_type_id)?.shift() },
        issue,
      );
      rows.push(row);
      shown.push(showTicket(order, { line, row, code }, issue));
    }
  }
  return { rows, shown };
}

type One = {
  readonly line: OrderLine;
  readonly price: bigint;
  readonly code: string;
  readonly place: number;
  readonly attendee: KeptAttendee | undefined;
};

function newTicket(
  order: OrderRow,
  { line, price, code, place, attendee }: One,
  { world, vault, at }: Issue,
): NewTicket {
  return {
    id: makeId('tkt_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    ticket_type_id: line.ticket_type_id,
    line: place,
    qr_id: world.randomBytes(QR_ID_BYTES),
    ...sealCode(vault, { merchantId: order.merchant_id, livemode: order.livemode }, code),
    price,
    holder_name: attendee ? attendee.name : order.buyer_name,
    holder_phone: attendee ? attendee.phone : order.buyer_phone,
    holder_email: attendee ? attendee.email : order.buyer_email,
    answers: attendee?.answers ?? {},
    admits: line.admits,
    valid_from: line.valid_from,
    valid_until: line.valid_until,
    issued_at: at,
  };
}

function showTicket(
  order: OrderRow,
  { line, row, code }: { readonly line: OrderLine; readonly row: NewTicket; readonly code: string },
  { event, signer }: Issue,
): Ticket {
  const type = event.types.find(({ id }) => id === row.ticket_type_id);
  const valid = { valid_from: type?.validFrom ?? null, valid_until: type?.validUntil ?? null };
  const holder = {
    holder_name: row.holder_name,
    holder_phone: row.holder_phone,
    holder_email: row.holder_email,
  };
  const type_index = type?.typeIndex ?? 0;
  const qr = signer({
    livemode: order.livemode,
    event_id: order.event_id,
    qr_id: row.qr_id,
    type_index,
    epoch: 0,
    re_entry: event.reEntry,
    ...valid,
    ...holder,
  });
  return presentTicket(
    {
      id: row.id,
      event_id: order.event_id,
      ticket_type_id: row.ticket_type_id,
      type_name: line.name,
      order_id: order.id,
      price: row.price,
      currency: order.currency,
      status: 'valid',
      seat: null,
      issued_at: row.issued_at,
      used_at: null,
      epoch: 0,
      livemode: order.livemode,
      ...valid,
      ...holder,
    },
    { qr, code },
  );
}

type Paid = Issue & { readonly vault: Vault; readonly paymentId: string | null };

/** Sells what the order holds, or what it had held, and issues its tickets. */
export function issueStep(before: OrderRow, paid: Paid): OrderStep {
  const { at, world, paymentId } = paid;
  const after: OrderRow = {
    ...nextVersion(before, { at, world, told: 1 }),
    status: 'paid',
    paid_at: at,
    ended_at: null,
    payment_id: paymentId,
    promo_uses: before.promo_id === null ? 0 : 1,
    lines: occupying(linesOf(before), true),
  };
  return sold(before, after, paid);
}

/** The step that writes an order as paid, with its tickets and what is told of them. */
export function sold(before: OrderRow | null, after: OrderRow, paid: Paid): OrderStep {
  const { rows, shown } = composeTickets(after, paid);
  const facts = [
    orderFact('ticket_order.paid', after, shown),
    ...shown.map((ticket) => issuedFact(ticket, paid)),
  ];
  return { ...plainStep(before, after, paid.at), tickets: rows, facts, issued: shown };
}
