import { mapInTurns } from '../../../../kernel/running/in-turns.ts';
import type { Named } from './references.queries.ts';

const SLICE_BODIES = 500;

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

/** The same of thousands of products, between some of which others have their turn. */
export async function namedByMany(bodies: readonly NamingBody[]): Promise<Named> {
  const slices = Array.from({ length: Math.ceil(bodies.length / SLICE_BODIES) }, (_, at) =>
    bodies.slice(at * SLICE_BODIES, (at + 1) * SLICE_BODIES),
  );
  const parts = await mapInTurns(slices, 1, namedBy);
  const all = (of: (part: Named) => readonly string[]): readonly string[] => each(parts.flatMap(of));
  return {
    categories: all((part) => part.categories),
    taxRates: all((part) => part.taxRates),
    groups: all((part) => part.groups),
    skus: all((part) => part.skus),
    components: all((part) => part.components),
    barcodes: all((part) => part.barcodes),
  };
}

function each(names: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(names.flatMap((name) => name || []))];
}
