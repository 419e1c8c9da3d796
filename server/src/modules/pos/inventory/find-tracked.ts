import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { findSellables, type FoundItem, type Sellable } from '../catalogue/sellables.ts';

/** How an item of a request names its variant. */
export type NamedVariant = { readonly variant_id?: string; readonly sku?: string; readonly barcode?: string };

/** The variant that each item names, in their order. VARIANT_NOT_FOUND; VALIDATION_ERROR where none or several are named, or where its stock is not tracked. */
export async function findTracked(
  runner: Runner,
  tenant: Tenant,
  items: readonly NamedVariant[],
): Promise<readonly Sellable[]> {
  items.forEach(requireOneName);
  const found = await findSellables(
    runner,
    tenant,
    items.map(({ variant_id: variantId, sku, barcode }) => ({
      variantId: variantId ?? null,
      sku: sku ?? null,
      barcode: barcode ?? null,
    })),
  );
  return items.map((item, at) => requireTracked(found[at] ?? 'absent', { item, path: `items[${at}]` }));
}

function requireOneName(item: NamedVariant, at: number): void {
  const names = [item.variant_id, item.sku, item.barcode].filter((name) => name !== undefined).length;
  if (names !== 1)
    throw invalid({
      path: `items[${at}]`,
      message: `must have exactly one of variant_id, sku and barcode, has ${names}`,
    });
}

function requireTracked(
  found: FoundItem,
  { item, path }: { readonly item: NamedVariant; readonly path: string },
): Sellable {
  if (typeof found === 'string' || found.isDeleted) {
    const name = (item.variant_id ?? item.sku ?? item.barcode ?? '').slice(0, 100);
    throw new Failure('VARIANT_NOT_FOUND', `${path}: there is no variant ${name}.`, {
      details: { path, name },
    });
  }
  if (!found.trackInventory)
    throw invalid({
      path,
      message: `names ${found.name}, whose stock is not tracked; set track_inventory of its product first`,
    });
  return found;
}
