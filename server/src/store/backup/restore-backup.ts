import { once } from 'node:events';
import type pg from 'pg';
import type { Client, ClientConfig } from 'pg';
import { openClient } from '../hosts/open-client.ts';
import { migrate, type MigrateOptions } from '../migrate.ts';
import { findMigrations, readMigrations } from '../read-migrations.ts';
import { sqlStateOf } from '../trouble.ts';
import { countRows, findTables, textSettingsSql, type FoundTable } from './describe-database.ts';
import { BackupError, type BackedUpTable, type Manifest } from './manifest.ts';
import { readBackupParts } from './read-backup.ts';

type RestoreOptions = {
  readonly connection: ClientConfig;
  readonly file: string;
  readonly manifest: Manifest;
  readonly log: MigrateOptions['log'];
};

type RestoreResult = {
  readonly tables: number;
  readonly rows: number;
  readonly schema_version: number;
};

/** Rows that migrations themselves write; a restore replaces them. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set([
  'partitioned_tables',
  'fan_out_clock',
  'directory_kinds',
]);

/**
 * Loads a backup into an empty database: migrated to the backup's version, filled in one
 * transaction, migrated on. Cut short, it leaves an empty database, and can be begun again.
 */
export async function restoreBackup({
  connection,
  file,
  manifest,
  log,
}: RestoreOptions): Promise<RestoreResult> {
  const client = openClient(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseUnlessEmpty(
      client,
      'Restore into a new database, or an empty DATA_DIR that holds only secret.key.',
    );
    await refuseNewer(manifest);
    const { version } = await migrate({ connection, log, upTo: manifest.schema_version });
    if (version !== manifest.schema_version)
      throw new BackupError(
        `The database is at version ${version}, the backup at ${manifest.schema_version}: restore into a new one.`,
      );
    await client.query(
      "SELECT set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false)",
    );
    await client.query(textSettingsSql(false));
    await client.query('BEGIN');
    await load(client, file, manifest);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  const { version } = await migrate({ connection, log });
  return {
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    schema_version: version,
  };
}

export async function refuseUnlessEmpty(client: Client, cure: string): Promise<void> {
  for (const { name } of await findTables(client)) {
    if (FILLED_BY_MIGRATIONS.has(name)) continue;
    const { rows } = await client.query<{ readonly filled: boolean }>(
      `SELECT EXISTS (SELECT FROM ${client.escapeIdentifier(name)}) AS filled`,
    );
    if (rows[0]?.filled) throw new BackupError(`The database is not empty: ${name} has rows. ${cure}`);
  }
}

async function refuseNewer({ schema_version: wanted, app_version: by }: Manifest): Promise<void> {
  const { migrations } = await readMigrations((await findMigrations()).dir);
  const newest = migrations.at(-1)?.version ?? 0;
  if (wanted > newest)
    throw new BackupError(
      `The backup is at version ${wanted} (made by release ${by}), newer than this program, which knows ${newest}: restore it with the release that made it, or a newer one.`,
    );
}

async function load(client: Client, file: string, manifest: Manifest): Promise<void> {
  await spareReferences(client);
  await makeRoom(client, manifest);
  // What a trigger keeps beside a row stands in the backup already.
  await switchTriggers(client, manifest, 'DISABLE');
  const loaded = new Map(manifest.tables.map(({ name }) => [name, 0]));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  await readBackupParts(file, async ({ table: name, text }) => {
    const table = tables.get(name);
    if (!table) throw new BackupError(`The backup has rows of ${name}, which its manifest does not know.`);
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    loaded.set(
      name,
      (loaded.get(name) ?? 0) +
        (await copyIn(client, `COPY ${client.escapeIdentifier(name)} (${columns}) FROM STDIN`, text)),
    );
  });
  for (const { name, rows } of manifest.tables)
    await refuseUnlessWhole(client, { name, rows, loaded: loaded.get(name) ?? 0 });
  await switchTriggers(client, manifest, 'ENABLE');
  for (const { table, column, value } of manifest.sequences)
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint)', [
      table,
      column,
      value,
    ]);
}

