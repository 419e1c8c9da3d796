import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { openClient } from './hosts/open-client.ts';
import { applyFunctions, planFunctions, planShared, type FunctionStep } from './apply-functions.ts';
import { functionNames } from './function-names.gen.ts';
import { completeDirectory } from './directory/complete-directory.ts';
import { refuseMarked } from './move/house-mark.ts';
import { choosePath, MigrationError, type Applied, type MigrationPath } from './migration-path.ts';
import { readFunctions, type SqlFunction } from './read-functions.ts';
import { refuseLentSessions } from './pooler/refuse-pooler.ts';
import { findMigrations, readMigrations, type Migration, type MigrationFiles } from './read-migrations.ts';
import { isLockTimeout } from './trouble.ts';

export type MigrateOptions = {
  /** Straight to the database, as its owner: the lock belongs to the session. */
  readonly connection: ClientConfig;
  readonly log: { readonly info: (facts: object, message: string) => void };
  /** Says what would be done and does nothing. */
  readonly dryRun?: boolean;
  /** Default: `server/migrations`, and with it the functions of `server/sql/functions`. */
  readonly migrationsDir?: string;
  /** With another folder of migrations, none. */
  readonly functionsDir?: string;
  /** Noted beside each migration; default: the server's own. */
  readonly appVersion?: string;
  /** Goes no further than this version. */
  readonly upTo?: number;
  /** It is a move that fills the database. */
  readonly isArriving?: boolean;
};

export type MigrateResult = {
  /** Names of what this run applied, in order; with `dryRun`, of what it would apply. */
  readonly migrations: readonly string[];
  /** Names, as the database has them, of the functions that it made, replaced or dropped; with `dryRun`, of those it would. */
  readonly functions: readonly string[];
  /** The schema's version afterwards; with `dryRun`, still the one before. 0 for an empty database. */
  readonly version: number;
};

/** "cott" in ASCII: told apart from other programs' advisory locks in the same database. */
const LOCK_KEY = 0x63_6f_74_74;
/** A migration that waits for a lock makes everybody behind it wait, so it gives up soon and comes back. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TRIES_MAX = 10;
const LOCK_PAUSE_MS = 500;

type Files = MigrationFiles & { readonly functions: readonly SqlFunction[]; readonly appVersion: string };

/** Brings the schema up to date, forward only, each file in a transaction of its own, and then the functions, all in one; a second node that migrates waits for the first. */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const files = await readFiles(options);
  const client = await connect(options.connection);
  try {
    await refuseLentSessions(client, options.connection);
    if (!options.isArriving) await refuseMarked(client);
    if (options.dryRun) return await plan(client, files, options);
    await lock(client, options);
    await client.query(HISTORY_SQL);
    return await applyAll(client, files, options);
  } finally {
    // Also gives the lock back, like every other end of the session.
    await client.end();
  }
}

