import type { Input, Operations, Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { Failure } from '../../../core/failure.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeProduct } from './change-product.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { variantNotFound } from './product-failures.ts';

/** Takes a variant off sale for good; the last one goes only with its product. */
export async function deleteVariant(
  { params }: Input<Operations['deleteVariant']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  const runner = room.store.of(call.tenant);
  const product = await changeProduct(room, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => {
      const left = before.variants.filter(({ id }) => id !== params.variantId);
      if (left.length === before.variants.length) throw variantNotFound(params.variantId);
      if (left.length === 0)
        throw new Failure(
          'STATE_CONFLICT',
          'The last variant of a product goes only with it. Delete the product instead.',
          { details: { from: 'last_variant', to: 'deleted', allowed: [] } },
        );
      return { ...before, variants: left };
    },
  });
  return reply(presentProduct(product, room.settings), { version: versionOf(product) });
}
