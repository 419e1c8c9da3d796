import type { Input, Operations, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { requireClientSecret } from './require-client-secret.ts';
import { getTicketOrder } from './get-ticket-order.ts';

/** As `getTicketOrder`, from a page with the order's client_secret. */
export async function getPublicTicketOrder(
  input: Input<Operations['getPublicTicketOrder']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketOrder>> {
  await requireClientSecret(room, call, { id: input.params.id, secret: input.query.client_secret });
  return getTicketOrder(input, call, room);
}
