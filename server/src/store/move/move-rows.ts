import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { findSchemaVersion, findSequences, findTables } from '../backup/describe-database.ts';
import { refuseUnlessEmpty } from '../backup/restore-backup.ts';
import { migrate, type MigrateOptions } from '../migrate.ts';
import { refusePooled } from '../pooler/refuse-pooler.ts';
import { isStorageFull, sqlStateOf } from '../trouble.ts';
import { MARK_TABLE, MovedAway, readMark, refuseMarked, removeMark, writeMark } from './house-mark.ts';
import {
  catchUp,
  copyAll,
  openMover,
  openPairs,
  WITHOUT_TRIGGERS,
  type Copied,
  type Ends,
  type OpenPairs,
} from './rounds.ts';

export type MoveOptions = Ends & {
  /** Tells this move from others. */
  readonly moveId: string;
  /** Where the rows go, in words without a password. */
  readonly place: string;
  readonly log: MigrateOptions['log'];
  readonly monotonicMs: () => number;
  /** Told as it goes on. */
  readonly tell: (line: string) => void;
  /** Before writers are held: what a restart needs to find the target is written. */
  readonly beforeFence: () => Promise<void>;
  /** Once all writes belong to the target. */
  readonly afterCommit: () => Promise<void>;
};

export type MoveResult = {
  readonly tables: number;
  readonly rows: number;
  /** Brought over while writers were held. */
  readonly last_rows: number;
  /** From the first lock until all writes belonged to the target. */
  readonly held_ms: number;
};

/** "hous" in ASCII: told apart from other programs' advisory locks in the same database. */
const LOCK_KEY = 0x68_6f_75_73;
const ROUNDS_MAX = 10;
/** A round of so few rows is soon done while writers are held. */
const FEW_ROWS = 2_000;

/**
 * Moves everything a database holds into another one, while it is written to. Writers are held for the last
 * changes alone; then, in one transaction, the source is closed to writes for good. Until that transaction
 * commits nothing of the source has changed, whatever dies; afterwards nothing can write there.
 */
export async function moveRows(options: MoveOptions): Promise<MoveResult> {
  await refusePooled(options.source, 'give the address of PostgreSQL itself in DATABASE_DIRECT_URL');
  await refusePooled(options.target, 'let --to name PostgreSQL itself');
  const source = await openMover(options.source);
  const target = await openMover(options.target);
  let isOver = false;
  try {
    await lockMove(source);
    await refuseMarked(source);
    await prepare(options, { source, target });
    options.tell('Copying while the server goes on.');
    await using pairs = await openPairs(options);
    let copied = await copyAll(pairs);
    options.tell(`Copied ${copied.changed} rows of ${copied.tables.length} tables; catching up.`);
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      copied = await catchUp(pairs, copied);
      if (copied.changed <= FEW_ROWS) break;
    }
    await options.beforeFence();
    options.tell('Holding writers for the last changes.');
    const done = await handOver(options, { source, target, pairs, copied });
    isOver = true;
    options.tell('All writes belong to the other database now.');
    await removeMark(target);
    await options.afterCommit();
    return done;
  } catch (error) {
    if (isOver || !isStorageFull(error)) throw error;
    throw new MovedAway(
      `The disk is full, where the new database lies or the one before (${(error as Error).message}): make room, then run the move again. Nothing was moved; the one before goes on.`,
      { cause: error },
    );
  } finally {
    await Promise.all([source.end(), target.end()].map((ending) => ending.catch(() => undefined)));
  }
}

type CutShort = {
  readonly moveId: string;
  readonly source: ClientConfig;
  /** Opened only where the move was made. */
  readonly target: () => Promise<ClientConfig>;
  readonly onMoved: () => Promise<void>;
  readonly onNotMoved: () => Promise<void>;
};

/** Ends a move whose process is gone, one way or the other; does nothing while anybody is at it. */
export async function settleMove(settling: CutShort): Promise<void> {
  const { moveId, onMoved, onNotMoved } = settling;
  const source = await openMover(settling.source);
  try {
    if (!(await tryLock(source))) return;
    const mark = await readMark(source);
    if (mark?.state !== 'left' || mark.move_id !== moveId) return await onNotMoved();
    const target = await openMover(await settling.target());
    try {
      const arrived = await readMark(target);
      if (arrived?.move_id === moveId && arrived.state === 'arriving') await removeMark(target);
    } finally {
      await target.end();
    }
    await onMoved();
  } finally {
    await source.end();
  }
}

async function lockMove(source: Client): Promise<void> {
  if (!(await tryLock(source)))
    throw new MovedAway('Another move of this database is under way: wait for it, or end it.');
}

async function tryLock(source: Client): Promise<boolean> {
  const { rows } = await source.query<{ readonly got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
    LOCK_KEY,
  ]);
  return rows[0]?.got === true;
}

