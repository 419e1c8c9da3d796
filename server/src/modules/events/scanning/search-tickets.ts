import {
  formatOptionalTime,
  formatTicketCode,
  ticketSearchRowsMax,
  type FoundTicket,
  type FoundTickets,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { maskPhone } from '../../../kernel/phone/phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { headOf, openCode } from '../tickets/ticket-codes.ts';
import type { Events } from '../module.ts';
import { requireEvent, requireScanner } from './find-scanner.ts';
import {
  findCodesByHead,
  searchEventTickets,
  type ScannedEventKey,
  type SearchedTicket,
  type SearchInput,
} from './devices.queries.ts';
import { likeAnywhere } from '../../../kernel/list/list-filters.queries.ts';

/** Finds the ticket of somebody who stands at the door without a code. */
export async function searchTickets(
  { params, query }: Input<Operations['searchTickets' | 'searchTicketsAtDoor']>,
  call: Call,
  module: Events,
): Promise<Reply<FoundTickets>> {
  const event = { tenant: call.tenant, eventId: params.id };
  await requireScanner(call, module, { eventId: params.id, deviceId: undefined });
  await requireEvent(module, event);
  const runner = module.store.reads(call.tenant);
  const rows = await searchEventTickets(runner, event, {
    ...inputOf(query.q),
    coded: await ticketsCoded(runner, event, { text: query.q, module }),
  });
  return reply({
    tickets: rows.slice(0, ticketSearchRowsMax).map((row) => present(row, module)),
    more: rows.length > ticketSearchRowsMax,
  });
}

const PHONE_DIGITS_MIN = 3;
/** So many codes of a large event begin alike by chance, and more. */
const ALIKE_MAX = 1_000;

/** The tickets whose code begins with what was typed. */
async function ticketsCoded(
  runner: Runner,
  event: ScannedEventKey,
  { text, module }: { readonly text: string; readonly module: Events },
): Promise<readonly string[]> {
  const start = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (headOf(start).length < PHONE_DIGITS_MIN) return [];
  const alike = await findCodesByHead(runner, event, { head: headOf(start), rows_max: ALIKE_MAX });
  return alike.filter((kept) => openCode(module.vault, kept).startsWith(start)).map(({ id }) => id);
}

/** What was typed may be part of a name, the end of a phone number, or a whole number or address. */
function inputOf(text: string): Omit<SearchInput, 'coded'> {
  // A local number begins with 0 where the kept one has its country's code.
  const digits = /^[\d\s+()-]+$/.test(text) ? text.replaceAll(/\D/g, '').replace(/^0/, '') : '';
  return {
    name: likeAnywhere(text),
    phone: digits.length >= PHONE_DIGITS_MIN ? `%${digits}` : '',
    whole: text.toLowerCase(),
    rows_max: ticketSearchRowsMax + 1,
  };
}

function present(row: SearchedTicket, { vault }: Events): FoundTicket {
  return {
    id: row.id,
    code: formatTicketCode(openCode(vault, row)),
    status: row.status,
    ticket_type_name: row.type_name,
    holder_name: row.holder_name,
    holder_phone: row.holder_phone && maskPhone(row.holder_phone),
    order_number: row.order_number,
    seat: row.seat,
    admits: row.admits,
    first_scanned_at: formatOptionalTime(row.first_at),
  };
}
