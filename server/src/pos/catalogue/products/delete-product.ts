import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeProduct } from './change-product.ts';

/** Takes a product off sale for good; what was sold of it stays. */
export async function deleteProduct(
  { params }: Input<Operations['deleteProduct']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  const runner = room.store.of(call.tenant);
  await changeProduct(room, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => ({ ...before, deletedAt: call.now }),
  });
  return reply({ id: params.id, deleted: true });
}
