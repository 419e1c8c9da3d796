import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EmbeddedDatabase } from './embedded/embedded-database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { migrate, type MigrateOptions, type MigrateResult } from './migrate.ts';

const clients: Client[] = [];
const told: string[] = [];
const log = {
  info: (_: object, message: string): void => void told.push(message),
  warn: (): void => undefined,
};
let base: string;
let server: EmbeddedDatabase;
let number = 0;
let connection: ClientConfig;
let migrationsDir: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ct-migrate-'));
  server = await openEmbedded({ dataDir: join(base, 'data'), log });
});
afterAll(async () => {
  await server.stop();
  await rm(base, { recursive: true, force: true });
});

beforeEach(async () => {
  number += 1;
  told.length = 0;
  const database = `shop_${number}`;
  await (await connect(server.connection)).query(`CREATE DATABASE ${database}`);
  connection = { ...server.connection, database };
  migrationsDir = join(base, database);
  await mkdir(migrationsDir);
  await write('0001-shops', 'CREATE TABLE shops (id int PRIMARY KEY);');
  await write(
    '0002-names',
    'ALTER TABLE shops ADD name text;\nINSERT INTO shops VALUES (1, $$BEGIN;\nof trade$$);',
  );
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())));

test('An empty database gets every migration in order, and then nothing more', async () => {
  expect(await run()).toEqual({ migrations: ['0001-shops', '0002-names'], functions: [], version: 2 });
  expect(await rows('SELECT name FROM shops')).toEqual([{ name: 'BEGIN;\nof trade' }]);
  expect(
    await rows(
      'SELECT version, name, app_version, applied_at IS NOT NULL AS dated FROM schema_migrations ORDER BY version',
    ),
  ).toEqual([
    { version: 1, name: '0001-shops', app_version: '9.9.9', dated: true },
    { version: 2, name: '0002-names', app_version: '9.9.9', dated: true },
  ]);
  expect(await run()).toEqual({ migrations: [], functions: [], version: 2 });
});

test("The server's own migrations are found and fit together", async () => {
  const { version } = await migrate({ connection, log });
  expect(version).toBeGreaterThan(0);
  expect(await migrate({ connection, log })).toEqual({ migrations: [], functions: [], version });
});

test('A dry run says what would be done and leaves the database alone', async () => {
  expect(await run({ dryRun: true })).toEqual({
    migrations: ['0001-shops', '0002-names'],
    functions: [],
    version: 0,
  });
  expect(await rows("SELECT to_regclass('schema_migrations') AS history")).toEqual([{ history: null }]);
  await run({ upTo: 1 });
  expect(await run({ dryRun: true })).toEqual({ migrations: ['0002-names'], functions: [], version: 1 });
});

test('A restore stops at the version of its backup and goes on from there', async () => {
  expect(await run({ upTo: 1 })).toEqual({ migrations: ['0001-shops'], functions: [], version: 1 });
  expect(await run()).toEqual({ migrations: ['0002-names'], functions: [], version: 2 });
  await expect(run({ upTo: 7 })).rejects.toThrow('no migration with the number 7');
});

test('Four nodes that start at once migrate once', async () => {
  const done = await Promise.all(Array.from({ length: 4 }, () => run()));
  expect(done.flatMap(({ migrations }) => migrations).sort()).toEqual(['0001-shops', '0002-names']);
});

test('A node that finds another migrating waits for it and says so', async () => {
  const other = await connect(connection);
  await other.query('SELECT pg_advisory_lock($1)', [0x63_6f_74_74]);
  const waiting = run();
  await expect.poll(() => told).toContain('Another node is migrating the database; waiting for it');
  await other.query('SELECT pg_advisory_unlock_all()');
  expect((await waiting).version).toBe(2);
});

test('A migration that fails changes nothing, keeps those before it, and runs once it is mended', async () => {
  await write('0003-broken', 'CREATE TABLE left_over ();\nSELECT 1 / 0;');
  await expect(run()).rejects.toThrow('0003-broken.sql failed and changed nothing: division by zero');
  expect(
    await rows(
      "SELECT to_regclass('left_over') AS left_over, (SELECT max(version) FROM schema_migrations) AS version",
    ),
  ).toEqual([{ left_over: null, version: 2 }]);
  await write('0003-broken', 'CREATE TABLE mended ();');
  expect(await run()).toEqual({ migrations: ['0003-broken'], functions: [], version: 3 });
});

