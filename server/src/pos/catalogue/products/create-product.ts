import {
  operations,
  type CreateProductBody,
  type Input,
  type Operations,
  type Product,
} from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { effect } from '../../../core/effect.ts';
import { invalid } from '../../../core/failure.ts';
import { refuseReadOnly } from '../../../core/read-only.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { judgeProduct } from './judge-product.ts';
import { namedBy } from './named-by.ts';
import { presentProduct, versionOf } from './present-product.ts';
import type { ProductState } from './product-state.ts';
import { blankProduct, readProduct, type ProductReading } from './read-product.ts';
import { findReferences } from './references.queries.ts';
import { withBundleStock } from './with-bundle-stock.ts';
import { writeProducts } from './write-products.ts';

/** Makes a product with its variants: all of it or nothing. */
export async function createProduct(
  { body }: Input<Operations['createProduct']>,
  call: Call,
  room: Pos,
): Promise<Reply<Product>> {
  refuseReadOnly(operations.createProduct.readOnly, body, {});
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const references = await findReferences(runner, call.tenant, namedBy([body]));
      const after = newProduct(body, { call, room, references, publicUrl: room.settings.publicUrl });
      const [written = after] =
        (await writeProducts(room, [{ before: null, after }], {
          runner,
          tenant: call.tenant,
          now: call.now,
        })) ?? [];
      const product = await withBundleStock(written, { runner, tenant: call.tenant, before: null });
      return reply(presentProduct(product, room.settings), { status: 201, version: versionOf(product) });
    },
  });
}

/** A new product as wanted, judged. */
export function newProduct(body: CreateProductBody, reading: ProductReading): ProductState {
  const product = readProduct(body, blankProduct(reading), reading);
  const priced = body.price === undefined ? { ...product, price: lowestPrice(product) } : product;
  judgeProduct(priced, reading.references);
  return priced;
}

/** What a product without a price of its own costs: as little as its cheapest variant. */
function lowestPrice({ type, variants }: ProductState): bigint {
  if (type !== 'variable') throw invalid({ path: 'price', message: 'is required' });
  const prices = variants.map(({ ownPrice }, at) => {
    if (ownPrice === null)
      throw invalid({ path: `variants[${at}].price`, message: 'is required where the product has no price' });
    return ownPrice;
  });
  return prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 0n);
}
