import { parseTicketCode, type Input, type Operations, type Ticket } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { likeAnywhere } from '../../core/list-filters.queries.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { isEventThere, ticketList } from './list-tickets.queries.ts';
import { parsePhone } from '../../core/phone.ts';
import { eventNotFound } from '../event-not-found.ts';
import { namesOfCode } from './ticket-codes.ts';
import { presentTickets } from './present-tickets.ts';

/** Lists the tickets of an event, newest first unless sorted otherwise. */
export async function listTickets(
  { params: { id }, query }: Input<Operations['listTickets']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly Ticket[]>> {
  const { tenant } = call;
  if (!(await isEventThere(room.store.of(tenant), { tenant, eventId: id }))) throw eventNotFound(id);
  const given = { event_id: id, ...searchOf(query.q, call, room) };
  const { rows, meta } = await ticketList.find(room.store.slow(tenant), { call, query, given });
  return reply(await presentTickets(tenant, rows, room), { meta });
}

function searchOf(words: string | undefined, { tenant }: Call, { vault }: Events) {
  if (words === undefined) return { words: null, like: null, codes: [], phone: null };
  const phone = parsePhone(words);
  const code = parseTicketCode(words);
  return {
    words,
    like: likeAnywhere(words),
    codes: code === null ? [] : namesOfCode(vault, tenant, code),
    phone: phone.ok ? phone.e164 : null,
  };
}