test('A run that is killed in the middle is completed by the next', async () => {
  await write('0003-slow', 'CREATE TABLE half (); SELECT pg_sleep(60);');
  const killed = run();
  const refusal = killed.catch((error: unknown) => String(error));
  await expect
    .poll(() =>
      rows("SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()"),
    )
    .toHaveLength(1);
  await rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()",
  );
  expect(await refusal).toContain('0003-slow.sql failed');
  await write('0003-slow', 'CREATE TABLE half ();');
  expect(await run()).toEqual({ migrations: ['0003-slow'], functions: [], version: 3 });
});

test('A table that others hold for a moment is waited for without blocking them long', async () => {
  await run({ upTo: 1 });
  const holder = await connect(connection);
  await holder.query('BEGIN; LOCK shops IN ACCESS SHARE MODE');
  const migrating = run();
  await expect
    .poll(
      () =>
        rows(
          "SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'shops'::regclass",
        ),
      { timeout: 60_000 },
    )
    .toEqual([{ waiting: 1 }]);
  // Gives up after its two seconds, so that whoever queued behind it goes on.
  await expect
    .poll(
      () =>
        rows(
          "SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'shops'::regclass",
        ),
      { timeout: 60_000 },
    )
    .toEqual([{ waiting: 0 }]);
  await holder.query('COMMIT');
  expect(await migrating).toEqual({ migrations: ['0002-names'], functions: [], version: 2 });
});

test('An applied file that changed is refused by its name', async () => {
  await run();
  await write('0001-shops', 'CREATE TABLE shops (id bigint PRIMARY KEY);');
  await expect(run()).rejects.toThrow('0001-shops.sql has changed since it was applied');
  await expect(run({ dryRun: true })).rejects.toThrow('0001-shops.sql has changed since it was applied');
});

test('An applied file that changed goes on where it names what it was', async () => {
  await run();
  const [before] = await rows("SELECT checksum FROM schema_migrations WHERE name = '0001-shops'");
  const said = `-- Formerly ${String(before?.['checksum'])}\nCREATE TABLE shops (id bigint PRIMARY KEY);`;
  await write('0001-shops', said);
  expect(await run()).toMatchObject({ migrations: [] });
  await write('0001-shops', said.replace(/[0-9a-f]{64}/, 'a'.repeat(64)));
  await expect(run()).rejects.toThrow('0001-shops.sql has changed since it was applied');
});

test('A database newer than the program is refused', async () => {
  await run();
  await rm(join(migrationsDir, '0002-names.sql'));
  await expect(run()).rejects.toThrow(
    'The database is at version 2 (0002-names), newer than this program, which knows 1',
  );
});

test('A file that is missing or comes too late is refused', async () => {
  await write('0005-later', 'SELECT 1;');
  await run();
  await write('0003-late', 'SELECT 1;');
  await expect(run()).rejects.toThrow(
    '0003-late.sql comes before version 5, which is applied already: give it the number 6.',
  );
  await rm(join(migrationsDir, '0003-late.sql'));
  await rm(join(migrationsDir, '0002-names.sql'));
  await expect(run()).rejects.toThrow('0002-names.sql was applied to this database and is missing');
});

/** The first two steps stand among the unfolded; what they made together is 0101 and 0102, and one more came after. */
async function fold(): Promise<void> {
  const unfolded = join(migrationsDir, 'unfolded');
  await mkdir(unfolded);
  for (const name of ['0001-shops', '0002-names'])
    await rename(join(migrationsDir, `${name}.sql`), join(unfolded, `${name}.sql`));
  await write('0101-shops', '-- Folded.\nCREATE TABLE shops (id int PRIMARY KEY, name text);');
  await write('0102-goods', '-- Folded.\nINSERT INTO shops VALUES (1, $$BEGIN;\nof trade$$);');
  await write('0103-later', 'ALTER TABLE shops ADD place text;');
}
const FOLDED = ['0101-shops', '0102-goods', '0103-later'];
const HISTORY_SQL = 'SELECT version, name FROM schema_migrations ORDER BY version';
const HISTORY = [101, 102, 103].map((version, index) => ({ version, name: FOLDED[index] }));

