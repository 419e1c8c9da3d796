import type { Input, Operations, Ticket } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { presentTickets } from './present-tickets.ts';
import { readTicket } from './read-ticket.ts';

/** Reads one ticket. */
export async function getTicket(
  { params }: Input<Operations['getTicket']>,
  call: Call,
  room: Events,
): Promise<Reply<Ticket>> {
  const row = await readTicket(room.store.of(call.tenant), call.tenant, params.id);
  const [ticket] = await presentTickets(call.tenant, [row], room);
  if (!ticket) throw new Error('A ticket was read and not presented.');
  return reply(ticket);
}
