import type { Client } from 'pg';
import { columnsOf, knownKeys, type KnownKey } from './known-keys.ts';

type KindRow = KnownKey & { readonly kind: string; readonly listed: boolean };
type Log = { readonly info: (facts: object, message: string) => void };
type Completing = {
  readonly log: Log;
  /** Does it in a transaction of its own, again where it found a table locked. */
  readonly patiently: (what: string, work: () => Promise<void>) => Promise<void>;
};

/** So many rows are listed in one go: a tenth of a second, for which whoever deletes waits. */
const ROWS_IN_A_PART = 2_000;

/**
 * Makes the triggers that list new rows under what they are known by, a table at a time, and lists those that were there
 * before, part by part, while others write. What broke off goes on from the beginning of its table. In a new
 * house indexes go that the directory makes needless.
 */
export async function completeDirectory(client: Client, { log, patiently }: Completing): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(
    "SELECT to_regclass('directory_kinds') IS NOT NULL AS made",
  );
  if (!rows[0]?.made) return;
  const kinds = await noteKinds(client);
  for (const table of new Set(kinds.map((kind) => kind.table))) {
    const known = kinds.filter((kind) => kind.table === table);
    if (!(await hasTriggers(client, table, known)))
      await patiently(`the directory of ${table}`, () => makeTriggers(client, table, known));
    const missing = known.filter(({ listed }) => !listed);
    if (missing.length > 0) await listRows(client, { table, missing, log });
  }
  await dropNeedless(client, { patiently });
}

/**
 * What the directory lets nobody have twice, and the primary key finds within a merchant, needs no index of its own: each row
 * would be written into one more, at a place that nothing foretells. Only in a house that nobody has moved into yet: in
 * another one a program of 0.1.0 may be at work, which names these indexes.
 */
async function dropNeedless(client: Client, { patiently }: Pick<Completing, 'patiently'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT x.indexrelid::regclass::text AS name FROM directory_kinds k
     JOIN pg_index x ON x.indrelid = to_regclass(k.of_table) AND NOT x.indisprimary AND x.indpred IS NULL AND x.indnatts = 1
     JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0] AND k.key = 'c.' || a.attname
     JOIN pg_index p ON p.indrelid = x.indrelid AND p.indisprimary AND a.attnum = ANY (p.indkey::int2[])
     WHERE k.listed AND NOT EXISTS (SELECT FROM merchants) ORDER BY 1`,
  );
  for (const { name } of rows)
    await patiently(`the index ${name}`, async () => void (await client.query(`DROP INDEX ${name}`)));
}

/** Of a newer program there may be others, which stay. */
async function noteKinds(client: Client): Promise<readonly KindRow[]> {
  const own = Object.entries<KnownKey>(knownKeys);
  await client.query(
    'INSERT INTO directory_kinds (kind, of_table, key) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT (kind) DO NOTHING',
    [own.map(([kind]) => kind), own.map(([, { table }]) => table), own.map(([, { key }]) => key)],
  );
  const { rows } = await client.query<KindRow>(
    'SELECT kind, of_table AS table, key, listed FROM directory_kinds ORDER BY kind',
  );
  return rows;
}

const valuesOf = (client: Client, known: readonly KindRow[]): string =>
  known.map(({ kind, key }) => `(${client.escapeLiteral(kind)}, ${key})`).join(', ');

async function hasTriggers(client: Client, table: string, known: readonly KindRow[]): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    `SELECT count(*) > 0 AS made FROM pg_trigger WHERE tgrelid = to_regclass($1) AND tgname = $2
       AND encode(tgargs, 'escape') = encode(convert_to($3, 'UTF8') || '\\x00', 'escape')`,
    [table, triggerNames(table)[1], valuesOf(client, known)],
  );
  return rows[0]?.made === true;
}

const triggerNames = (table: string): readonly [string, string, string] => [
  `${table}_known`,
  `${table}_unknown`,
  `${table}_reknown`,
];

async function makeTriggers(client: Client, table: string, known: readonly KindRow[]): Promise<void> {
  const [made, gone, changed] = triggerNames(table);
  const columns = [...new Set(known.flatMap(columnsOf))];
  const keeps = `EXECUTE FUNCTION keep_directory(${client.escapeLiteral(valuesOf(client, known))})`;
  const isKnown = columns.map((column) => `NEW.${column} IS NOT NULL`).join(' OR ');
  const differs = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
  await client.query(`
    DROP TRIGGER IF EXISTS ${made} ON ${table};
    DROP TRIGGER IF EXISTS ${gone} ON ${table};
    DROP TRIGGER IF EXISTS ${changed} ON ${table};
    CREATE TRIGGER ${made} AFTER INSERT ON ${table} FOR EACH ROW WHEN (${isKnown}) EXECUTE FUNCTION list_in_directory();
    CREATE TRIGGER ${gone} AFTER DELETE ON ${table} REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT ${keeps};
    CREATE TRIGGER ${changed} AFTER UPDATE OF ${columns.join(', ')} ON ${table} FOR EACH ROW WHEN (${differs}) ${keeps};`);
  // A newer function may have listed rows already, which the triggers of before did not take off.
  await client.query('DELETE FROM directory WHERE kind = ANY ($1)', [
    known.filter(({ listed }) => !listed).map(({ kind }) => kind),
  ]);
}

type Listing = { readonly table: string; readonly missing: readonly KindRow[]; readonly log: Log };

/** In the order of the table's primary key, which a row keeps. */
async function listRows(client: Client, { table, missing, log }: Listing): Promise<void> {
  const key = await primaryKeyOf(client, table);
  let after: readonly unknown[] | null = null;
  let listed = 0;
  for (;;) {
    const part = await listPart(client, { table, missing, key, after });
    listed += part.rows;
    if (part.rows < ROWS_IN_A_PART) break;
    after = part.last;
  }
  await client.query('UPDATE directory_kinds SET listed = true WHERE kind = ANY ($1)', [
    missing.map(({ kind }) => kind),
  ]);
  if (listed > 0) log.info({ table, rows: listed }, 'Listed what rows are known by');
}

type Column = { readonly name: string; readonly type: string };

async function primaryKeyOf(client: Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT a.attname::text AS name, a.atttypid::regtype::text AS type FROM pg_index x CROSS JOIN unnest(x.indkey) WITH ORDINALITY AS k (at, place)
     JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.at WHERE x.indrelid = to_regclass($1) AND x.indisprimary ORDER BY k.place`,
    [table],
  );
  return rows;
}

