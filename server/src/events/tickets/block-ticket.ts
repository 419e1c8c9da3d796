import type { Input, Operations, Ticket } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { moveTicket } from './move-ticket.ts';
import { refuseVoid } from './refuse-ticket.ts';

/** Lets a ticket admit nobody until it is unblocked. */
export async function blockTicket(
  { params, body }: Input<Operations['blockTicket']>,
  call: Call,
  room: Events,
): Promise<Reply<Ticket>> {
  return moveTicket(room, call, {
    id: params.id,
    decide: (row) => {
      refuseVoid(row);
      return row.status === 'blocked'
        ? null
        : { set: { status: 'blocked', reason: body.reason ?? null }, tells: null };
    },
  });
}
