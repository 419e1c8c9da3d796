import type { Tenant } from '../../../../kernel/call/tenant.ts';
import type { Runner } from '../../../../store/index.ts';
import type { ProductState } from './product-state.ts';
import { findProduct } from './products.queries.ts';

type Written = {
  readonly runner: Runner;
  readonly tenant: Tenant;
  readonly before: Pick<ProductState, 'components'> | null;
};

/** A product as it was just written; how many there are of what is or was a bundle is known only once its components are written too. */
export async function withBundleStock(
  product: ProductState,
  { runner, tenant, before }: Written,
): Promise<ProductState> {
  const isMade = product.components.length > 0 || (before !== null && before.components.length > 0);
  if (!isMade || product.deletedAt !== null) return product;
  return (await findProduct(runner, tenant, product.id)) ?? product;
}
