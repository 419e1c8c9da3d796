import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Client } from 'pg';
import type { FoundTable } from '../backup/describe-database.ts';
import { copyIn } from '../backup/restore-backup.ts';
import { copyOut } from '../backup/write-backup.ts';

/** A connection to read from and one to write to. */
export type Pair = { readonly source: Client; readonly target: Client };

/** A table and how many rows of it the target has. */
export type CopiedTable = FoundTable & {
  /** The columns of the primary key; none: it is copied whole each time. */
  readonly key: readonly string[];
  readonly rows: number;
};

const CHANGED_ROWS = 'moved_rows';
const KEYS = 'moved_keys';

/** Fills an empty table; answers with the number of rows. */
export function copyTable(pair: Pair, { name, columns }: FoundTable): Promise<number> {
  const { source } = pair;
  const select = `SELECT ${listed(source, columns)} FROM ${source.escapeIdentifier(name)}`;
  return stream(pair, select, `${source.escapeIdentifier(name)} (${listed(source, columns)})`);
}

/** What a look at a table finds. */
export type Found = {
  readonly rows: number;
  readonly changed: number;
  /** Which rows. */ readonly isChanged: string;
};

/**
 * Looks at tables as the source's snapshot shows them. `sinceXid`: transactions before it had ended when they were last
 * read, so only rows of later ones changed.
 */
export async function lookAtTables(
  source: Client,
  tables: readonly CopiedTable[],
  sinceXid: string,
): Promise<readonly { readonly table: CopiedTable; readonly found: Found }[]> {
  if (tables.length === 0) return [];
  const looks = tables.map(({ name }, at) => {
    const from = source.escapeIdentifier(name);
    const isChanged = `age(${from}.xmin) <= age(${source.escapeLiteral(sinceXid)}::xid)`;
    return {
      isChanged,
      sql: `SELECT ${at} AS at, count(*) AS rows, count(*) FILTER (WHERE ${isChanged}) AS changed FROM ${from}`,
    };
  });
  const { rows } = await source.query<{
    readonly at: number;
    readonly rows: string;
    readonly changed: string;
  }>(looks.map(({ sql }) => sql).join(' UNION ALL '));
  const counted = new Map(rows.map((row) => [row.at, row]));
  return tables.map((table, at) => {
    const { rows: all, changed } = counted.get(at) ?? {};
    return {
      table,
      found: { rows: Number(all), changed: Number(changed), isChanged: looks[at]?.isChanged ?? '' },
    };
  });
}

export function isUnchanged({ rows }: CopiedTable, found: Found): boolean {
  return found.changed === 0 && found.rows === rows;
}

/**
 * Brings a table of the target to what was found: what is gone is known by its absence, and only where the numbers of
 * rows tell that something is.
 */
export async function catchUpTable(pair: Pair, table: CopiedTable, found: Found): Promise<void> {
  const { target } = pair;
  await target.query('BEGIN');
  const left = table.key.length === 0 ? await empty(target, table) : table.rows;
  const now =
    table.key.length === 0 ? left + (await copyTable(pair, table)) : await replaceRows(pair, table, found);
  if (now !== found.rows)
    throw new Error(`${table.name} has ${found.rows} rows and ${now} came over; the move was given up.`);
  await target.query('COMMIT');
}

async function empty(target: Client, { name }: CopiedTable): Promise<number> {
  await target.query(`TRUNCATE ${target.escapeIdentifier(name)}`);
  return 0;
}

/** All that goes leaves before anything comes, so that no two rows hold one unique value meanwhile. */
async function replaceRows(
  pair: Pair,
  table: CopiedTable,
  { rows, changed, isChanged }: Found,
): Promise<number> {
  const { source, target } = pair;
  const into = target.escapeIdentifier(table.name);
  const columns = listed(target, table.columns);
  const sameKey = (other: string): string =>
    table.key
      .map((name) => target.escapeIdentifier(name))
      .map((name) => `${other}.${name} = ${into}.${name}`)
      .join(' AND ');
  let left = table.rows;
  if (changed > 0) {
    await target.query(
      `CREATE TEMP TABLE ${CHANGED_ROWS} ON COMMIT DROP AS SELECT ${columns} FROM ${into} WITH NO DATA`,
    );
    const came = await stream(
      pair,
      `SELECT ${columns} FROM ${source.escapeIdentifier(table.name)} WHERE ${isChanged}`,
      `${CHANGED_ROWS} (${columns})`,
    );
    if (came !== changed)
      throw new Error(
        `${changed} rows of ${table.name} changed and ${came} were read; the move was given up.`,
      );
    await target.query(`ANALYZE ${CHANGED_ROWS}`);
    const gone = await target.query(
      `DELETE FROM ${into} USING ${CHANGED_ROWS} WHERE ${sameKey(CHANGED_ROWS)}`,
    );
    left -= gone.rowCount ?? 0;
  }
  if (left + changed !== rows) {
    const key = listed(target, table.key);
    await target.query(`CREATE TEMP TABLE ${KEYS} ON COMMIT DROP AS SELECT ${key} FROM ${into} WITH NO DATA`);
    await stream(pair, `SELECT ${key} FROM ${source.escapeIdentifier(table.name)}`, `${KEYS} (${key})`);
    await target.query(`ANALYZE ${KEYS}`);
    const gone = await target.query(
      `DELETE FROM ${into} WHERE NOT EXISTS (SELECT FROM ${KEYS} WHERE ${sameKey(KEYS)})`,
    );
    left -= gone.rowCount ?? 0;
  }
  if (changed === 0) return left;
  const made = await target.query(
    `INSERT INTO ${into} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${CHANGED_ROWS}`,
  );
  return left + (made.rowCount ?? 0);
}

/** No more than a few megabytes are ever on their way. */
async function stream({ source, target }: Pair, select: string, into: string): Promise<number> {
  const way = new PassThrough({ highWaterMark: 4 * 1_048_576 });
  // What breaks it is told by whoever read or wrote.
  way.on('error', () => undefined);
  const read = copyOut(source, `COPY (${select}) TO STDOUT`, async (part) => {
    if (!way.write(part)) await once(way, 'drain');
  }).then(
    () => void way.end(),
    (error: unknown) => {
      way.destroy(error as Error);
      throw error;
    },
  );
  const written = copyIn(target, `COPY ${into} FROM STDIN`, way).catch((error: unknown) => {
    // Whoever waits for room on the way is told, too.
    way.destroy(error as Error);
    throw error;
  });
  const [, rows] = await Promise.all([read, written]);
  return rows;
}

function listed(client: Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ');
}
