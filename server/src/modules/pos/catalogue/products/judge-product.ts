import { VARIANTS_MAX } from '@cottontree/contract';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { codesOf } from './product-columns.ts';
import { codeTaken } from './product-failures.ts';
import { judgeComponents } from './read-components.ts';
import type { ProductState, VariantState } from './product-state.ts';
import type { References } from './references.queries.ts';

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
  if (options.length > 0) throw invalid({ path: 'options', message: 'are only for variable products' });
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
