import type {
  Category,
  Discount,
  Location,
  ModifierGroup,
  PosSettings,
  SyncedProduct,
  TaxRate,
} from '@cottontree/contract';

/** What a till knows of what it sells, as the server's changes brought it. */
export type Things = {
  readonly products: ReadonlyMap<string, SyncedProduct>;
  readonly categories: ReadonlyMap<string, Category>;
  readonly modifierGroups: ReadonlyMap<string, ModifierGroup>;
  readonly taxRates: ReadonlyMap<string, TaxRate>;
  readonly discounts: ReadonlyMap<string, Discount>;
  readonly locations: ReadonlyMap<string, Location>;
  readonly settings: PosSettings | null;
};

export type Variant = SyncedProduct['variants'][number];
/** What a code stands for. */
export type Found = { readonly product: SyncedProduct; readonly variant: Variant | null };

export const NO_THINGS: Things = Object.freeze({
  products: new Map(),
  categories: new Map(),
  modifierGroups: new Map(),
  taxRates: new Map(),
  discounts: new Map(),
  locations: new Map(),
  settings: null,
});

/** The highest category that one lies in. */
export function topOf(categories: ReadonlyMap<string, Category>, id: string | null): string | null {
  let at = id === null ? undefined : categories.get(id);
  // No category lies deeper than eight, and a circle would otherwise hold the till for ever.
  for (let level = 0; at?.parent_id && level < 8; level += 1) at = categories.get(at.parent_id) ?? at;
  return at?.id ?? null;
}

/** The one variant that a product is sold as; null where somebody has to choose. */
export function onlyVariant({ variants }: SyncedProduct): Variant | null {
  const active = variants.filter(({ is_active }) => is_active);
  return active.length === 1 ? (active[0] ?? null) : null;
}

/** Its name, with that of the variant where it has several. */
export function nameOf(product: SyncedProduct, variant: Variant): string {
  return variant.name === null ? product.name : `${product.name}, ${variant.name}`;
}

/** What is chosen with a product, in the order of the till. */
export function groupsOf(
  product: SyncedProduct,
  { modifierGroups }: Pick<Things, 'modifierGroups'>,
): readonly ModifierGroup[] {
  return product.modifier_group_ids.flatMap((id) => {
    const group = modifierGroups.get(id);
    return group?.is_active ? [group] : [];
  });
}

/** Whether its amount is weighed or measured, and has to be told. */
export function isMeasured({ quantity_step }: Pick<SyncedProduct, 'quantity_step'>): boolean {
  return quantity_step % 1 !== 0;
}
