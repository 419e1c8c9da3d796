import type { Input, Operations, Sale } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { showSale } from './show-sale.ts';

/** Reads one sale. */
export async function getSale(
  { params }: Input<Operations['getSale']>,
  { tenant }: Call,
  room: Pos,
): Promise<Reply<Sale>> {
  const sale = await showSale(room, { tenant, id: params.id });
  return reply(sale, { version: String(sale.version) });
}
