import type { Client, ClientConfig } from 'pg';
import { findTables, textSettingsSql, type FoundTable } from '../backup/describe-database.ts';
import { partitionSql } from '../backup/restore-backup.ts';
import { openClient } from '../hosts/open-client.ts';
import {
  catchUpTable,
  copyTable,
  isUnchanged,
  lookAtTables,
  type CopiedTable,
  type Found,
  type Pair,
} from './copy-rows.ts';

/** What the target has, and as of when. */
export type Copied = {
  /** Rows that transactions from this one on wrote may be missing. */
  readonly sinceXid: string;
  readonly tables: readonly CopiedTable[];
  /** How many rows this round brought over. */
  readonly changed: number;
};

export type Ends = { readonly source: ClientConfig; readonly target: ClientConfig };

/** On a machine of two cores more of them take from each other. */
const PAIRS = 3;

/** Connections that are kept for all rounds, so that the last one, which holds writers, opens none. */
export type OpenPairs = AsyncDisposable & { readonly pairs: Pairs };
type Pairs = readonly [Pair, ...Pair[]];

export async function openPairs(ends: Ends): Promise<OpenPairs> {
  const opened: Client[] = [];
  const close = (): Promise<unknown> =>
    Promise.all(opened.map((client) => client.end().catch(() => undefined)));
  const open = async (config: ClientConfig): Promise<Client> => {
    const client = await openMover(config);
    opened.push(client);
    return client;
  };
  const openPair = async (): Promise<Pair> => {
    const pair = { source: await open(ends.source), target: await open(ends.target) };
    await pair.target.query(WITHOUT_TRIGGERS);
    return pair;
  };
  try {
    const first = await openPair();
    const others = await Promise.all(Array.from({ length: PAIRS - 1 }, openPair));
    return { pairs: [first, ...others], [Symbol.asyncDispose]: () => close().then(() => undefined) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Copies every table as it stood at one moment; writers go on meanwhile. */
export function copyAll({ pairs }: OpenPairs): Promise<Copied> {
  return inRound(pairs, async ({ tables, sinceXid }) => {
    const [{ target }] = pairs;
    const names = tables.map(({ name }) => target.escapeIdentifier(name)).join(', ');
    await target.query(`TRUNCATE ${names}`);
    await makePartitions(target, tables);
    const keys = await keysOf(target);
    const copied = await shareOut(pairs, tables, async (pair, table) => ({
      ...table,
      key: keys.get(table.name) ?? [],
      rows: await copyTable(pair, table),
    }));
    await target.query('ANALYZE');
    return { sinceXid, tables: copied, changed: copied.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

/** Brings over what changed since the round before. */
export function catchUp({ pairs }: OpenPairs, before: Copied): Promise<Copied> {
  return inRound(pairs, async ({ tables, sinceXid }) => {
    await makePartitions(pairs[0].target, tables);
    const known = new Map(before.tables.map((table) => [table.name, table]));
    if (tables.length !== known.size || tables.some(({ name }) => !known.has(name)))
      throw new Error('The tables changed during the move: nothing was moved, run it again.');
    const looked = await lookAtAll(pairs, before);
    const same = looked.filter(({ table, found }) => isUnchanged(table, found));
    const other = looked.filter((one) => !same.includes(one));
    const caught = await shareOut(
      pairs,
      other.map(({ table, found }) => ({ ...table, found })),
      async (pair, { found, ...table }) => {
        await catchUpTable(pair, table, found);
        return { ...table, rows: found.rows };
      },
    );
    return {
      sinceXid,
      tables: [...same.map(({ table }) => table), ...caught],
      changed: looked.reduce((sum, { found }) => sum + found.changed, 0),
    };
  });
}

/** Each pair looks at a part of the tables, in one statement, for there are many and most are small. */
async function lookAtAll(
  pairs: Pairs,
  { tables, sinceXid }: Copied,
): Promise<readonly { readonly table: CopiedTable; readonly found: Found }[]> {
  const parts = pairs.map((): { rows: number; tables: CopiedTable[] } => ({ rows: 0, tables: [] }));
  for (const table of [...tables].sort((a, b) => b.rows - a.rows)) {
    const least = parts.reduce((one, other) => (other.rows < one.rows ? other : one));
    least.tables.push(table);
    // What even an empty table costs.
    least.rows += table.rows + 1_000;
  }
  const looked = await Promise.all(
    parts.map((part, at) => lookAtTables((pairs[at] ?? pairs[0]).source, part.tables, sinceXid)),
  );
  return looked.flat();
}

type Round = { readonly tables: readonly FoundTable[]; readonly sinceXid: string };

/** The pairs all see the source as it stands at one moment, until the work is done. */
async function inRound<T>(pairs: Pairs, work: (round: Round) => Promise<T>): Promise<T> {
  const [first, ...others] = pairs;
  await first.source.query(BEGIN);
  const { rows } = await first.source.query<{ readonly snapshot: string; readonly since_xid: string }>(
    'SELECT pg_export_snapshot() AS snapshot, (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text AS since_xid',
  );
  const [told] = rows;
  if (!told) throw new Error('The database told no snapshot.');
  await Promise.all(
    others.map(async ({ source }) => {
      await source.query(BEGIN);
      await source.query(`SET TRANSACTION SNAPSHOT ${source.escapeLiteral(told.snapshot)}`);
    }),
  );
  const done = await work({ tables: await findTables(first.source), sinceXid: told.since_xid });
  for (const { source } of pairs) await source.query('COMMIT');
  return done;
}

const BEGIN = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** What triggers and foreign keys would see to stands in the rows already. */
export const WITHOUT_TRIGGERS = "SELECT set_config('session_replication_role', 'replica', false)";

/** A connection that nothing hurries, and that writes every value as the same text. */
export async function openMover(config: ClientConfig): Promise<Client> {
  const client = openClient({ ...config, application_name: 'cottontree move' });
  // What breaks also fails the query under way, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    "SELECT set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false), set_config('lock_timeout', '0', false), set_config('client_min_messages', 'warning', false)",
  );
  await client.query(textSettingsSql(false));
  return client;
}

/** Each pair takes the next table once it is free; large ones first, where their sizes are known. */
async function shareOut<T extends { readonly rows?: number }, R>(
  pairs: Pairs,
  tables: readonly (FoundTable & T)[],
  work: (pair: Pair, table: FoundTable & T) => Promise<R>,
): Promise<readonly R[]> {
  const left = [...tables].sort((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
  const done: R[] = [];
  await Promise.all(
    pairs.map(async (pair) => {
      for (let table = left.shift(); table; table = left.shift()) done.push(await work(pair, table));
    }),
  );
  return done;
}

async function makePartitions(target: Client, tables: readonly FoundTable[]): Promise<void> {
  const present = new Map((await findTables(target)).map(({ name, days }) => [name, new Set(days)]));
  for (const { name, days } of tables)
    for (const day of days)
      if (!present.get(name)?.has(day)) await target.query(partitionSql(target, name, day));
}

async function keysOf(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ readonly name: string; readonly key: readonly string[] }>(
    `SELECT c.relname AS name, (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])) AS key
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE i.indisprimary AND c.relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}
