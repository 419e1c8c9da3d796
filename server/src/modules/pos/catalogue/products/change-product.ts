import type { Product } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { change } from '../../../../kernel/change/change.ts';
import { versionsOf } from '../../../../kernel/change/if-match.ts';
import type { Runner } from '../../../../store/index.ts';
import type { Pos } from '../../module.ts';
import { presentProduct } from './present-product.ts';
import { productNotFound } from './product-failures.ts';
import type { ProductState } from './product-state.ts';
import { findProduct } from './products.queries.ts';
import { withBundleStock } from './with-bundle-stock.ts';
import { writeProducts } from './write-products.ts';

export type ProductWanted = {
  readonly call: Call;
  readonly runner: Runner;
  readonly productId: string;
  readonly ifMatch: string | null;
  /** The product as it is to be, from how it is; a refusal throws. */
  readonly decide: (product: ProductState) => ProductState | Promise<ProductState>;
};

/** Changes a product on the version that was read: decided, then written in one statement, or read and decided again. */
export async function changeProduct(
  module: Pos,
  { call, runner, productId, ifMatch, decide }: ProductWanted,
): Promise<ProductState> {
  const product = {
    key: { tenant: call.tenant, id: productId },
    tooMany: 'requests change this product',
    read: () => findProduct(runner, call.tenant, productId),
    notFound: () => productNotFound(productId),
    ifMatch: versionsOf(ifMatch),
    seen: ({ version, name }: ProductState) => ({ version, what: `The product ${name}` }),
  };
  return change<ProductState, ProductState>(product, async (before) => {
    const after = await decide(before);
    if (
      isSame(presentProduct(before, module.settings), presentProduct(after, module.settings)) &&
      after.deletedAt === null
    )
      return before;
    const [written] =
      (await writeProducts(module, [{ before, after }], { runner, tenant: call.tenant, now: call.now })) ??
      [];
    return written && withBundleStock(written, { runner, tenant: call.tenant, before });
  });
}

/** Whether two states say the same to whoever reads them. */
export function isSame(before: Product, after: Product): boolean {
  return (
    JSON.stringify({ ...before, version: 0, updated_at: '' }) ===
    JSON.stringify({ ...after, version: 0, updated_at: '' })
  );
}
