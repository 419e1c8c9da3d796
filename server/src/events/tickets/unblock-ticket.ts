import type { Input, Operations, Ticket } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { moveTicket } from './move-ticket.ts';
import { refuseVoid } from './refuse-ticket.ts';

/** Makes a blocked ticket again what it was. */
export async function unblockTicket(
  { params }: Input<Operations['unblockTicket']>,
  call: Call,
  room: Events,
): Promise<Reply<Ticket>> {
  return moveTicket(room, call, {
    id: params.id,
    decide: (row) => {
      refuseVoid(row);
      return row.status === 'blocked'
        ? { set: { status: row.used_at === null ? 'valid' : 'used', reason: null }, tells: null }
        : null;
    },
  });
}
