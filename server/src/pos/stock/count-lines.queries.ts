import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';
import type { CountKey } from './counts.queries.ts';

const COUNT = { merchant_id: 'text', livemode: 'bool', count_id: 'text' } as const;
const LINE = {
  variant_id: 'text',
  product_id: 'text',
  name: 'text',
  variant_name: 'text?',
  sku: 'text?',
  position: 'int4',
  counted: 'int8?',
  expected: 'int8?',
  expected_seq: 'int8?',
  seq: 'int8',
  counted_at: 'timestamptz?',
  movement_id: 'text?',
} as const;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
const LINES = `SELECT l.variant_id, v.product_id, p.name, v.name AS variant_name, v.sku, l.position, l.counted, l.expected, l.expected_seq, coalesce(s.seq, 0) AS seq, l.counted_at, m.id AS movement_id
  FROM stock_counts c JOIN stock_count_lines l ON ${KEY('l', 'c')} AND l.count_id = c.id JOIN variants v ON ${KEY('v', 'l')} AND v.id = l.variant_id JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id
  LEFT JOIN stock_levels s ON ${KEY('s', 'c')} AND s.location_id = c.location_id AND s.variant_id = l.variant_id
  LEFT JOIN stock_movements m ON ${KEY('m', 'c')} AND m.ref_type = 'count' AND m.ref_id = c.id AND m.ref_line = l.variant_id AND m.reason = 'count'
  WHERE c.merchant_id = $1 AND c.livemode = $2 AND c.id = $3`;

/** Puts what is to be counted on the list, by name; one more than may be, where there are too many. */
const fill = statement({
  name: 'stockCounts.fill',
  params: { ...COUNT, variant_ids: 'text[]?', category_ids: 'text[]?', lines_max: 'int4' },
  row: { lines: 'int8' },
  sql: `WITH filled AS (
          INSERT INTO stock_count_lines (merchant_id, livemode, count_id, variant_id, position)
          SELECT $1, $2, $3, v.id, row_number() OVER (ORDER BY p.name, p.id, v.position, v.id)
          FROM variants v JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id
          WHERE v.merchant_id = $1 AND v.livemode = $2 AND v.track_inventory AND v.deleted_at IS NULL AND p.deleted_at IS NULL
            AND (($4::text[] IS NULL AND $5::text[] IS NULL) OR v.id = ANY ($4) OR p.category_id = ANY ($5)) LIMIT $6::int4 + 1 RETURNING 1
        ) SELECT count(*) AS lines FROM filled`,
});

const categories = statement({
  name: 'stockCounts.categories',
  params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
  row: { id: 'text' },
  sql: 'SELECT id FROM categories WHERE merchant_id = $1 AND livemode = $2 AND id = ANY ($3) AND deleted_at IS NULL',
});

/** Each figure stands beside what should have been there at its seq; one whose seq there is not, or not yet, is left out. */
const put = statement({
  name: 'stockCounts.putLines',
  params: { ...COUNT, location_id: 'text', figures: 'jsonb', counted_at: 'timestamptz' },
  row: { variant_id: 'text' },
  sql: `INSERT INTO stock_count_lines (merchant_id, livemode, count_id, variant_id, position, counted, expected, expected_seq, counted_at)
        SELECT $1, $2, $3, g.variant_id, (SELECT coalesce(max(o.position), 0) FROM stock_count_lines o WHERE o.merchant_id = $1 AND o.livemode = $2 AND o.count_id = $3) + g.place,
          g.counted + CASE WHEN g.add THEN coalesce(e.counted, 0) ELSE 0 END, CASE WHEN g.add AND e.counted IS NOT NULL THEN e.expected ELSE coalesce(m.balance_after, 0) END,
          CASE WHEN g.add AND e.counted IS NOT NULL THEN e.expected_seq ELSE coalesce(g.seq, s.seq, 0) END, $6
        FROM ROWS FROM (jsonb_to_recordset($5) AS (variant_id text, counted bigint, add boolean, seq bigint)) WITH ORDINALITY AS g (variant_id, counted, add, seq, place)
        LEFT JOIN stock_count_lines e ON e.merchant_id = $1 AND e.livemode = $2 AND e.count_id = $3 AND e.variant_id = g.variant_id
        LEFT JOIN stock_levels s ON s.merchant_id = $1 AND s.livemode = $2 AND s.location_id = $4 AND s.variant_id = g.variant_id
        LEFT JOIN stock_movements m ON m.merchant_id = $1 AND m.livemode = $2 AND m.location_id = $4 AND m.variant_id = g.variant_id AND m.seq = coalesce(g.seq, s.seq, 0)
        WHERE m.seq IS NOT NULL OR coalesce(g.seq, s.seq, 0) = 0
        ON CONFLICT (merchant_id, livemode, count_id, variant_id) DO UPDATE SET counted = excluded.counted, expected = excluded.expected, expected_seq = excluded.expected_seq, counted_at = excluded.counted_at
        RETURNING variant_id`,
});

