import type { Input, Operations, Payment, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { requireClientSecret } from './require-client-secret.ts';
import { payTicketOrder } from './pay-ticket-order.ts';

/** As `payTicketOrder`, from a page with the order's client_secret. */
export async function payPublicTicketOrder(
  input: Input<Operations['payPublicTicketOrder']>,
  call: Call,
  room: Events,
): Promise<Reply<Payment | TicketOrder>> {
  await requireClientSecret(room, call, { id: input.params.id, secret: input.body.client_secret });
  return payTicketOrder(input, call, room);
}