/** The rows referred to each other rightly when they were backed up; where it is allowed, that is not looked up row by row again. */
async function spareReferences(client: Client): Promise<void> {
  await client.query('SAVEPOINT spare');
  try {
    await client.query("SET LOCAL session_replication_role = 'replica'");
  } catch (error) {
    if (sqlStateOf(error) !== '42501') throw error;
    await client.query('ROLLBACK TO SAVEPOINT spare');
  }
}

async function switchTriggers(
  client: Client,
  { tables }: Manifest,
  verb: 'DISABLE' | 'ENABLE',
): Promise<void> {
  for (const { name } of tables)
    await client.query(`ALTER TABLE ${client.escapeIdentifier(name)} ${verb} TRIGGER USER`);
}

/** Empty tables of the backup's shape, with a partition for each of its days. */
async function makeRoom(client: Client, manifest: Manifest): Promise<void> {
  const present = new Map((await findTables(client)).map((table) => [table.name, table]));
  for (const table of manifest.tables) refuseUnlessFits(table, present.get(table.name));
  // Some tables have triggers against being emptied.
  await switchTriggers(client, manifest, 'DISABLE');
  await client.query(
    `TRUNCATE ${manifest.tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`,
  );
  for (const { name, days } of manifest.tables) {
    const missing = days.filter((day) => !present.get(name)?.days.includes(day));
    for (const day of missing) await client.query(partitionSql(client, name, day));
  }
}

function refuseUnlessFits(table: BackedUpTable, present: FoundTable | undefined): void {
  const fits = present !== undefined && table.columns.every((column) => present.columns.includes(column));
  if (!fits)
    throw new BackupError(
      `The backup's table ${table.name} is not one that its schema version makes: the backup or the migrations were changed.`,
    );
}

export function partitionSql(client: Client, table: string, day: string): string {
  const first = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  const next = new Date(first.getTime() + 86_400_000);
  const bound = (at: Date): string => client.escapeLiteral(at.toISOString());
  return `CREATE TABLE ${client.escapeIdentifier(`${table}_${day}`)} PARTITION OF ${client.escapeIdentifier(table)} FOR VALUES FROM (${bound(first)}) TO (${bound(next)})`;
}

async function refuseUnlessWhole(
  client: Client,
  { name, rows, loaded }: { readonly name: string; readonly rows: number; readonly loaded: number },
): Promise<void> {
  const found = loaded === rows ? await countRows(client, name) : loaded;
  if (found !== rows)
    throw new BackupError(
      `The backup says ${rows} rows of ${name} and holds ${found}: it was cut short or changed. Nothing was restored.`,
    );
}

type Wire = {
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  readonly stream: NodeJS.EventEmitter & { readonly writableNeedDrain: boolean };
};

/** Runs `COPY … FROM STDIN` on what the source gives, as fast as the server takes it; answers how many rows it took. */
export function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn({ sql, source, resolve, reject }) as unknown as pg.Submittable);
  });
}

type Wanted = {
  readonly sql: string;
  readonly source: AsyncIterable<Buffer>;
  readonly resolve: (rows: number) => void;
  readonly reject: (error: unknown) => void;
};

class CopyIn {
  private readonly wanted: Wanted;
  private over = false;
  private rows = 0;
  private sourceFailure: unknown = null;

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  submit(wire: Wire): void {
    wire.query(this.wanted.sql);
  }

  handleCopyInResponse(wire: Wire): void {
    this.feed(wire).then(
      () => this.over || wire.endCopyFrom(),
      (error: unknown) => {
        this.sourceFailure = error;
        if (!this.over) wire.sendCopyFail('The source of the copy failed.');
      },
    );
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rows = Number(text.split(' ').at(-1));
  }

  handleError(error: Error): void {
    this.over = true;
    this.wanted.reject(this.sourceFailure ?? error);
  }

  handleReadyForQuery(): void {
    this.wanted.resolve(this.rows);
  }

  private async feed(wire: Wire): Promise<void> {
    for await (const chunk of this.wanted.source) {
      if (this.over) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
    }
  }
}