const list = statement({
  name: 'stockCounts.lines',
  params: {
    ...COUNT,
    is_counted: 'bool?',
    different_only: 'bool',
    moved_only: 'bool',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(LINE) },
  sql: `WITH found AS (
          SELECT * FROM (${LINES}) AS l WHERE ($4::bool IS NULL OR (l.counted IS NOT NULL) = $4) AND (NOT $5::bool OR l.counted <> l.expected) AND (NOT $6::bool OR (l.movement_id IS NULL AND l.expected_seq <> l.seq))
        ), page AS (SELECT * FROM found ORDER BY position, variant_id LIMIT $7::int4 OFFSET $8::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM found) t LEFT JOIN page p ON true ORDER BY p.position, p.variant_id`,
});

const some = statement({
  name: 'stockCounts.someLines',
  params: { ...COUNT, variant_ids: 'text[]' },
  row: LINE,
  sql: `SELECT * FROM (${LINES}) AS l WHERE l.variant_id = ANY ($4)`,
});

const counted = statement({
  name: 'stockCounts.countedLines',
  params: COUNT,
  row: { variant_id: 'text', counted: 'int8', expected: 'int8', expected_seq: 'int8' },
  sql: 'SELECT variant_id, counted, expected, expected_seq FROM stock_count_lines WHERE merchant_id = $1 AND livemode = $2 AND count_id = $3 AND counted IS NOT NULL ORDER BY position, variant_id',
});

export type CountLineRow = ValuesOf<typeof LINE>;
export type CountedLine = ValuesOf<(typeof counted)['row']>;
/** Quantities in thousandths, as text. */
export type Figure = {
  readonly variant_id: string;
  readonly counted: string;
  readonly add: boolean;
  readonly seq: number | null;
};
export type FilledWith = {
  readonly variantIds: readonly string[] | null;
  readonly categoryIds: readonly string[] | null;
  readonly linesMax: number;
};
export type LinesWanted = {
  readonly isCounted: boolean | null;
  readonly differentOnly: boolean;
  readonly movedOnly: boolean;
  readonly rowsMax: number;
  readonly offset: number;
};

/** How many lines it got. */
export async function fillCount(
  runner: Runner,
  { tenant, id }: CountKey,
  { variantIds, categoryIds, linesMax }: FilledWith,
): Promise<number> {
  return Number(
    (
      await runner.run(fill, {
        ...keyOf(tenant),
        count_id: id,
        variant_ids: variantIds,
        category_ids: categoryIds,
        lines_max: linesMax,
      })
    )[0]?.lines ?? 0n,
  );
}

/** Those of the categories that there are. */
export async function categoriesThere(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await runner.run(categories, { ...keyOf(tenant), ids })).map(({ id }) => id));
}

/** Which lines took their figure. */
export async function putCountLines(
  runner: Runner,
  { tenant, id }: CountKey,
  wanted: { readonly locationId: string; readonly figures: readonly Figure[]; readonly at: Date },
): Promise<ReadonlySet<string>> {
  const rows = await runner.run(put, {
    ...keyOf(tenant),
    count_id: id,
    location_id: wanted.locationId,
    figures: wanted.figures,
    counted_at: wanted.at,
  });
  return new Set(rows.map((row) => row.variant_id));
}

export async function listCountLineRows(
  runner: Runner,
  { tenant, id }: CountKey,
  { isCounted, differentOnly, movedOnly, rowsMax, offset }: LinesWanted,
) {
  return splitTotal<CountLineRow>(
    await runner.run(list, {
      ...keyOf(tenant),
      count_id: id,
      is_counted: isCounted,
      different_only: differentOnly,
      moved_only: movedOnly,
      rows_max: rowsMax,
      offset,
    }),
    'variant_id',
  );
}

export async function countLinesOf(
  runner: Runner,
  { tenant, id }: CountKey,
  variantIds: readonly string[],
): Promise<readonly CountLineRow[]> {
  return runner.run(some, { ...keyOf(tenant), count_id: id, variant_ids: variantIds });
}

export async function countedLines(
  runner: Runner,
  { tenant, id }: CountKey,
): Promise<readonly CountedLine[]> {
  return runner.run(counted, { ...keyOf(tenant), count_id: id });
}
