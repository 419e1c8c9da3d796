import type { Named } from './references.queries.ts';

/** The fields of a body that name other things. */
export type NamingBody = {
  readonly category_id?: string | null;
  readonly tax_rate_id?: string | null;
  readonly modifier_group_ids?: readonly string[];
  readonly sku?: string | null;
  readonly barcode?: string | null;
  readonly barcodes?: readonly string[];
  readonly components?: readonly { readonly variant_id: string }[];
  readonly variants?: readonly {
    readonly sku?: string | null;
    readonly barcode?: string | null;
    readonly barcodes?: readonly string[];
  }[];
};

/** Everything that some products name beside themselves, each once. */
export function namedBy(bodies: readonly NamingBody[]): Named {
  const coded = bodies.flatMap((body) => [body, ...(body.variants ?? [])]);
  return {
    categories: each(bodies.map((body) => body.category_id)),
    taxRates: each(bodies.map((body) => body.tax_rate_id)),
    groups: each(bodies.flatMap((body) => body.modifier_group_ids ?? [])),
    skus: each(coded.map((one) => one.sku)),
    components: each(bodies.flatMap((body) => (body.components ?? []).map((one) => one.variant_id))),
    barcodes: each(coded.flatMap((one) => [one.barcode, ...(one.barcodes ?? [])])),
  };
}

function each(names: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(names.flatMap((name) => name || []))];
}
