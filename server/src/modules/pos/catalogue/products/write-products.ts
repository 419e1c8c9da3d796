import { Failure } from '../../../../kernel/call/failure.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { constraintOf, isLockTimeout, type Runner } from '../../../../store/index.ts';
import type { Pos } from '../../module.ts';
import { factOf } from './product-facts.ts';
import { codeTaken, componentNeeded, componentNotSold } from './product-failures.ts';
import type { ProductState } from './product-state.ts';
import { presentProduct } from './present-product.ts';
import { writeProductRows } from './write-products.queries.ts';

/** How a product was, null for a new one, and how it is to be. */
export type ProductChange = { readonly before: ProductState | null; readonly after: ProductState };
export type Writing = { readonly runner: Runner; readonly tenant: Tenant; readonly now: Date };

/** Writes products with their messages, all or none; null where one of them is no longer as it was read. DUPLICATE_SKU, DUPLICATE_BARCODE, STATE_CONFLICT for what a bundle needs, VARIANT_NOT_FOUND for what it lacks. */
export async function writeProducts(
  module: Pos,
  changes: readonly ProductChange[],
  { runner, tenant, now }: Writing,
): Promise<readonly ProductState[] | null> {
  const writes = changes.map(({ before, after: decided }) => {
    const version = (before?.version ?? 0) + 1;
    const after = { ...decided, version, sequence: version, updatedAt: now };
    const kind =
      before === null
        ? 'pos.product.created'
        : after.deletedAt === null
          ? 'pos.product.updated'
          : 'pos.product.deleted';
    return {
      before,
      after,
      fact: factOf(presentProduct(after, module.settings), { kind, sequence: version, at: now }),
    } as const;
  });
  const written = await writeProductRows(runner, tenant, writes).catch(refuse);
  if (!written) return null;
  return writes.map(({ after }) => after);
}

/** Two wrote the same code at once, or a bundle and its component: the database decided. Or an import of thousands is being written. */
export function refuse(error: unknown): never {
  const constraint = constraintOf(error);
  if (constraint === 'bundle_components_needed') throw componentNeeded();
  if (constraint === 'bundle_components_sold') throw componentNotSold();
  if (isLockTimeout(error))
    throw new Failure(
      'SERVICE_UNAVAILABLE',
      'An import into the catalogue is being written. Send the same request again in two seconds.',
      { retryAfterSeconds: 2 },
    );
  if (constraint !== 'variant_codes_code') throw error;
  const [, kind = 'sku', code = ''] =
    /^Key \([\w, ]+\)=\([^,]*, [tf], (sku|barcode), (.*)\) already exists/s.exec(
      String((error as { readonly detail?: unknown }).detail),
    ) ?? [];
  throw codeTaken({ kind, code, variantId: null });
}
