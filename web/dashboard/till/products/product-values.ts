import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import type { Product } from './product.ts';
import { productsTexts as t } from './texts.ts';

/** What the form of a product holds while it is new. */
export function newFields(): FormValues {
  return {
    name: '',
    description: '',
    type: 'simple',
    category_id: '',
    sku: '',
    barcodes: '',
    price: '',
    cost: '',
    tax_rate_id: '',
    tax_inclusive: '',
    unit: '',
    quantity_step: '',
    track_inventory: true,
    allow_negative_stock: false,
    low_stock_threshold: '',
    options: '',
    modifier_group_ids: [],
    color: '',
    is_active: true,
    position: '0',
  };
}

/** The same of one that is there. */
export function fieldsOf(product: Product): FormValues {
  const text = (value: number | string | null): string => (value === null ? '' : String(value));
  return {
    name: product.name,
    description: product.description ?? '',
    type: product.type,
    category_id: product.category_id ?? '',
    ...(product.type === 'variable' ? {} : { sku: product.sku ?? '', barcodes: product.barcodes.join('\n') }),
    price: text(product.price),
    cost: text(product.cost),
    tax_rate_id: product.tax_rate_id ?? '',
    tax_inclusive: product.tax_inclusive === null ? '' : String(product.tax_inclusive),
    unit: product.unit ?? '',
    quantity_step: text(product.quantity_step),
    track_inventory: product.track_inventory,
    allow_negative_stock: product.allow_negative_stock,
    low_stock_threshold: text(product.low_stock_threshold),
    options: product.options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('\n'),
    modifier_group_ids: product.modifier_group_ids,
    color: product.color ?? '',
    is_active: product.is_active,
    position: String(product.position),
  };
}

/** What of it is sent: lines become lists, and a choice of three becomes yes, no or as the settings say. */
export function sentOf(values: Readonly<Record<string, unknown>>, form: FormState): Record<string, unknown> {
  const { sku, barcodes, options, tax_inclusive: inclusive, ...rest } = values;
  const isVariable = form.get('type') === 'variable';
  return {
    ...rest,
    // Of what comes in several, each has its own.
    ...('sku' in values && !isVariable ? { sku } : {}),
    ...('barcodes' in values && !isVariable ? { barcodes: linesIn(barcodes) } : {}),
    ...('tax_inclusive' in values ? { tax_inclusive: inclusive === null ? null : inclusive === 'true' } : {}),
    ...('options' in values && isVariable ? { options: optionsIn(options) } : {}),
    // What is one thing differs in nothing.
    ...('type' in values && !isVariable && form.begun()['options'] ? { options: [] } : {}),
  };
}

function linesIn(text: unknown): readonly string[] {
  return String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** `Size: S, M, L`, one a line. */
export function optionsIn(
  text: unknown,
): readonly { readonly name: string; readonly values: readonly string[] }[] {
  return linesIn(text).map((line) => {
    const [name = '', values = ''] = line.split(/:(.*)/s);
    return {
      name: name.trim(),
      values: values
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    };
  });
}

/** What is wrong with the lines in which variants differ, as they were typed; null: nothing. */
export function optionsFault(text: string): string | null {
  const seen = new Set<string>();
  for (const [at, { name, values }] of optionsIn(text).entries()) {
    if (name === '' || values.length === 0) return t.optionForm(linesIn(text)[at] ?? '');
    if (seen.has(name)) return t.optionTwice(name);
    seen.add(name);
    const again = values.find((value, place) => values.indexOf(value) < place);
    if (again !== undefined) return t.valueTwice(again, name);
  }
  return null;
}

/** Where what is refused of a variant stands in the form of its product: at the lines in which variants differ. */
export function fieldOf(path: string): string {
  return /^variants\[\d+\]\.(options|name)\b/.test(path) ? 'options' : path;
}

/** What the lines do to a variant that is there; null: something else is refused. */
export function wordsFor(path: string, product: Product): string | null {
  const [, at, name] = /^variants\[(\d+)\]\.(?:name|options(?:\.(.+))?)$/.exec(path) ?? [];
  if (at === undefined) return null;
  const variant = product.variants[Number(at)];
  const called = variant?.name ?? product.name;
  const value = name === undefined ? undefined : variant?.options[name];
  if (value !== undefined && name !== undefined) return t.variantHas(called, value, name);
  return name === undefined ? t.variantSame(called) : t.variantLacks(called, name);
}

/** Every combination of what can be chosen: the variants that a new product begins with. */
export function variantsOf(
  options: ReturnType<typeof optionsIn>,
): readonly { readonly options: Readonly<Record<string, string>> }[] {
  const all = options.reduce<readonly Readonly<Record<string, string>>[]>(
    (made, { name, values }) => made.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
  return all.map((chosen) => ({ options: chosen }));
}
