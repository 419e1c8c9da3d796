import type { Input, Operations, Ticket } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { moveTicket, type TicketDecision } from '../tickets/move-ticket.ts';
import { refuseUsed } from '../tickets/refuse-ticket.ts';
import { releaseTicket } from './release-ticket.ts';
import type { TicketRow } from '../tickets/tickets.queries.ts';

/** Ends a ticket for good. */
export async function voidTicket(
  { params, body }: Input<Operations['voidTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  const decide = (row: TicketRow): TicketDecision => {
    if (row.status === 'void') return null;
    if (body.force !== true) refuseUsed(row, ' Send force to void it nevertheless.');
    return {
      set: { status: 'void', voided_at: call.now, reason: body.reason ?? null },
      tells: 'ticket.voided',
    };
  };
  return body.release === true
    ? releaseTicket(module, call, { id: params.id, decide })
    : moveTicket(module, call, { id: params.id, decide });
}