const HISTORY_SQL = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  app_version text NOT NULL
)`;

async function readFiles({ migrationsDir, functionsDir, appVersion }: MigrateOptions): Promise<Files> {
  const found = migrationsDir !== undefined && appVersion !== undefined ? null : await findMigrations();
  const files = await readMigrations(migrationsDir ?? found?.dir ?? '');
  const own = migrationsDir === undefined ? found?.functionsDir : undefined;
  const folder = functionsDir ?? own;
  const functions = folder === undefined ? [] : await readFunctions(folder);
  if (folder === own) refuseUngenerated(functions);
  return { ...files, functions, appVersion: appVersion ?? found?.appVersion ?? '' };
}

/** Statements call the versions that the program was built with. */
function refuseUngenerated(functions: readonly SqlFunction[]): void {
  const other = functions.find(
    ({ name, calledAs, isShared }) => !isShared && functionNames[name] !== calledAs,
  );
  if (other)
    throw new MigrationError(
      `server/sql/functions/${other.name}.sql is another than the one that this program was built with: put the whole release back, or run npm run generate and build it again.`,
    );
}

async function connect(connection: ClientConfig): Promise<Client> {
  const client = openClient(connection);
  // What breaks also fails the query under way, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    "SELECT set_config('statement_timeout', '0', false), set_config('client_min_messages', 'warning', false)",
  );
  return client;
}

async function lock(client: Client, { log }: MigrateOptions): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [LOCK_KEY]);
  if (rows[0]?.got) return;
  log.info({}, 'Another node is migrating the database; waiting for it');
  await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
}

async function plan(client: Client, files: Files, { upTo }: MigrateOptions): Promise<MigrateResult> {
  const { rows } = await client.query<{ known: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS known",
  );
  const applied = rows[0]?.known ? await readApplied(client) : [];
  const path = choosePath(files, applied, upTo);
  const steps = path.isWhole ? await planFunctions(client, files.functions) : [];
  return { migrations: namesOf(path), functions: newsOf(steps), version: applied.at(-1)?.version ?? 0 };
}

async function applyAll(client: Client, files: Files, { log, upTo }: MigrateOptions): Promise<MigrateResult> {
  const path = choosePath(files, await readApplied(client), upTo);
  const migrateOne = async (migration: Migration): Promise<void> => {
    await patiently(`${migration.name}.sql`, () => apply(client, migration, files.appVersion));
    log.info({ migration: migration.name }, 'Migrated the database');
  };
  for (const migration of path.unfolded) await migrateOne(migration);
  if (path.folded.length > 0)
    await patiently('the fold of migrations', () => noteFold(client, path.folded, files.appVersion));
  if (path.pending.length > 0) await makeFunctions(client, await planShared(client, files.functions), 'off');
  for (const migration of path.pending) await migrateOne(migration);
  const steps = path.isWhole ? await planFunctions(client, files.functions) : [];
  await makeFunctions(client, steps, 'on');
  if (path.isWhole)
    await completeDirectory(client, {
      log,
      patiently: (what, work) => patiently(what, () => atOnce(client, work)),
    });
  const functions = newsOf(steps);
  if (functions.length > 0) log.info({ functions }, "Brought the database's functions up to date");
  return { migrations: namesOf(path), functions, version: path.version };
}

async function readApplied(client: Client): Promise<readonly Applied[]> {
  return (
    await client.query<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
  ).rows;
}

function namesOf({ unfolded, folded, pending }: MigrationPath): readonly string[] {
  return [...unfolded, ...folded, ...pending].map(({ name }) => name);
}

function newsOf(steps: readonly FunctionStep[]): readonly string[] {
  return steps.filter(({ isNews }) => isNews).map(({ name }) => name);
}

/** `checked`: whether what their bodies name has to be there. */
async function makeFunctions(
  client: Client,
  steps: readonly FunctionStep[],
  checked: 'on' | 'off',
): Promise<void> {
  if (steps.length === 0) return;
  await patiently('server/sql/functions', () =>
    atOnce(client, async () => {
      await client.query(`SET LOCAL check_function_bodies = ${checked}`);
      await applyFunctions(client, steps);
    }),
  );
}

/** A database that came here by the unfolded steps goes on like one that the folded have made. */
function noteFold(client: Client, folded: readonly Migration[], appVersion: string): Promise<void> {
  return atOnce(client, async () => {
    await client.query('DELETE FROM schema_migrations');
    for (const migration of folded) await note(client, migration, appVersion);
  });
}

function apply(client: Client, migration: Migration, appVersion: string): Promise<void> {
  return atOnce(client, async () => {
    await client.query(migration.sql);
    await note(client, migration, appVersion);
  });
}

async function note(
  client: Client,
  { version, name, checksum }: Migration,
  appVersion: string,
): Promise<void> {
  await client.query(
    'INSERT INTO schema_migrations (version, name, checksum, app_version) VALUES ($1, $2, $3, $4)',
    [version, name, checksum, appVersion],
  );
}

async function atOnce(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    // On a lost connection this fails as well, and the server rolls back by itself.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function patiently(what: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error))
        throw new MigrationError(`${what} failed and changed nothing: ${reasonOf(error)}`, { cause: error });
      if (attempt === LOCK_TRIES_MAX) {
        throw new MigrationError(
          `${what} found its tables locked ${LOCK_TRIES_MAX} times and changed nothing: end the long transaction that holds them, and run it again.`,
          { cause: error },
        );
      }
      await pause(LOCK_PAUSE_MS);
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
