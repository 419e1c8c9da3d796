import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';
import { BEYOND, bothOrders, DIRECTION, type ListOrder } from '../list-order.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const VARIANT = {
  variant_id: 'text',
  product_id: 'text',
  name: 'text',
  variant_name: 'text?',
  sku: 'text?',
} as const;
const LEVEL = {
  location_id: 'text',
  ...VARIANT,
  on_hand: 'int8',
  reserved: 'int8',
  seq: 'int8',
  low_stock_threshold: 'int8?',
  updated_at: 'timestamptz?',
  created_at: 'timestamptz',
} as const;
const MOVEMENT = {
  id: 'text',
  location_id: 'text',
  ...VARIANT,
  seq: 'int8',
  delta: 'int8',
  reserved_delta: 'int8',
  balance_after: 'int8',
  reserved_after: 'int8',
  reason: 'text',
  ref_type: 'text',
  ref_id: 'text',
  ref_line: 'text',
  note: 'text?',
  actor_type: 'text?',
  actor_id: 'text?',
  unit_cost: 'int8?',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
} as const;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;

/** Without a location: what is or was somewhere, and everything at the default one. `after_*`: the last row of the page before. */
const levels = statement({
  name: 'stock.levels',
  params: {
    ...TENANT,
    location_id: 'text?',
    variant_id: 'text?',
    product_id: 'text?',
    category_id: 'text?',
    q: 'text?',
    low_only: 'bool',
    active_only: 'bool',
    after_at: 'timestamptz?',
    after_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(LEVEL) },
  sql: `WITH found AS (
          SELECT l.id AS location_id, v.id AS variant_id, v.product_id, p.name, v.name AS variant_name, v.sku, coalesce(s.on_hand, 0) AS on_hand, coalesce(s.reserved, 0) AS reserved, coalesce(s.seq, 0) AS seq,
            v.low_stock_threshold, s.updated_at, v.created_at
          FROM variants v JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id
          JOIN locations l ON ${KEY('l', 'v')} AND l.deleted_at IS NULL
          LEFT JOIN stock_levels s ON ${KEY('s', 'v')} AND s.location_id = l.id AND s.variant_id = v.id
          WHERE v.merchant_id = :merchant_id AND v.livemode = :livemode AND v.track_inventory AND v.deleted_at IS NULL AND p.deleted_at IS NULL
            AND CASE WHEN :location_id::text IS NULL THEN l.is_default OR s.seq > 0 ELSE l.id = :location_id END
            AND (:variant_id::text IS NULL OR v.id = :variant_id) AND (:product_id::text IS NULL OR v.product_id = :product_id) AND (:category_id::text IS NULL OR p.category_id = :category_id) AND (:q::text IS NULL OR position(:q IN p.search) > 0)
            AND (NOT :low_only::bool OR coalesce(s.on_hand - s.reserved, 0) <= v.low_stock_threshold) AND (NOT :active_only::bool OR (v.is_active AND p.is_active))
        ), page AS (
          SELECT * FROM found WHERE :after_at::timestamptz IS NULL OR (created_at, variant_id || '-' || location_id) < (:after_at, :after_id) ORDER BY created_at DESC, variant_id || '-' || location_id DESC LIMIT :rows_max::int4 OFFSET :offset::int4
        )
        SELECT t.total, ${Object.keys(LEVEL)
          .map((name) => `p.${name}`)
          .join(
            ', ',
          )} FROM (SELECT count(*) AS total FROM found) t LEFT JOIN page p ON true ORDER BY p.created_at DESC, p.variant_id || '-' || p.location_id DESC`,
});

const MATCHED = `m.merchant_id = :merchant_id AND m.livemode = :livemode AND (:location_id::text IS NULL OR m.location_id = :location_id) AND (:variant_id::text IS NULL OR m.variant_id = :variant_id) AND (:variant_ids::text[] IS NULL OR m.variant_id = ANY (:variant_ids))
  AND (:reason::text IS NULL OR m.reason = :reason) AND (:ref_id::text IS NULL OR m.ref_id = :ref_id) AND (:recorded_from::timestamptz IS NULL OR m.recorded_at >= :recorded_from) AND (:recorded_to::timestamptz IS NULL OR m.recorded_at < :recorded_to)`;

