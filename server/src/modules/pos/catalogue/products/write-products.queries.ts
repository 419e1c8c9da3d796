import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { json, statement, type Json, type Runner, type JsonObject } from '../../../../store/index.ts';
import { codesOf, componentColumns, productColumns, variantColumns } from './product-columns.ts';
import type { ProductFact } from './product-facts.ts';
import type { ProductState } from './product-state.ts';

const PRODUCT = {
  name: 'text',
  description: 'text',
  category_id: 'text',
  type: 'text',
  price: 'bigint',
  cost: 'bigint',
  tax_rate_id: 'text',
  tax_rate: 'bigint',
  tax_inclusive: 'boolean',
  unit: 'text',
  quantity_step: 'bigint',
  track_inventory: 'boolean',
  allow_negative_stock: 'boolean',
  low_stock_threshold: 'bigint',
  options: 'jsonb',
  modifier_group_ids: 'text[]',
  image_url: 'text',
  color: 'text',
  is_active: 'boolean',
  position: 'int',
  metadata: json<JsonObject>(),
  search: 'text',
  sequence: 'int',
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz',
} as const;
const VARIANT = {
  product_id: 'text',
  name: 'text',
  sku: 'text',
  options: 'jsonb',
  own_price: 'bigint',
  own_cost: 'bigint',
  price: 'bigint',
  cost: 'bigint',
  track_inventory: 'boolean',
  allow_negative_stock: 'boolean',
  low_stock_threshold: 'bigint',
  is_active: 'boolean',
  position: 'int',
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz',
} as const;
const recordOf = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map((column) => column.join(' '))
    .join(', ');
const listOf = (columns: Readonly<Record<string, string>>, from = ''): string =>
  Object.keys(columns)
    .map((column) => `${from}${column}`)
    .join(', ');

