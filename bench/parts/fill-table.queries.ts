import type pg from 'pg';
import { columnsOf as columnsOfKey, knownKeys, type KnownKey } from '../../server/src/store/index.ts';

export type TableFill = {
  readonly table: string;
  readonly merchantId: string;
  /** The first number, and the last. */
  readonly from: number;
  readonly to: number;
};

/** How many characters of a filled text tell which of them it is. */
export const FILLED_DIGITS = 10;
/** Whose rows they are, and what they all belong to. */
const KEPT = new Set(['merchant_id', 'livemode', 'event_id', 'location_id', 'variant_id']);

type Column = {
  readonly name: string;
  readonly type: string;
  /** It tells rows apart, alone or with others. */
  readonly unique: boolean;
  /** The table is cut into days by it. */
  readonly cut: boolean;
};

/** What the n-th filled row has of a text that tells rows apart. */
export function filledText(template: string, n: number): string {
  return template.slice(0, -FILLED_DIGITS) + String(n).padStart(FILLED_DIGITS, '0');
}

/**
 * Copies the merchant's oldest row of a table so many times. What tells rows apart gets the number in it, the same in
 * every table, so that the copies of a ticket belong to the copies of its order; moments are a second apart and older than
 * any other. Triggers and foreign keys rest meanwhile.
 */
export async function fillTable(
  database: pg.Client,
  { table, merchantId, from, to }: TableFill,
): Promise<void> {
  const columns = await columnsOf(database, table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await database.query(`SET synchronous_commit = off; SET session_replication_role = replica`);
  try {
    const { rows } = await database.query<{ made: number }>(
      listing(
        table,
        `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${columns.map(valueOf).join(', ')}
       FROM (SELECT * FROM ${table} WHERE merchant_id = $1 LIMIT 1) t, generate_series($2::bigint, $3::bigint) n ON CONFLICT DO NOTHING`,
      ),
      [merchantId, from, to],
    );
    const rowCount = rows[0]?.made ?? 0;
    if (rowCount !== to - from + 1)
      throw new Error(`${table} took ${rowCount} of ${to - from + 1} rows: they are not told apart.`);
    await addToTotal(database, { table, merchantId, rows: rowCount });
  } finally {
    await database.query('RESET synchronous_commit; RESET session_replication_role');
  }
  await database.query(`VACUUM (ANALYZE) ${table}`);
}

/** The statement that inserts, with what the table's triggers would have listed of its rows in the directory; it tells how many rows it made. */
export function listing(table: string, insert: string): string {
  const known = Object.entries<KnownKey>(knownKeys).filter(([, one]) => one.table === table);
  const columns = ['merchant_id', 'livemode', ...known.flatMap(([, one]) => columnsOfKey(one))];
  const values = known.map(([kind, { key }]) => `('${kind}', ${key})`).join(', ');
  const listed = `, listed AS (INSERT INTO directory SELECT k.kind, k.key, c.merchant_id, c.livemode FROM made c CROSS JOIN LATERAL (VALUES ${values}) AS k (kind, key) WHERE k.key IS NOT NULL)`;
  return `WITH made AS (${insert} RETURNING ${[...new Set(columns)].join(', ')})${known.length === 0 ? '' : listed} SELECT count(*)::int AS made FROM made`;
}

/** What the table's triggers would have kept of a list's total; of what has none it is never read. */
async function addToTotal(
  database: pg.Client,
  { table, merchantId, rows }: { readonly table: string; readonly merchantId: string; readonly rows: number },
): Promise<void> {
  const scope = table === 'tickets' ? 'f.event_id' : "''";
  await database.query(
    `INSERT INTO list_totals AS t SELECT f.merchant_id, f.livemode, $2, ${scope}, $3::bigint FROM (SELECT * FROM ${table} WHERE merchant_id = $1 LIMIT 1) f
     ON CONFLICT (merchant_id, livemode, list, scope) DO UPDATE SET rows = t.rows + excluded.rows`,
    [merchantId, table, rows],
  );
}

/** Adds up what writers left of the totals of lists, as a loop does once a second where there are workers. */
export async function addUpTotals(database: pg.Client): Promise<void> {
  await database.query(
    `WITH taken AS (DELETE FROM list_deltas RETURNING *)
     INSERT INTO list_totals AS t SELECT merchant_id, livemode, list, scope, sum(rows) FROM taken GROUP BY 1, 2, 3, 4
     ON CONFLICT (merchant_id, livemode, list, scope) DO UPDATE SET rows = t.rows + excluded.rows`,
  );
}

function valueOf({ name, type, unique, cut }: Column): string {
  const own = `t."${name}"`;
  if (KEPT.has(name)) return own;
  if (name === 'created_at') return cut ? own : `timestamptz '2020-01-01' + n * interval '1 second'`;
  if (!unique) return own;
  if (type === 'text') return `left(${own}, -${FILLED_DIGITS}) || lpad(n::text, ${FILLED_DIGITS}, '0')`;
  if (type === 'bytea')
    return `CASE WHEN ${own} IS NOT NULL THEN substr(sha256(convert_to(n::text, 'UTF8')), 1, octet_length(${own})) END`;
  return type === 'int4' || type === 'int8' ? `(${own} + n)::${type}` : own;
}

async function columnsOf(database: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await database.query<Column>(
    `SELECT a.attname AS name, t.typname AS type,
       EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY (i.indkey::int2[])) AS unique,
       EXISTS (SELECT FROM pg_partitioned_table p WHERE p.partrelid = a.attrelid AND a.attnum = ANY (p.partattrs::int2[])) AS cut
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    [table],
  );
  return rows;
}
