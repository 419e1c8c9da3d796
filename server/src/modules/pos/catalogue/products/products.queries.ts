import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../../store/index.ts';
import { readProductRow } from './product-columns.ts';
import { PRODUCT_ROW, PRODUCT_SELECT, PRODUCT_SELECT_BARE } from './product-rows.queries.ts';
import type { ProductState } from './product-state.ts';

const IDS = { merchant_id: 'text', livemode: 'bool', ids: 'text[]' } as const;

const find = statement({
  name: 'products.find',
  params: IDS,
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_SELECT} FROM products p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = ANY (:ids) AND p.deleted_at IS NULL`,
});

const findBare = statement({
  name: 'products.findBare',
  params: IDS,
  row: PRODUCT_ROW,
  sql: `SELECT ${PRODUCT_SELECT_BARE} FROM products p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = ANY (:ids) AND p.deleted_at IS NULL`,
});

const findByCode = statement({
  name: 'products.findByBarcode',
  params: { merchant_id: 'text', livemode: 'bool', barcode: 'text' },
  row: { variant_id: 'text', ...PRODUCT_ROW },
  sql: `SELECT k.variant_id, ${PRODUCT_SELECT} FROM variant_codes k JOIN products p ON p.merchant_id = k.merchant_id AND p.livemode = k.livemode AND p.id = k.product_id
        WHERE k.merchant_id = :merchant_id AND k.livemode = :livemode AND k.kind = 'barcode' AND k.code = :barcode`,
});

/** One product; undefined where the tenant has none with this id. */
export async function findProduct(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<ProductState | undefined> {
  return (await findProducts(runner, tenant, [id]))[0];
}

/** Those of some products that are there, in no order. */
export async function findProducts(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly ProductState[]> {
  return (await runner.run(find, { ...keyOf(tenant), ids })).map(readProductRow);
}

/** The same without their stock. */
export async function findBareProducts(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly ProductState[]> {
  return (await runner.run(findBare, { ...keyOf(tenant), ids })).map(readProductRow);
}

/** What a barcode stands on. */
export async function findProductByBarcode(
  runner: Runner,
  tenant: Tenant,
  barcode: string,
): Promise<{ readonly variantId: string; readonly product: ProductState } | undefined> {
  const [row] = await runner.run(findByCode, { ...keyOf(tenant), barcode });
  return row && { variantId: row.variant_id, product: readProductRow(row) };
}
