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

/**
 * Brings a table of the target to what the source's snapshot shows. `sinceXid`: transactions before it
 * had ended when the table was last read, so only rows of later ones are looked at; what is gone is
 * found by its absence, and only where the numbers of rows tell that something is.
 */
export async function catchUpTable(
  pair: Pair,
  table: CopiedTable,
  sinceXid: string,
): Promise<{ readonly rows: number; readonly changed: number }> {
  const { source, target } = pair;
  const from = source.escapeIdentifier(table.name);
  const isChanged = `age(${from}.xmin) <= age(${source.escapeLiteral(sinceXid)}::xid)`;
  const { rows: found } = await source.query<{ readonly rows: string; readonly changed: string }>(
    `SELECT count(*) AS rows, count(*) FILTER (WHERE ${isChanged}) AS changed FROM ${from}`,
  );
  const [rows, changed] = [Number(found[0]?.rows), Number(found[0]?.changed)];
  if (changed === 0 && rows === table.rows) return { rows, changed };
  await target.query('BEGIN');
  const left = table.key.length === 0 ? await empty(target, table) : table.rows;
  const now =
    table.key.length === 0
      ? left + (await copyTable(pair, table))
      : await replaceRows(pair, table, { rows, changed, isChanged });
  if (now !== rows)
    throw new Error(`${table.name} has ${rows} rows and ${now} came over; the move was given up.`);
  await target.query('COMMIT');
  return { rows, changed };
}

async function empty(target: Client, { name }: CopiedTable): Promise<number> {
  await target.query(`TRUNCATE ${target.escapeIdentifier(name)}`);
  return 0;
}

type Found = { readonly rows: number; readonly changed: number; readonly isChanged: string };

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
