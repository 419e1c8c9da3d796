import type { Input, Operations, Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { productList } from './list-products.queries.ts';
import { presentProduct } from './present-product.ts';
import { readProductRow } from './product-columns.ts';

/** Lists products, newest first unless sorted otherwise. */
export async function listProducts(
  { query }: Input<Operations['listProducts']>,
  call: Call,
  { store, settings }: Pos,
): Promise<Reply<readonly Product[]>> {
  const { rows, meta } = await productList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentProduct(readProductRow(row), settings)),
    { meta },
  );
}
