import type { Product } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { Failure } from '../../../core/failure.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../../open-pos.ts';
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

const TRIES_MAX = 8;

/** Changes a product on the version that was read: decided, then written in one statement, or read and decided again. */
export async function changeProduct(
  room: Pos,
  { call, runner, productId, ifMatch, decide }: ProductWanted,
): Promise<ProductState> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const before = await findProduct(runner, call.tenant, productId);
    if (!before) throw productNotFound(productId);
    refuseUnlessSeen(ifMatch, before);
    const after = await decide(before);
    if (
      isSame(presentProduct(before, room.settings), presentProduct(after, room.settings)) &&
      after.deletedAt === null
    )
      return before;
    const [written] =
      (await writeProducts(room, [{ before, after }], { runner, tenant: call.tenant, now: call.now })) ?? [];
    if (written) return withBundleStock(written, { runner, tenant: call.tenant, before });
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this product at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}

/** Stock that moves is no change: only what stands before the dash of the ETag counts. */
function refuseUnlessSeen(ifMatch: string | null, { version, name }: ProductState): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const seen = ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', '').split('-')[0]);
  if (!seen.includes(String(version)))
    throw new Failure(
      'PRECONDITION_FAILED',
      `The product ${name} has changed since the ETag in If-Match. Read it again and repeat the change on it.`,
    );
}

/** Whether two states say the same to whoever reads them. */
export function isSame(before: Product, after: Product): boolean {
  return (
    JSON.stringify({ ...before, version: 0, updated_at: '' }) ===
    JSON.stringify({ ...after, version: 0, updated_at: '' })
  );
}
