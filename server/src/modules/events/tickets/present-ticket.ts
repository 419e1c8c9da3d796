import { formatOptionalTime, formatTicketCode, formatTime, toMajor, type Ticket } from '@cottontree/contract';
import { FACT_SECRET, type Fact } from '../../../outbox/index.ts';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import type { TicketRow } from './tickets.queries.ts';
import type { WrittenCodes } from './write-codes.ts';

/** What of a row people are shown. */
export type TicketToPresent = Pick<
  TicketRow,
  | 'id'
  | 'event_id'
  | 'ticket_type_id'
  | 'type_name'
  | 'order_id'
  | 'price'
  | 'currency'
  | 'holder_name'
  | 'holder_phone'
  | 'holder_email'
  | 'status'
  | 'seat'
  | 'issued_at'
  | 'used_at'
  | 'valid_from'
  | 'valid_until'
  | 'epoch'
  | 'livemode'
>;

/** A ticket as the API shows it. */
export function presentTicket(row: TicketToPresent, { qr, code }: WrittenCodes): Ticket {
  return {
    id: row.id,
    code: formatTicketCode(code),
    qr,
    event_id: row.event_id,
    ticket_type_id: row.ticket_type_id,
    ticket_type_name: row.type_name,
    order_id: row.order_id,
    price: toMajor(row.price, row.currency),
    holder: { name: row.holder_name, phone: row.holder_phone, email: row.holder_email },
    status: row.status,
    seat: row.seat,
    issued_at: formatTime(row.issued_at),
    used_at: formatOptionalTime(row.used_at),
    valid_from: formatOptionalTime(row.valid_from),
    valid_until: formatOptionalTime(row.valid_until),
    epoch: row.epoch,
    livemode: row.livemode,
  };
}

/** The fields of a ticket's message: the ticket as the API shows it, its codes sealed until the message is rendered. */
export function ticketFacts(ticket: Ticket, vault: Vault): Fact['facts'] {
  const { code, qr, ...open } = ticket;
  const seal = (text: string): string => vault.seal(text, FACT_SECRET).toString('base64');
  return { ...open, sealed: { code: seal(code), qr: seal(qr) } };
}
