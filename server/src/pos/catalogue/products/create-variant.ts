import { operations, type Input, type Operations, type Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { effect } from '../../../core/effect.ts';
import { Failure } from '../../../core/failure.ts';
import { refuseReadOnly } from '../../../core/read-only.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeProduct } from './change-product.ts';
import { judgeProduct } from './judge-product.ts';
import { namedBy } from './named-by.ts';
import { presentProduct, versionOf } from './present-product.ts';
import type { ProductState } from './product-state.ts';
import { blankVariant, readVariant } from './read-variant.ts';
import { findReferences } from './references.queries.ts';

/** Adds a variant to a variable product. */
export async function createVariant(
  { params, body }: Input<Operations['createVariant']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  refuseReadOnly(operations.createVariant.readOnly, body, {});
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const references = await findReferences(runner, call.tenant, namedBy([{ variants: [body] }]));
      const fresh = blankVariant({ call, room });
      const decide = (before: ProductState): ProductState => {
        if (before.type !== 'variable') throw notVariable(before);
        const position = Math.max(...before.variants.map((one) => one.position)) + 1;
        const after = {
          ...before,
          variants: [
            ...before.variants,
            readVariant(body, { ...fresh, position }, { path: '', currency: before.currency }),
          ],
        };
        judgeProduct(after, references);
        return after;
      };
      const product = await changeProduct(room, {
        call,
        runner,
        productId: params.id,
        ifMatch: null,
        decide,
      });
      return reply(presentProduct(product, room.settings), { status: 201, version: versionOf(product) });
    },
  });
}

function notVariable({ type }: ProductState): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `A ${type} product has no variants. Change its type to variable first; what it is now becomes its first variant.`,
    { details: { from: type, to: type, allowed: ['variable'] } },
  );
}