type Opened = { readonly source: Client; readonly target: Client };

/** An empty database, or what an earlier try left, becomes one of the same schema. */
async function prepare(
  { target: connection, moveId, place, log }: MoveOptions,
  { source, target }: Opened,
): Promise<void> {
  const before = await readMark(target);
  if (before?.state === 'left')
    throw new MovedAway(
      `That database moved to ${before.place} once, and what is in it is old: move into a new, empty one.`,
    );
  if (before === null) await refuseUnlessEmpty(target, 'Move into a new, empty one.');
  await writeMark(target, { move_id: moveId, state: 'arriving', place });
  if ((await readMark(source))?.move_id === moveId) {
    await removeMark(target);
    throw new MovedAway('That is the database which is served now: name another, empty one.');
  }
  await refuseWithoutRight(target);
  const [wanted, { version }] = [
    await findSchemaVersion(source),
    await migrate({ connection, log, isArriving: true }),
  ];
  if (version !== wanted)
    throw new MovedAway(
      `The database is at version ${wanted}, this program at ${version}: start this program's server once, then run the move again.`,
    );
}

async function refuseWithoutRight(target: Client): Promise<void> {
  try {
    await target.query(WITHOUT_TRIGGERS);
  } catch (error) {
    if (sqlStateOf(error) !== '42501') throw error;
    const { rows } = await target.query<{ readonly name: string }>(
      'SELECT quote_ident(current_user) AS name',
    );
    throw new MovedAway(
      `${rows[0]?.name} may not load rows past foreign keys there. Let a superuser say "GRANT SET ON PARAMETER session_replication_role TO ${rows[0]?.name}" for the time of the move, or move by backup and restore.`,
      { cause: error },
    );
  }
}

/** Holds writers, brings the last changes over, and closes the source to writes; all or nothing. */
async function handOver(
  options: MoveOptions,
  { source, target, pairs, copied }: Opened & { readonly pairs: OpenPairs; readonly copied: Copied },
): Promise<MoveResult> {
  const sinceMs = options.monotonicMs();
  await source.query('BEGIN');
  await holdWriters(options, source);
  const last = await catchUp(pairs, copied);
  for (const { table, column, value } of await findSequences(source))
    await target.query('SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint)', [
      table,
      column,
      value,
    ]);
  await source.query(CLOSE_SQL);
  await writeMark(source, { move_id: options.moveId, state: 'left', place: options.place });
  await source.query('COMMIT');
  return {
    tables: last.tables.length,
    rows: last.tables.reduce((sum, { rows }) => sum + rows, 0),
    last_rows: last.changed,
    held_ms: Math.round(options.monotonicMs() - sinceMs),
  };
}

const BLOCKED_MS = 200;
const END_BLOCKERS_SQL = 'SELECT pg_terminate_backend(pid) FROM unnest(pg_blocking_pids($1)) AS pid';

/** Readers go on. A transaction that holds a table for long is ended: nobody was told yet that it committed. */
async function holdWriters({ source: config }: Ends, source: Client): Promise<void> {
  const watcher = await openMover(config);
  const { rows } = await source.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
  const tables = await findTables(source);
  const names = ['schema_migrations', ...tables.map(({ name }) => source.escapeIdentifier(name))].join(', ');
  const over = new AbortController();
  const watched = (async () => {
    for (;;) {
      await pause(BLOCKED_MS, undefined, { signal: over.signal });
      await watcher.query(END_BLOCKERS_SQL, [rows[0]?.pid]);
    }
  })().catch(() => undefined);
  try {
    await source.query(`LOCK TABLE ${names} IN EXCLUSIVE MODE`);
  } finally {
    over.abort();
    await watched;
    await watcher.end().catch(() => undefined);
  }
}

/**
 * A trigger on every table refuses what anybody writes, owner or not, with the code by which a server says that
 * it takes no writes: the program then takes it for an outage. A writer that waited meets the trigger, too.
 */
const CLOSE_SQL = `
  CREATE OR REPLACE FUNCTION refuse_in_moved_house() RETURNS trigger LANGUAGE plpgsql AS $moved$
    BEGIN RAISE EXCEPTION 'This database has moved.' USING ERRCODE = 'read_only_sql_transaction'; END $moved$;
  DO $close$
  DECLARE named record;
  BEGIN
    FOR named IN SELECT c.oid::regclass AS house FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition AND c.relpersistence = 'p' AND c.relname <> '${MARK_TABLE}'
    LOOP
      EXECUTE format('CREATE TRIGGER a_moved_house BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_moved_house()', named.house);
    END LOOP;
  END $close$`;

/** Whether a move has led away from that database. */
export async function hasMoved(connection: ClientConfig): Promise<boolean> {
  const client = await openMover(connection);
  try {
    return (await readMark(client))?.state === 'left';
  } finally {
    await client.end();
  }
}