const movements = bothOrders((order) =>
  statement({
    name: `stock.movements.${order}`,
    params: {
      ...TENANT,
      location_id: 'text?',
      variant_id: 'text?',
      variant_ids: 'text[]?',
      reason: 'text?',
      ref_id: 'text?',
      recorded_from: 'timestamptz?',
      recorded_to: 'timestamptz?',
      after_at: 'timestamptz?',
      after_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
    },
    row: { total: 'int8', ...orNull(MOVEMENT) },
    sql: `SELECT t.total, ${Object.keys(MOVEMENT)
      .map((name) => `p.${name}`)
      .join(', ')} FROM (SELECT count(*) AS total FROM stock_movements m WHERE ${MATCHED}) t LEFT JOIN (
          SELECT m.*, v.product_id, q.name, v.name AS variant_name, v.sku FROM (
            SELECT * FROM stock_movements m WHERE ${MATCHED} AND (:after_at::timestamptz IS NULL OR (m.recorded_at, m.id) ${BEYOND[order]} (:after_at, :after_id)) ORDER BY m.recorded_at ${DIRECTION[order]}, m.id ${DIRECTION[order]} LIMIT :rows_max::int4 OFFSET :offset::int4
          ) m JOIN variants v ON ${KEY('v', 'm')} AND v.id = m.variant_id JOIN products q ON ${KEY('q', 'm')} AND q.id = v.product_id
        ) p ON true ORDER BY p.recorded_at ${DIRECTION[order]}, p.id ${DIRECTION[order]}`,
  }),
);

const variantsOf = statement({
  name: 'stock.variantsOfProduct',
  params: { ...TENANT, product_id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM variants WHERE merchant_id = :merchant_id AND livemode = :livemode AND product_id = :product_id',
});

export type LevelRow = ValuesOf<typeof LEVEL>;
export type MovementRow = ValuesOf<typeof MOVEMENT>;
export type LevelFilter = {
  readonly location_id: string | null;
  readonly variant_id: string | null;
  readonly product_id: string | null;
  readonly category_id: string | null;
  /** Without case and accents. */
  readonly q: string | null;
  readonly low_only: boolean;
  readonly active_only: boolean;
};
export type MovementFilter = {
  readonly location_id: string | null;
  readonly variant_id: string | null;
  /** Any of these; null: whichever. */
  readonly variant_ids: readonly string[] | null;
  readonly reason: string | null;
  readonly ref_id: string | null;
  readonly recorded_from: Date | null;
  /** Excluded. */
  readonly recorded_to: Date | null;
};
export type Wanted<Filter> = {
  readonly filter: Filter;
  readonly after: Position | null;
  readonly rowsMax: number;
  readonly offset: number;
};

/** Levels and how many there are in all; both of one snapshot. */
export async function listLevelRows(
  runner: Runner,
  tenant: Tenant,
  { filter, after, rowsMax, offset }: Wanted<LevelFilter>,
) {
  return splitTotal<LevelRow>(
    await runner.run(levels, {
      after_at: after?.at ?? null,
      after_id: after?.id ?? '',
      rows_max: rowsMax,
      offset,
      ...keyOf(tenant),
      ...filter,
    }),
    'variant_id',
  );
}

/** Movements and how many there are in all. */
export async function listMovementRows(
  runner: Runner,
  tenant: Tenant,
  { filter, order, after, rowsMax, offset }: Wanted<MovementFilter> & { readonly order: ListOrder },
) {
  return splitTotal<MovementRow>(
    await runner.run(movements[order], {
      after_at: after?.at ?? null,
      after_id: after?.id ?? '',
      rows_max: rowsMax,
      offset,
      ...keyOf(tenant),
      ...filter,
    }),
    'id',
  );
}

export async function variantsOfProduct(
  runner: Runner,
  tenant: Tenant,
  productId: string,
): Promise<readonly string[]> {
  return (await runner.run(variantsOf, { ...keyOf(tenant), product_id: productId })).map(({ id }) => id);
}
