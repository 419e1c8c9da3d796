import { operations, type Input, type Operations, type Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { invalid } from '../../../core/failure.ts';
import { refuseReadOnly } from '../../../core/read-only.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeProduct } from './change-product.ts';
import { judgeProduct } from './judge-product.ts';
import { namedBy } from './named-by.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { variantNotFound } from './product-failures.ts';
import { readVariant } from './read-variant.ts';
import { findReferences } from './references.queries.ts';

/** Changes the fields given of a variant. That of a product which is not variable is changed through the product. */
export async function updateVariant(
  { params, body }: Input<Operations['updateVariant']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
  const runner = room.store.of(call.tenant);
  const references = await findReferences(runner, call.tenant, namedBy([{ variants: [body] }]));
  const product = await changeProduct(room, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => {
      const now = before.variants.find(({ id }) => id === params.variantId);
      if (!now) throw variantNotFound(params.variantId);
      const shown = presentProduct(before, room.settings).variants.find(({ id }) => id === now.id);
      refuseReadOnly(operations.updateVariant.readOnly, body, shown ?? {});
      if (before.type !== 'variable')
        throw invalid({
          path: 'body',
          message: `changes the variant that stands for a ${before.type} product; change the product instead`,
        });
      const changed = readVariant(body, now, { path: '', currency: before.currency });
      const after = {
        ...before,
        variants: before.variants.map((variant) => (variant === now ? changed : variant)),
      };
      judgeProduct(after, references);
      return after;
    },
  });
  return reply(presentProduct(product, room.settings), { version: versionOf(product) });
}
