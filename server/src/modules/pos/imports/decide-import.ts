import { setImmediate } from 'node:timers/promises';
import type {
  ProductImportFields,
  ProductImportRow,
  ProductImportVariant,
  VariantBody,
} from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { isSame } from '../catalogue/products/change-product.ts';
import { newProduct } from '../catalogue/products/products.ts';
import { judgeProduct, namedByMany } from '../catalogue/products/judge-product.ts';
import { presentProduct } from '../catalogue/products/present-product.ts';
import { codesOf } from '../catalogue/products/product-columns.ts';
import { codeTaken } from '../catalogue/products/product-failures.ts';
import type { ProductState, VariantState } from '../catalogue/products/product-state.ts';
import { findProducts } from '../catalogue/products/products.queries.ts';
import { readProduct, type ProductReading } from '../catalogue/products/read-product.ts';
import { blankVariant, readVariant, type Making } from '../catalogue/products/read-variant.ts';
import { findReferences, type References } from '../catalogue/products/references.queries.ts';
import type { ProductChange } from '../catalogue/products/write-products.ts';
import { nameCategories, withCategory, type NamedCategories } from './import-categories.ts';
import { errorsOf, type ReadRow } from './read-import-csv.ts';
import { decideStock, type ImportPlaces, type StockDecision } from './import-stock.ts';

/** What becomes of every row, and what is to be written for it. */
export type ImportDecision = {
  readonly results: readonly ProductImportRow[];
  readonly changes: readonly ProductChange[];
  /** To be made first: names by ids. */
  readonly categories: ReadonlyMap<string, string>;
  readonly moves: readonly StockDecision['move'][];
};

/** After so many rows others get their turn. */
const SLICE_ROWS = 100;

export type Deciding = Making & {
  readonly runner: Runner;
  readonly publicUrl: string;
  readonly importId: string;
  readonly places: ImportPlaces;
};
type Named = Deciding & ProductReading & { readonly named: NamedCategories };
/** Which row so far has taken what: products by id, codes by kind and text. */
type Taken = { readonly products: Map<string, number>; readonly codes: Map<string, number> };
type Row = { readonly row: number; readonly body: ProductImportFields; readonly before: ProductState | null };

/** Decides what an import does, on the catalogue as it is now; writes nothing. */
export async function decideImport(rows: readonly ReadRow[], deciding: Deciding): Promise<ImportDecision> {
  const { call, runner } = deciding;
  const bodies = rows.flatMap(({ body }) => body ?? []);
  const found = await findReferences(
    runner,
    call.tenant,
    await namedByMany([...bodies, ...bodies.map(({ category }) => ({ category_id: category ?? null }))]),
  );
  const named = await nameCategories(
    bodies.filter(({ category }) => category !== undefined && !found.categories.has(category)),
    deciding,
  );
  const references = { ...found, categories: new Set([...found.categories, ...named.ids.values()]) };
  const owners = [...references.skus.values(), ...references.barcodes.values()].map(
    ({ productId }) => productId,
  );
  const known = await findProducts(runner, call.tenant, [
    ...new Set([...bodies.flatMap(({ id }) => id ?? []), ...owners]),
  ]);
  const products = new Map(known.map((product) => [product.id, product]));
  const taken: Taken = { products: new Map(), codes: new Map() };
  const results: ProductImportRow[] = [];
  const changes: ProductChange[] = [];
  const moves: StockDecision['move'][] = [];
  for (const [at, { row, body, errors }] of rows.entries()) {
    if (at % SLICE_ROWS === SLICE_ROWS - 1) await setImmediate();
    if (body === null) {
      results.push({ row, action: 'failed', product_id: null, name: null, stock: null, errors: [...errors] });
      continue;
    }
    const { result, change, move } = decideRow(
      { row, body, before: productOf(body, { products, references }) },
      { taken, reading: { ...deciding, references, named } },
    );
    results.push(result);
    if (change) changes.push(change);
    if (move) moves.push(move);
  }
  const needed = new Set(changes.map(({ after }) => after.categoryId));
  return { results, changes, moves, categories: new Map([...named.fresh].filter(([id]) => needed.has(id))) };
}

type DecidedRow = {
  readonly result: ProductImportRow;
  readonly change: ProductChange | null;
  readonly move: StockDecision['move'] | null;
};

