import type { Input, Operations, Ticket } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { moveTicket } from './move-ticket.ts';
import { readTicket } from './read-ticket.ts';
import { refuseBlocked, refuseVoid } from './refuse-ticket.ts';
import { findOccasion } from './sheets.queries.ts';

/** Sends a ticket to its holder, else to its buyer, once more. */
export async function resendTicket(
  { params }: Input<Operations['resendTicket']>,
  call: Call,
  room: Events,
): Promise<Reply<Ticket>> {
  const runner = room.store.of(call.tenant);
  const { order_id } = await readTicket(runner, call.tenant, params.id);
  const buyer = await findOccasion(runner, call.tenant, order_id);
  return moveTicket(room, call, {
    id: params.id,
    decide: (row) => {
      refuseVoid(row);
      refuseBlocked(row);
      // A ticket that was handed on is no longer the buyer's.
      const others = row.link_token === null ? [buyer?.buyer_phone, buyer?.buyer_email] : [];
      if ([row.holder_phone, row.holder_email, ...others].every((address) => !address)) {
        throw new Failure(
          'RECIPIENT_NOT_REACHABLE',
          `Neither a phone nor an e-mail address is known for the ticket ${row.id}. Transfer it to somebody who has one.`,
        );
      }
      return { set: {}, tells: 'ticket.resent' };
    },
  });
}
