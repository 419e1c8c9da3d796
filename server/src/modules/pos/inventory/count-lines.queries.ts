import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { CountKey } from './counts.queries.ts';
import { flag, only } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText } from '../../../kernel/list/list-walk.queries.ts';

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
const COLUMNS =
  'l.variant_id, v.product_id, p.name, v.name AS variant_name, v.sku, l.position, l.counted, l.expected, l.expected_seq, coalesce(s.seq, 0) AS seq, l.counted_at, m.id AS movement_id';
const FROM = `stock_counts c JOIN stock_count_lines l ON ${KEY('l', 'c')} AND l.count_id = c.id JOIN variants v ON ${KEY('v', 'l')} AND v.id = l.variant_id JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id
  LEFT JOIN stock_levels s ON ${KEY('s', 'c')} AND s.location_id = c.location_id AND s.variant_id = l.variant_id
  LEFT JOIN stock_movements m ON ${KEY('m', 'c')} AND m.ref_type = 'count' AND m.ref_id = c.id AND m.ref_line = l.variant_id AND m.reason = 'count'`;
const LINES = `SELECT ${COLUMNS} FROM ${FROM} WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = :count_id`;

/** Puts what is to be counted on the list, by name; one more than may be, where there are too many. */
const fill = statement({
  name: 'stockCounts.fill',
  params: { ...COUNT, variant_ids: 'text[]?', category_ids: 'text[]?', lines_max: 'int4' },
  row: { lines: 'int8' },
  sql: `WITH filled AS (
          INSERT INTO stock_count_lines (merchant_id, livemode, count_id, variant_id, position)
          SELECT :merchant_id, :livemode, :count_id, v.id, row_number() OVER (ORDER BY p.name, p.id, v.position, v.id)
          FROM variants v JOIN products p ON ${KEY('p', 'v')} AND p.id = v.product_id
          WHERE v.merchant_id = :merchant_id AND v.livemode = :livemode AND v.track_inventory AND v.deleted_at IS NULL AND p.deleted_at IS NULL
            AND ((:variant_ids::text[] IS NULL AND :category_ids::text[] IS NULL) OR v.id = ANY (:variant_ids) OR p.category_id = ANY (:category_ids)) LIMIT :lines_max::int4 + 1 RETURNING 1
        ) SELECT count(*) AS lines FROM filled`,
});

const categories = statement({
  name: 'stockCounts.categories',
  params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
  row: { id: 'text' },
  sql: 'SELECT id FROM categories WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = ANY (:ids) AND deleted_at IS NULL',
});

/** Each figure stands beside what should have been there at its seq; one whose seq there is not, or not yet, is left out. */
const put = statement({
  name: 'stockCounts.putLines',
  params: { ...COUNT, location_id: 'text', figures: 'jsonb', counted_at: 'timestamptz' },
  row: { variant_id: 'text' },
  sql: `INSERT INTO stock_count_lines (merchant_id, livemode, count_id, variant_id, position, counted, expected, expected_seq, counted_at)
        SELECT :merchant_id, :livemode, :count_id, g.variant_id, (SELECT coalesce(max(o.position), 0) FROM stock_count_lines o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.count_id = :count_id) + g.place,
          g.counted + CASE WHEN g.add THEN coalesce(e.counted, 0) ELSE 0 END, CASE WHEN g.add AND e.counted IS NOT NULL THEN e.expected ELSE coalesce(m.balance_after, 0) END,
          CASE WHEN g.add AND e.counted IS NOT NULL THEN e.expected_seq ELSE coalesce(g.seq, s.seq, 0) END, :counted_at
        FROM ROWS FROM (jsonb_to_recordset(:figures) AS (variant_id text, counted bigint, add boolean, seq bigint)) WITH ORDINALITY AS g (variant_id, counted, add, seq, place)
        LEFT JOIN stock_count_lines e ON e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.count_id = :count_id AND e.variant_id = g.variant_id
        LEFT JOIN stock_levels s ON s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.location_id = :location_id AND s.variant_id = g.variant_id
        LEFT JOIN stock_movements m ON m.merchant_id = :merchant_id AND m.livemode = :livemode AND m.location_id = :location_id AND m.variant_id = g.variant_id AND m.seq = coalesce(g.seq, s.seq, 0)
        WHERE m.seq IS NOT NULL OR coalesce(g.seq, s.seq, 0) = 0
        ON CONFLICT (merchant_id, livemode, count_id, variant_id) DO UPDATE SET counted = excluded.counted, expected = excluded.expected, expected_seq = excluded.expected_seq, counted_at = excluded.counted_at
        RETURNING variant_id`,
});

const some = statement({
  name: 'stockCounts.someLines',
  params: { ...COUNT, variant_ids: 'text[]' },
  row: LINE,
  sql: `SELECT * FROM (${LINES}) AS l WHERE l.variant_id = ANY (:variant_ids)`,
});

const counted = statement({
  name: 'stockCounts.countedLines',
  params: COUNT,
  row: { variant_id: 'text', counted: 'int8', expected: 'int8', expected_seq: 'int8' },
  sql: 'SELECT variant_id, counted, expected, expected_seq FROM stock_count_lines WHERE merchant_id = :merchant_id AND livemode = :livemode AND count_id = :count_id AND counted IS NOT NULL ORDER BY position, variant_id',
});

/** The lines of one count, in their order. */
export const countLineList = list('listStockCountLines', {
  from: FROM,
  row: LINE,
  select: COLUMNS,
  id: 'l.variant_id',
  given: { count_id: 'text' },
  where: 'c.id = :count_id',
  filters: {
    counted: flag('l.counted IS NOT NULL'),
    different: only('l.counted <> l.expected'),
    moved: only('(m.id IS NULL AND l.expected_seq <> coalesce(s.seq, 0))'),
  },
  sorts: { position: byText("to_char(l.position, 'FM0000000000')") },
});

export type CountLineRow = ValuesOf<typeof LINE>;
export type CountedLine = ValuesOf<(typeof counted)['row']>;
/** Quantities in thousandths, as text. */
export type CountedFigure = {
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
  wanted: { readonly locationId: string; readonly figures: readonly CountedFigure[]; readonly at: Date },
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
