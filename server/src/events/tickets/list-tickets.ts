import { parseTicketCode, type Input, type Operations, type Ticket } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { parsePhone } from '../../core/phone.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import { isEventThere, listEventTickets, type TicketSearch } from './list-tickets.queries.ts';
import { namesOfCode } from './ticket-codes.ts';
import { presentTickets } from './present-tickets.ts';

/** Lists the tickets of an event, newest first. */
export async function listTickets(
  { params, query }: Input<Operations['listTickets']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly Ticket[]>> {
  const event = { tenant: call.tenant, eventId: params.id };
  if (!(await isEventThere(room.store.of(call.tenant), event))) throw eventNotFound(params.id);
  const page = readPage(query);
  const { total, rows } = await listEventTickets(room.store.slow(call.tenant), event, {
    filter: {
      status: query.status ?? null,
      ticketTypeId: query.ticket_type_id ?? null,
      search: query.q === undefined ? null : readSearch(query.q, call, room),
    },
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  const shown = await presentTickets(call.tenant, shownRows(page, rows), room);
  return reply(shown, {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.issued_at, id: row.id }) }),
  });
}

function readSearch(text: string, { tenant }: Call, { vault }: Events): TicketSearch {
  const phone = parsePhone(text);
  const code = parseTicketCode(text);
  return {
    text,
    codes: code === null ? [] : namesOfCode(vault, tenant, code),
    phone: phone.ok ? phone.e164 : null,
  };
}
