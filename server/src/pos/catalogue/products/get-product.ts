import type { Input, Operations, Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { presentProduct, versionOf } from './present-product.ts';
import { productNotFound } from './product-failures.ts';
import { findProduct } from './products.queries.ts';

/** Reads one product. */
export async function getProduct(
  { params }: Input<Operations['getProduct']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  const product = await findProduct(room.store.of(call.tenant), call.tenant, params.id);
  if (!product) throw productNotFound(params.id);
  return reply(presentProduct(product, room.settings), { version: versionOf(product) });
}
