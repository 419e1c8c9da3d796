import {
  operations,
  type Input,
  type Operations,
  type Product,
  type UpdateProductBody,
} from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { invalid } from '../../../core/failure.ts';
import { refuseReadOnly } from '../../../core/read-only.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeProduct } from './change-product.ts';
import { judgeProduct } from './judge-product.ts';
import { namedBy } from './named-by.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { readProduct } from './read-product.ts';
import { findReferences } from './references.queries.ts';

/** Changes the fields given of a product, all at once or not at all. */
export async function updateProduct(
  { params, body }: Input<Operations['updateProduct']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
  const runner = room.store.of(call.tenant);
  // Variants that are sent back as they were read are no wish to make them anew.
  const { variants: _, ...wanted } = body as UpdateProductBody & { readonly variants?: never };
  const references = await findReferences(runner, call.tenant, namedBy([wanted]));
  const product = await changeProduct(room, {
    call,
    runner,
    productId: params.id,
    ifMatch: call.ifMatch,
    decide: (before) => {
      refuseReadOnly(operations.updateProduct.readOnly, body, presentProduct(before, room.settings));
      const after = readProduct(wanted, before, {
        call,
        room,
        references,
        publicUrl: room.settings.publicUrl,
      });
      judgeProduct(after, references);
      return after;
    },
  });
  return reply(presentProduct(product, room.settings), { version: versionOf(product) });
}
