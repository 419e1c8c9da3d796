import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { Failure } from '../../../core/failure.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { findProductByBarcode } from './products.queries.ts';

/** Reads what a barcode stands on. */
export async function lookUpProduct(
  { query }: Input<Operations['lookUpProduct']>,
  call: Call,
  room: Pos,
): Promise<Reply<Data<Operations['lookUpProduct']>>> {
  const found = await findProductByBarcode(room.store.of(call.tenant), call.tenant, query.barcode);
  if (!found) throw new Failure('PRODUCT_NOT_FOUND', `No product has the barcode ${query.barcode}.`);
  return reply(
    { variant_id: found.variantId, product: presentProduct(found.product, room.settings) },
    { version: `${found.variantId.slice(-12)}-${versionOf(found.product)}` },
  );
}
