import type { TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { showOrder } from './show-order.ts';

/** Reads an order with its payment, its tickets and its refunds. */
export async function getTicketOrder(
  { params }: { readonly params: { readonly id: string } },
  call: Call,
  room: Events,
): Promise<Reply<TicketOrder>> {
  const order = await showOrder(room, call.tenant, params.id);
  return reply(order, { version: String(order.version) });
}
