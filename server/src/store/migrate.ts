import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { findMigrations, readMigrations, type Migration } from './read-migrations.ts';
import { isLockTimeout } from './trouble.ts';

export type MigrateOptions = {
  /** Straight to the database, as its owner: the lock belongs to the session. */
  readonly connection: ClientConfig;
  readonly log: { readonly info: (facts: object, message: string) => void };
  /** Says what would be done and does nothing. */
  readonly dryRun?: boolean;
  /** Default: `server/migrations`. */
  readonly migrationsDir?: string;
  /** Noted beside each migration; default: the server's own. */
  readonly appVersion?: string;
  /** Goes no further than this version. */
  readonly upTo?: number;
};

export type MigrateResult = {
  /** Names of what this run applied, in order; with `dryRun`, of what it would apply. */
  readonly migrations: readonly string[];
  /** The schema's version afterwards; with `dryRun`, still the one before. 0 for an empty database. */
  readonly version: number;
};

/** Why the schema cannot be brought up to date, with what to do about it. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** "cott" in ASCII: told apart from other programs' advisory locks in the same database. */
const LOCK_KEY = 0x63_6f_74_74;
/** A migration that waits for a lock makes everybody behind it wait, so it gives up soon and comes back. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TRIES_MAX = 10;
const LOCK_PAUSE_MS = 500;

type Applied = { readonly version: number; readonly name: string; readonly checksum: string };

/** Brings the schema up to date, forward only, each file in a transaction of its own; a second node that migrates waits for the first. */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const found =
    options.migrationsDir !== undefined && options.appVersion !== undefined ? null : await findMigrations();
  const migrations = await readMigrations(options.migrationsDir ?? found?.dir ?? '');
  const appVersion = options.appVersion ?? found?.appVersion ?? '';
  const client = await connect(options.connection);
  try {
    if (options.dryRun) return await plan(client, migrations, options);
    await lock(client, options);
    await client.query(HISTORY_SQL);
    return await applyAll(client, migrations, { ...options, appVersion });
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

async function connect(connection: ClientConfig): Promise<Client> {
  const client = new Client(connection);
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

async function plan(
  client: Client,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<MigrateResult> {
  const { rows } = await client.query<{ known: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS known",
  );
  const applied = rows[0]?.known ? await readApplied(client) : [];
  const pending = choosePending(migrations, applied, options.upTo);
  return { migrations: pending.map(({ name }) => name), version: applied.at(-1)?.version ?? 0 };
}

async function applyAll(
  client: Client,
  migrations: readonly Migration[],
  options: MigrateOptions & { readonly appVersion: string },
): Promise<MigrateResult> {
  const applied = await readApplied(client);
  const pending = choosePending(migrations, applied, options.upTo);
  for (const migration of pending) {
    await applyPatiently(client, migration, options.appVersion);
    options.log.info({ migration: migration.name }, 'Migrated the database');
  }
  return {
    migrations: pending.map(({ name }) => name),
    version: (pending.at(-1) ?? applied.at(-1))?.version ?? 0,
  };
}

async function readApplied(client: Client): Promise<readonly Applied[]> {
  return (
    await client.query<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
  ).rows;
}

/** What is still to do, once files and history agree. */
function choosePending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
  upTo: number | undefined,
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const [newest, reached] = [migrations.at(-1)?.version ?? 0, applied.at(-1)?.version ?? 0];
  if (reached > newest) {
    throw new MigrationError(
      `The database is at version ${reached} (${applied.at(-1)?.name}), newer than this program, which knows ${newest}: start the release that migrated it, or a newer one.`,
    );
  }
  for (const { version, name, checksum } of applied) {
    const file = known.get(version);
    if (!file)
      throw new MigrationError(`${name}.sql was applied to this database and is missing: put the file back.`);
    if (file.checksum !== checksum)
      throw new MigrationError(
        `${file.name}.sql has changed since it was applied (as ${name}): put it back as it was, and bring the change in a new file.`,
      );
  }
  const done = new Set(applied.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  const late = pending.find(({ version }) => version < reached);
  if (late)
    throw new MigrationError(
      `${late.name}.sql comes before version ${reached}, which is applied already: give it the number ${newest + 1}.`,
    );
  if (upTo !== undefined && upTo !== 0 && !known.has(upTo))
    throw new MigrationError(`There is no migration with the number ${upTo}; the newest is ${newest}.`);
  return pending.filter(({ version }) => upTo === undefined || version <= upTo);
}

async function applyPatiently(client: Client, migration: Migration, appVersion: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration, appVersion);
    } catch (error) {
      if (!isLockTimeout(error))
        throw new MigrationError(`${migration.name}.sql failed and changed nothing: ${reasonOf(error)}`, {
          cause: error,
        });
      if (attempt === LOCK_TRIES_MAX) {
        throw new MigrationError(
          `${migration.name}.sql found its tables locked ${LOCK_TRIES_MAX} times and changed nothing: end the long transaction that holds them, and run it again.`,
          { cause: error },
        );
      }
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function apply(
  client: Client,
  { version, name, sql, checksum }: Migration,
  appVersion: string,
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query(
      'INSERT INTO schema_migrations (version, name, checksum, app_version) VALUES ($1, $2, $3, $4)',
      [version, name, checksum, appVersion],
    );
    await client.query('COMMIT');
  } catch (error) {
    // On a lost connection this fails as well, and the server rolls back by itself.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
