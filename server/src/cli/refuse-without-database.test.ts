import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { onServer } from '../../test/kit/database.ts';
import { makeDatabase } from '../../test/kit/service.ts';
import { migrate } from '../store/index.ts';
import { endOf, runCommand, startCommand } from './fixtures/run-command.ts';

const KEY = Buffer.alloc(32, 9).toString('base64');
let folder: string;
let database: Awaited<ReturnType<typeof makeDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-none-'));
  database = await makeDatabase();
});
afterAll(async () => {
  await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

test('a command in a folder without a database says so, and neither makes one nor writes over a backup', async () => {
  const file = join(folder, 'shop.tar');
  await writeFile(file, 'the backup of yesterday');
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere'), PORT: '0' };
  for (const args of [
    ['backup', file],
    ['verify'],
    ['merchants', 'list'],
    ['rotate-secret-key'],
    ['migrate', '--dry-run'],
    ['move', '--to', database.url],
  ])
    expect([args[0], await runCommand(elsewhere, args)]).toEqual([
      args[0],
      { code: 1, out: '', err: expect.stringMatching(`^There is no database in ${elsewhere.DATA_DIR}: `) },
    ]);
  const { code, out } = await runCommand(elsewhere, ['doctor', '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { findings: expect.arrayContaining([expect.objectContaining({ check: 'database', state: 'warning' })]) },
  ]);
  expect(await readdir(folder)).toEqual(['shop.tar']);
  expect(await readFile(file, 'utf8')).toBe('the backup of yesterday');
});

test('a command on an empty database of DATABASE_URL says so and leaves it empty', async () => {
  const name = `cli_empty_${database.name}`;
  const { url } = await onNewDatabase(name);
  try {
    const place = { DATABASE_URL: url, SECRET_KEY: KEY, DATA_DIR: folder, PORT: '0' };
    const file = join(folder, 'empty.tar');
    for (const args of [['backup', file], ['verify'], ['merchants', 'list']])
      expect([args[0], await runCommand(place, args)]).toEqual([
        args[0],
        { code: 1, out: '', err: expect.stringContaining('The database is empty: is it the right one?') },
      ]);
    expect(await databaseFinding(place)).toMatchObject({ state: 'warning' });
    expect(await readdir(folder)).not.toContain('empty.tar');
    expect(await tablesOf(url)).toBe(0);
  } finally {
    await onServer(inject('serverUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test('doctor and backup leave a schema of before as it is, and say that it has to be migrated', async () => {
  const name = `cli_older_${database.name}`;
  const { url } = await onNewDatabase(name);
  try {
    await migrate({ connection: { connectionString: url }, log: { info: () => undefined }, upTo: 119 });
    const tables = await tablesOf(url);
    const place = { DATABASE_URL: url, SECRET_KEY: KEY, DATA_DIR: folder, PORT: '0' };
    const told = expect.stringMatching(/^The database is at version 119, .*0126-pairing-codes.*run migrate/);
    expect(await runCommand(place, ['backup', join(folder, 'older.tar')])).toEqual({
      code: 1,
      out: '',
      err: told,
    });
    expect(await databaseFinding(place)).toMatchObject({ state: 'warning', message: told });
    expect(await tablesOf(url)).toBe(tables);
  } finally {
    await onServer(inject('serverUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test('whoever reads the answer may go before its end', async () => {
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: KEY,
    DATA_DIR: folder,
    PORT: '0',
  };
  const child = startCommand(environment, ['merchants', 'list']);
  const ended = endOf(child);
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, out: '', err: '' });
});

async function onNewDatabase(name: string): Promise<{ readonly url: string }> {
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  return { url: database.url.replace(database.name, name) };
}

async function tablesOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'",
    );
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

async function databaseFinding(place: Readonly<Record<string, string>>): Promise<unknown> {
  const { out } = await runCommand(place, ['doctor', '--json']);
  const { findings } = JSON.parse(out) as { readonly findings: readonly { readonly check: string }[] };
  return findings.find(({ check }) => check === 'database');
}