function decideRow(
  { row, body, before }: Row,
  { taken, reading }: { readonly taken: Taken; readonly reading: Named },
): DecidedRow {
  try {
    const after = productAfter(withCategory(body, reading.named, reading.references), before, reading);
    const stock = decideStock(before, after, { body, row, ...reading });
    take(after, { row, taken });
    const same = before !== null && isSame(presentProduct(before, reading), presentProduct(after, reading));
    const action = before === null ? 'created' : same && stock === null ? 'unchanged' : 'updated';
    return {
      result: { row, action, product_id: after.id, name: after.name, stock: stock?.told ?? null, errors: [] },
      change: same ? null : { before, after },
      move: stock?.move ?? null,
    };
  } catch (refusal) {
    return {
      result: {
        row,
        action: 'failed',
        product_id: null,
        name: body.name ?? before?.name ?? null,
        stock: null,
        errors: [...errorsOf(refusal)],
      },
      change: null,
      move: null,
    };
  }
}

/** The product with the row's id, else its SKU, else a barcode. */
function productOf(
  { id, sku, barcode, barcodes }: ProductImportFields,
  {
    products,
    references,
  }: { readonly products: ReadonlyMap<string, ProductState>; readonly references: References },
): ProductState | null {
  const byId = id === undefined ? undefined : products.get(id);
  if (byId) return byId;
  const owner =
    (sku && references.skus.get(sku)) ||
    [barcode ?? '', ...(barcodes ?? [])].flatMap((code) => references.barcodes.get(code) ?? [])[0];
  return (owner && products.get(owner.productId)) || null;
}

function productAfter(
  body: ProductImportFields,
  before: ProductState | null,
  reading: ProductReading,
): ProductState {
  const {
    id: _,
    variants,
    currency,
    components = [],
    category: _category,
    stock: _stock,
    location_id: _location,
    ...given
  } = body;
  const fields = components.length === 0 ? given : { ...given, components };
  const home = before?.currency ?? reading.call.caller.merchant.currency;
  if (currency !== undefined && currency !== home)
    throw invalid({ path: 'currency', message: `must be ${home}, the merchant's` });
  const isVariable =
    (fields.type ?? before?.type ?? (variants === undefined ? 'simple' : 'variable')) === 'variable';
  if (before === null) {
    if (fields.name === undefined)
      throw invalid({ path: 'name', message: 'is required, for no product has this id, SKU or barcode' });
    return newProduct(
      {
        ...fields,
        name: fields.name,
        ...(isVariable ? { variants: (variants ?? []).map(bodyOfVariant) } : {}),
      },
      reading,
    );
  }
  const read = readProduct(fields, before, reading);
  const after =
    isVariable && variants !== undefined
      ? { ...read, variants: variantsAfter(variants, before, reading) }
      : read;
  judgeProduct(after, reading.references);
  return after;
}

/** The list given is the whole list: each is the variant with its id, else its SKU, else a new one. */
function variantsAfter(
  given: readonly ProductImportVariant[],
  { variants, currency }: ProductState,
  reading: ProductReading,
): readonly VariantState[] {
  return given.map((one, at) => {
    const now = variants.find(({ id }) => id === one.id) ??
      variants.find(({ sku }) => sku !== null && sku === one.sku) ?? {
        ...blankVariant(reading),
        position: at,
      };
    return readVariant(bodyOfVariant(one), now, { path: `variants[${at}].`, currency });
  });
}

/** An export says what a variant costs and what of that is its own; only the latter is its own. */
function bodyOfVariant({ own_price, own_cost, ...body }: ProductImportVariant): VariantBody {
  return {
    ...body,
    ...(own_price === undefined ? {} : { price: own_price }),
    ...(own_cost === undefined ? {} : { cost: own_cost }),
  };
}

/** No two rows may be one product, nor want one code. */
function take(product: ProductState, { row, taken }: { readonly row: number; readonly taken: Taken }): void {
  const other = taken.products.get(product.id);
  if (other !== undefined)
    throw invalid({ path: 'id', message: `must not name the product of row ${other} once more` });
  for (const { kind, code } of codesOf(product)) {
    const owner = taken.codes.get(`${kind} ${code}`);
    if (owner !== undefined) throw codeTaken({ kind, code, variantId: null, owner: `Row ${owner}` });
  }
  taken.products.set(product.id, row);
  for (const { kind, code } of codesOf(product)) taken.codes.set(`${kind} ${code}`, row);
}