const takeTurn = statement({
  name: 'products.takeImportTurn',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { locked: 'bool', later: 'text' },
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('cottontree.product_import:' || :merchant_id || ':' || :livemode::bool::text, 0)) IS NOT NULL AS locked, set_config('cottontree.number_till_changes', 'later', true) AS later`,
});

const numberChanges = statement({
  name: 'products.numberTillChanges',
  params: { merchant_id: 'text', livemode: 'bool', kind: 'text', ids: 'text[]' },
  row: { numbered: 'bool' },
  sql: 'SELECT number_till_changes(:merchant_id, :livemode, :kind, :ids, array_fill(false, ARRAY[cardinality(:ids::text[])])) IS NOT NULL AS numbered',
});

/**
 * The one statement that writes products, as many as are given, all of them or none: new ones, and others on the version that
 * was read, judged on their rows under lock.
 */
const write = statement({
  name: 'products.write',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    products: 'jsonb',
    variants: 'jsonb',
    codes: 'jsonb',
    codes_gone: 'jsonb',
    variants_gone: 'text[]',
    facts: 'jsonb',
    components: 'jsonb',
  },
  row: { written: 'int8' },
  sql: `WITH given AS MATERIALIZED (
          SELECT g.* FROM jsonb_to_recordset(:products) AS g(id text, before int, currency text, created_at timestamptz, ${recordOf(PRODUCT)})
        ), locked AS MATERIALIZED (
          SELECT p.id FROM products p JOIN given g ON g.id = p.id AND g.before = p.version WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.deleted_at IS NULL ORDER BY p.id FOR UPDATE OF p
        ), ready AS MATERIALIZED (
          SELECT (SELECT count(*) FROM locked) = (SELECT count(*) FROM given WHERE before > 0) AS every
        ), inserted AS (
          INSERT INTO products (merchant_id, livemode, id, version, currency, created_at, ${listOf(PRODUCT)})
          SELECT :merchant_id, :livemode, g.id, 1, g.currency, g.created_at, ${listOf(PRODUCT, 'g.')} FROM given g, ready r WHERE g.before = 0 AND r.every RETURNING merchant_id, livemode, id
        ), changed AS (
          UPDATE products p SET version = p.version + 1, ${Object.keys(PRODUCT)
            .map((column) => `${column} = g.${column}`)
            .join(', ')}
          FROM given g, ready r WHERE r.every AND p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = g.id AND g.before > 0 RETURNING p.merchant_id, p.livemode, p.id
        ), written AS (
          SELECT * FROM inserted UNION ALL SELECT * FROM changed
        ), varied AS (
          INSERT INTO variants (merchant_id, livemode, id, created_at, ${listOf(VARIANT)})
          SELECT w.merchant_id, w.livemode, v.id, v.created_at, ${listOf(VARIANT, 'v.')} FROM written w JOIN jsonb_to_recordset(:variants) AS v(id text, created_at timestamptz, ${recordOf(VARIANT)}) ON v.product_id = w.id
          ON CONFLICT (merchant_id, livemode, id) DO UPDATE SET ${Object.keys(VARIANT)
            .map((column) => `${column} = excluded.${column}`)
            .join(', ')}
        ), removed AS (
          UPDATE variants v SET deleted_at = g.updated_at, updated_at = g.updated_at FROM written w JOIN given g ON g.id = w.id
          WHERE v.merchant_id = :merchant_id AND v.livemode = :livemode AND v.product_id = w.id AND v.id = ANY (:variants_gone)
        ), freed AS (
          DELETE FROM variant_codes c WHERE (c.merchant_id, c.livemode, c.kind, c.code) IN (
            SELECT w.merchant_id, w.livemode, g.kind, g.code FROM written w JOIN jsonb_to_recordset(:codes_gone) AS g(kind text, code text, product_id text) ON g.product_id = w.id
          ) RETURNING c.code
        ), coded AS (
          INSERT INTO variant_codes (merchant_id, livemode, kind, code, product_id, variant_id, position)
          SELECT w.merchant_id, w.livemode, k.kind, k.code, k.product_id, k.variant_id, k.position
          FROM written w JOIN jsonb_to_recordset(:codes) AS k(kind text, code text, product_id text, variant_id text, position int) ON k.product_id = w.id, (SELECT count(*) FROM freed) f ORDER BY k.kind, k.code
        ), composed AS (
          INSERT INTO bundle_components AS b (merchant_id, livemode, product_id, variant_id, position, quantity)
          SELECT w.merchant_id, w.livemode, k.product_id, k.variant_id, k.position, k.quantity FROM written w JOIN jsonb_to_recordset(:components) AS k(product_id text, variant_id text, position int, quantity bigint) ON k.product_id = w.id ORDER BY k.variant_id
          ON CONFLICT (merchant_id, livemode, product_id, variant_id) DO UPDATE SET position = excluded.position, quantity = excluded.quantity WHERE (b.position, b.quantity) <> (excluded.position, excluded.quantity)
        ), decomposed AS (
          DELETE FROM bundle_components b USING written w WHERE b.merchant_id = w.merchant_id AND b.livemode = w.livemode AND b.product_id = w.id
            AND NOT EXISTS (SELECT FROM jsonb_to_recordset(:components) AS k(product_id text, variant_id text) WHERE k.product_id = b.product_id AND k.variant_id = b.variant_id)
        ), announced AS (
          INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at, trace)
          SELECT w.merchant_id, w.livemode, f.kind, w.id, f.sequence, f.facts, f.at, f.trace FROM written w JOIN jsonb_to_recordset(:facts) AS f(entity text, kind text, sequence int, facts jsonb, at timestamptz, trace text) ON f.entity = w.id ORDER BY w.id, f.sequence
        )
        SELECT count(*) AS written FROM written`,
});

/** One import of a tenant after the other. What the transaction writes is numbered for tills by `numberTillChanges` at its end, so that nobody else waits for it until then. */
export async function takeImportTurn(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(takeTurn, keyOf(tenant));
}

/** The last step of an import: tells tills of what it has written. */
export async function numberTillChanges(
  tx: Runner,
  tenant: Tenant,
  { kind, ids }: { readonly kind: 'product' | 'category'; readonly ids: readonly string[] },
): Promise<void> {
  if (ids.length > 0) await tx.run(numberChanges, { ...keyOf(tenant), kind, ids });
}

/** How a product was, null for a new one, how it is to be, and what is told of it. */
export type ProductWrite = {
  readonly before: ProductState | null;
  readonly after: ProductState;
  readonly fact: ProductFact;
};

/** False where one of them is no longer as it was read; then none is written. The refusal of a code that another has is the database's. */
export async function writeProductRows(
  runner: Runner,
  tenant: Tenant,
  writes: readonly ProductWrite[],
): Promise<boolean> {
  const after = writes.map((one) => one.after);
  const [row] = await runner.run(write, {
    ...keyOf(tenant),
    products: writes.map((one) => productColumns(one.after, one.before?.version ?? 0)),
    variants: after.flatMap((product) => product.variants.map((variant) => variantColumns(product, variant))),
    codes: writes.flatMap((one) => codesApart(one.after, one.before)),
    codes_gone: writes.flatMap((one) => codesApart(one.before, one.after)),
    variants_gone: writes.flatMap(
      ({ before, after: next }) =>
        before?.variants.flatMap(({ id }) =>
          next.variants.some((variant) => variant.id === id) ? [] : [id],
        ) ?? [],
    ),
    facts: writes.map(({ fact }) => fact),
    components: after.flatMap(componentColumns),
  });
  return row?.written === BigInt(writes.length);
}

/** The codes that one state has and the other has not, or has elsewhere. */
function codesApart(state: ProductState | null, other: ProductState | null): readonly Json[] {
  if (state === null) return [];
  const kept = new Set(other === null ? [] : codesOf(other).map((code) => JSON.stringify(code)));
  return codesOf(state).filter((code) => !kept.has(JSON.stringify(code)));
}
