import {
  formatOptionalTime,
  formatTicketCode,
  ticketSearchRowsMax,
  type FoundTicket,
  type FoundTickets,
  type Input,
  type Operations,
  type TicketStatus,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { maskPhone } from '../../core/phone.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { requireScanner } from './find-scanner.ts';
import { requireEvent } from './require-event.ts';
import { searchEventTickets, type SearchedTicket, type SearchWish } from './search.queries.ts';

/** Finds the ticket of somebody who stands at the door without a code. */
export async function searchTickets(
  { params, query }: Input<Operations['searchTickets' | 'searchTicketsAtDoor']>,
  call: Call,
  room: Events,
): Promise<Reply<FoundTickets>> {
  const event = { tenant: call.tenant, eventId: params.id };
  await requireScanner(call, room, { eventId: params.id, deviceId: undefined });
  await requireEvent(room, event);
  const rows = await searchEventTickets(room.store.slow(call.tenant), event, wishOf(query.q));
  return reply({
    tickets: rows.slice(0, ticketSearchRowsMax).map(present),
    more: rows.length > ticketSearchRowsMax,
  });
}

const PHONE_DIGITS_MIN = 3;

/** What was typed may be part of a name, the start of a code, the end of a phone number, or a whole number or address. */
function wishOf(text: string): SearchWish {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const code = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  // A local number begins with 0 where the kept one has its country's code.
  const digits = /^[\d\s+()-]+$/.test(text) ? text.replaceAll(/\D/g, '').replace(/^0/, '') : '';
  return {
    name: `%${literal}%`,
    code: code.length >= PHONE_DIGITS_MIN ? `${code}%` : '',
    phone: digits.length >= PHONE_DIGITS_MIN ? `%${digits}` : '',
    whole: text.toLowerCase(),
    rows_max: ticketSearchRowsMax + 1,
  };
}

function present(row: SearchedTicket): FoundTicket {
  return {
    id: row.id,
    code: formatTicketCode(row.code),
    status: row.status as TicketStatus,
    ticket_type_name: row.type_name,
    holder_name: row.holder_name,
    holder_phone: row.holder_phone && maskPhone(row.holder_phone),
    order_number: row.order_number,
    seat: row.seat,
    admits: row.admits,
    first_scanned_at: formatOptionalTime(row.first_at),
  };
}
