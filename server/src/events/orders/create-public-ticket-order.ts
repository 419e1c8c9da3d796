import type { Input, Operations, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { createTicketOrder } from './create-ticket-order.ts';
import { takeHoldTurn } from './limit-holds.ts';

/** As `createTicketOrder`, from a page. */
export async function createPublicTicketOrder(
  input: Input<Operations['createPublicTicketOrder']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketOrder>> {
  takeHoldTurn(room, call);
  return createTicketOrder(input, call, room);
}
