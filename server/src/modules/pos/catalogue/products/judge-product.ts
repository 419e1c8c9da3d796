import { VARIANTS_MAX, type UpdateProductBody } from '@cottontree/contract';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { mapInTurns } from '../../../../kernel/running/in-turns.ts';
import { readQuantity } from '../read-numbers.ts';
import { codesOf } from './product-columns.ts';
import { codeTaken, variantNotFound } from './product-failures.ts';
import type { ComponentState, ProductState, VariantState } from './product-state.ts';
import type { Named, References } from './references.queries.ts';

/** Refuses a product whose parts do not fit together, or whose codes are another's. */
export function judgeProduct(product: ProductState, references: Pick<References, 'skus' | 'barcodes'>): void {
  if (product.type === 'variable') judgeVariants(product);
  else judgeAlone(product);
  judgeComponents(product);
  judgeCodes(product, references);
}

function judgeAlone({ type, variants, options }: ProductState): void {
  if (variants.length > 1 || variants.some(({ name }) => name !== null))
    throw wrongType(
      type,
      `A ${type} product has no variants; ${variants.length} are there. Delete all but one first, or keep it variable.`,
    );
  if (options.length > 0)
    throw invalid({
      path: 'options',
      message:
        'are only for variable products; with "type": "variable" it becomes one, and what it is now its first variant',
    });
}

function judgeVariants({ variants, options }: ProductState): void {
  if (variants.length === 0)
    throw invalid({
      path: 'variants',
      message: 'must have at least one variant, for the product is variable',
    });
  if (variants.length > VARIANTS_MAX)
    throw wrongType('variable', `A product has at most ${VARIANTS_MAX} variants.`);
  const names = options.map(({ name }) => name);
  if (new Set(names).size < names.length)
    throw invalid({ path: 'options', message: 'must name each option once' });
  const seen = new Set<string>();
  for (const [at, variant] of variants.entries()) {
    judgeOptions(variant, { at, options });
    if (variant.name === null)
      throw invalid({
        path: `variants[${at}].name`,
        message: 'is required where the variant has no options',
      });
    const combination =
      options.length === 0 ? variant.name : JSON.stringify(names.map((name) => variant.options[name]));
    if (seen.has(combination))
      throw invalid({
        path: `variants[${at}].options`,
        message: 'must differ from those of every other variant',
      });
    seen.add(combination);
  }
}

function judgeOptions(
  { options: values }: VariantState,
  { at, options }: { readonly at: number; readonly options: ProductState['options'] },
): void {
  for (const { name, values: allowed } of options) {
    const value = values[name];
    if (value === undefined || !allowed.includes(value))
      throw invalid({
        path: `variants[${at}].options.${name}`,
        message: `must be one of ${allowed.join(', ')}`,
      });
  }
  const unknown = Object.keys(values).find((name) => !options.some((option) => option.name === name));
  if (unknown !== undefined)
    throw invalid({ path: `variants[${at}].options.${unknown}`, message: 'is no option of the product' });
}

function judgeCodes(product: ProductState, references: Pick<References, 'skus' | 'barcodes'>): void {
  const seen = new Map<string, string>();
  for (const { kind, code, variant_id: variantId } of codesOf(product)) {
    const key = `${kind} ${code}`;
    const other = seen.get(key);
    if (other !== undefined) throw codeTaken({ kind, code, variantId: other });
    seen.set(key, variantId);
    // A code of the product itself may move between its variants.
    const owner = (kind === 'sku' ? references.skus : references.barcodes).get(code);
    if (owner !== undefined && owner.productId !== product.id)
      throw codeTaken({ kind, code, variantId: owner.variantId });
  }
}

function wrongType(type: string, message: string): Failure {
  return new Failure('STATE_CONFLICT', message, { details: { from: type, to: type, allowed: [] } });
}

type Given = NonNullable<UpdateProductBody['components']>;

const WHOLE = 1_000n;
const QUANTITY_MILLI_MAX = 1_000_000_000n;

/** What is in a bundle, as given, else as it was; nothing else has components. */
export function readComponents(
  { components }: Pick<UpdateProductBody, 'components'>,
  now: ProductState,
  { type, references }: { readonly type: string; readonly references: References },
): readonly ComponentState[] {
  if (type === 'bundle')
    return (
      components?.map((given, at) => readComponent(given, { now, at, given: components, references })) ??
      now.components
    );
  if (components !== undefined && components.length > 0)
    throw invalid({ path: 'components', message: 'are only for bundles' });
  return [];
}

type Reading = {
  readonly now: ProductState;
  readonly at: number;
  readonly given: Given;
  readonly references: References;
};

function readComponent(
  { variant_id: variantId, quantity = 1 }: Given[number],
  { now, at, given, references }: Reading,
): ComponentState {
  const path = `components[${at}]`;
  const good = references.components.get(variantId);
  if (!good) throw variantNotFound(variantId);
  if (good.type === 'bundle' || good.productId === now.id)
    throw invalid({ path: `${path}.variant_id`, message: 'must not be a bundle itself' });
  if (given.findIndex((other) => other.variant_id === variantId) < at)
    throw invalid({
      path: `${path}.variant_id`,
      message: 'must stand there once; give it a larger quantity',
    });
  const quantityMilli = readQuantity(quantity, {
    path: `${path}.quantity`,
    min: 1n,
    max: QUANTITY_MILLI_MAX,
  });
  if (quantityMilli % good.stepMilli !== 0n)
    throw invalid({
      path: `${path}.quantity`,
      message: `must be a multiple of ${Number(good.stepMilli) / Number(WHOLE)}`,
    });
  return { variantId, quantityMilli };
}

/** Refuses a bundle whose components could not be taken off the stock to the last thousandth. */
function judgeComponents({
  components,
  quantityStep,
}: Pick<ProductState, 'components' | 'quantityStep'>): void {
  if (components.length > 0 && quantityStep % WHOLE !== 0n)
    throw invalid({ path: 'quantity_step', message: 'must be a whole number for a bundle with components' });
}

const SLICE_BODIES = 500;

/** The fields of a body that name other things. */
type NamingBody = {
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
