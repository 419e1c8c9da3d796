import type { Input, Operations, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { requireClientSecret } from './require-client-secret.ts';
import { updateTicketOrder } from './update-ticket-order.ts';

/** As `updateTicketOrder`, from a page with the order's client_secret. */
export async function updatePublicTicketOrder(
  input: Input<Operations['updatePublicTicketOrder']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketOrder>> {
  await requireClientSecret(room, call, { id: input.params.id, secret: input.body.client_secret });
  return updateTicketOrder(input, call, room);
}