type Part = Pick<Listing, 'table' | 'missing'> & {
  readonly key: readonly Column[];
  readonly after: readonly unknown[] | null;
};

async function listPart(
  client: Client,
  { table, missing, key, after }: Part,
): Promise<{ readonly rows: number; readonly last: readonly unknown[] }> {
  const names = key.map(({ name }) => `c.${name}`).join(', ');
  const read = [...new Set([...key.map(({ name }) => name), ...missing.flatMap(columnsOf)])];
  const given = key.map(({ type }, at) => `$${at + 1}::${type}`).join(', ');
  const places = key.map(({ name }) => `(array_agg(p.${name}::text ORDER BY p.place DESC))[1]`).join(', ');
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL synchronous_commit = off');
    // Whoever deletes a row that is read here waits until its entry stands, and then finds it.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('directory'))");
    const { rows } = await client.query<{ rows: number; last: readonly unknown[] }>(
      `WITH part AS MATERIALIZED (
         SELECT ${read.map((name) => `c.${name}`).join(', ')}, row_number() OVER (ORDER BY ${names}) AS place FROM ${table} c ${after ? `WHERE (${names}) > (${given})` : ''} ORDER BY ${names} LIMIT ${ROWS_IN_A_PART}
       ), listed AS (
         INSERT INTO directory (kind, key, merchant_id, livemode)
         SELECT k.kind, k.key, c.merchant_id, c.livemode FROM part c CROSS JOIN LATERAL (VALUES ${valuesOf(client, missing)}) AS k (kind, key)
         WHERE k.key IS NOT NULL ORDER BY 1, 2 ON CONFLICT DO NOTHING
       )
       SELECT count(*)::int AS rows, ARRAY[${places}] AS last FROM part p`,
      [...(after ?? [])],
    );
    await client.query('COMMIT');
    return rows[0] ?? { rows: 0, last: [] };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