test('an empty database goes by the folded migrations alone', async () => {
  await fold();
  expect(await run()).toMatchObject({ migrations: FOLDED, version: 103 });
  expect(await rows(HISTORY_SQL)).toEqual(HISTORY);
});

test.each([1, 2])('a database that stands at the unfolded step %s ends like a new one', async (step) => {
  await run({ upTo: step });
  await fold();
  const rest = ['0002-names'].slice(step - 1);
  expect(await run({ dryRun: true })).toMatchObject({ migrations: [...rest, ...FOLDED], version: step });
  expect(await run()).toMatchObject({ migrations: [...rest, ...FOLDED], version: 103 });
  expect(await rows(HISTORY_SQL)).toEqual(HISTORY);
  expect(await rows('SELECT * FROM shops')).toEqual([{ id: 1, name: 'BEGIN;\nof trade', place: null }]);
  expect(await run()).toMatchObject({ migrations: [], version: 103 });
});

test('a backup of before the fold is restored at its step, and goes on from there', async () => {
  await fold();
  expect(await run({ upTo: 1 })).toMatchObject({ migrations: ['0001-shops'], version: 1 });
  expect(await run({ upTo: 102 })).toMatchObject({ migrations: ['0002-names', '0101-shops', '0102-goods'] });
  expect(await run()).toMatchObject({ migrations: ['0103-later'], version: 103 });
});

test('a run that ends between the unfolded steps and the fold is completed by the next', async () => {
  await run({ upTo: 1 });
  await fold();
  await writeFile(join(migrationsDir, 'unfolded/0003-broken.sql'), 'SELECT 1 / 0;');
  await expect(run()).rejects.toThrow('0003-broken.sql failed and changed nothing');
  expect(await rows(HISTORY_SQL)).toEqual([
    { version: 1, name: '0001-shops' },
    { version: 2, name: '0002-names' },
  ]);
  await rm(join(migrationsDir, 'unfolded/0003-broken.sql'));
  expect(await run()).toMatchObject({ migrations: FOLDED, version: 103 });
});

test('an unfolded step that changed, and one that nobody knows any more, are refused', async () => {
  await run();
  await fold();
  await writeFile(join(migrationsDir, 'unfolded/0001-shops.sql'), 'SELECT 1;');
  await expect(run()).rejects.toThrow('0001-shops.sql has changed since it was applied');
  await rm(join(migrationsDir, 'unfolded'), { recursive: true });
  await expect(run()).rejects.toThrow(
    'The database is at version 2 (0002-names), which this program knows no more: start a release that still has server/migrations/unfolded',
  );
});

test('a program of before the fold is refused what a newer one has folded', async () => {
  await run();
  const before = `${migrationsDir}-before`;
  await cp(migrationsDir, before, { recursive: true });
  await fold();
  await run();
  await expect(run({ migrationsDir: before })).rejects.toThrow('newer than this program, which knows 2');
});

test.each([
  ['0002-again', 'SELECT 1;', 'have the same number'],
  ['2-short', 'SELECT 1;', 'must be named like 0001-what-it-brings.sql'],
  ['0003-commits', 'SELECT 1;\nCOMMIT;', '0003-commits.sql says COMMIT'],
])('A file %s that says %j is refused', async (name, sql, problem) => {
  await write(name, sql);
  await expect(run()).rejects.toThrow(problem);
});

function run(options: Partial<MigrateOptions> = {}): Promise<MigrateResult> {
  return migrate({ connection, log, migrationsDir, appVersion: '9.9.9', ...options });
}

async function write(name: string, sql: string): Promise<void> {
  await writeFile(join(migrationsDir, `${name}.sql`), sql);
}

async function connect(to: ClientConfig): Promise<Client> {
  const client = new Client(to);
  clients.push(client);
  await client.connect();
  return client;
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
