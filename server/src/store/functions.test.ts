import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { databaseUrl, onServer } from '../../test/kit/database.ts';
import { functionNames } from './function-names.gen.ts';
import { migrate, type MigrateOptions, type MigrateResult } from './migrate.ts';
import { functionNamesText, readFunctions } from './read-functions.ts';
import { findMigrations } from './read-migrations.ts';

const log = { info: (): void => undefined };
const PRICE = (amount: number): string =>
  `CREATE OR REPLACE FUNCTION price() RETURNS int LANGUAGE sql AS $$ SELECT ${amount} $$;`;
const TOTAL = 'CREATE OR REPLACE FUNCTION total(n int) RETURNS int LANGUAGE sql AS $$ SELECT n * price() $$;';
const STAMP = (text: string): string =>
  `CREATE OR REPLACE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.stamp := '${text}'; RETURN NEW; END $$;`;
const SHOPS = `CREATE TABLE shops (id int, stamp text);
  CREATE TRIGGER shops_stamp BEFORE INSERT ON shops FOR EACH ROW EXECUTE FUNCTION stamp();`;

let base: string;
let number = 0;
let database: string;
let url: string;
let migrationsDir: string;
let functionsDir: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ct-functions-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));
beforeEach(async () => {
  number += 1;
  database = `functions_${process.pid}_${Date.now()}_${number}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${database}`);
  url = databaseUrl(inject('serverUrl'), database);
  migrationsDir = join(base, database, 'migrations');
  functionsDir = join(base, database, 'functions');
  await mkdir(join(migrationsDir, 'unfolded'), { recursive: true });
  await mkdir(functionsDir);
  await writeFile(join(migrationsDir, '0001-shops.sql'), `-- Folded.\n${SHOPS}`);
  await write({ price: PRICE(5), total: TOTAL, stamp: STAMP('first') });
});
afterEach(() => onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));

test('the names that statements call are those of the files', async () => {
  const functions = await readFunctions((await findMigrations()).functionsDir);
  expect(functions.length).toBeGreaterThan(20);
  const text = functionNamesText(functions);
  for (const [name, calledAs] of Object.entries(functionNames))
    expect(text).toContain(`  ${name}: '${calledAs}',`);
  expect(text.split('\n').filter((line) => line.startsWith('  '))).toHaveLength(
    Object.keys(functionNames).length,
  );
});

test('each version has a name of its own, which changes with all that it calls; what tables call has one for ever', async () => {
  const before = await namesNow();
  expect(before['stamp']).toBe('stamp');
  expect(before['total']).toMatch(/^total_[0-9a-f]{8}$/);
  await write({ price: PRICE(6) });
  const after = await namesNow();
  expect(after['price']).not.toBe(before['price']);
  expect(after['total']).not.toBe(before['total']);
});

test('functions are there once the migrations are through, and nothing is done a second time', async () => {
  const names = await namesNow();
  const { functions } = await run({ dryRun: true });
  expect([...functions].sort()).toEqual(Object.values(names).sort());
  expect((await run()).functions).toEqual(expect.arrayContaining([names['price'], names['total']]));
  expect(await rows(`SELECT ${names['total']}(3) AS total`)).toEqual([{ total: 15 }]);
  await rows('INSERT INTO shops VALUES (1)');
  expect(await rows('SELECT stamp FROM shops')).toEqual([{ stamp: 'first' }]);
  expect(await run()).toMatchObject({ migrations: [], functions: [] });
});

test('a program and its successor work side by side, each by its own version', async () => {
  await run();
  const older = await namesNow();
  await write({ price: PRICE(7) });
  await run();
  const newer = await namesNow();
  expect(await rows(`SELECT ${older['total']}(2) AS older, ${newer['total']}(2) AS newer`)).toEqual([
    { older: 10, newer: 14 },
  ]);
});

test('what tables call is replaced in its place, and an older program that starts again leaves it', async () => {
  await run();
  await write({ stamp: STAMP('second') });
  expect((await run()).functions).toEqual(['stamp']);
  await write({ stamp: STAMP('first') });
  expect((await run()).functions).toEqual([]);
  await rows('INSERT INTO shops VALUES (1)');
  expect(await rows('SELECT stamp FROM shops')).toEqual([{ stamp: 'second' }]);
});

test('a version goes when no program that calls it has run for 30 days, and not before', async () => {
  await run();
  const { total: older } = await namesNow();
  await write({ price: PRICE(8) });
  await run();
  const lastCalled = (days: number): Promise<unknown> =>
    rows(
      `DO $$ BEGIN EXECUTE format('COMMENT ON FUNCTION ${older} IS %L', 'Called by a program that started on ' || to_char(now() AT TIME ZONE 'UTC' - interval '${days} days', 'YYYY-MM-DD') || '.'); END $$`,
    );
  await lastCalled(30);
  expect((await run()).functions).toEqual([]);
  await lastCalled(31);
  expect((await run()).functions).toEqual([older]);
  expect(await rows(`SELECT to_regproc('${older}') AS gone`)).toEqual([{ gone: null }]);
});

test('functions of others on the database are left alone', async () => {
  await rows('CREATE FUNCTION theirs() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$');
  await run();
  expect(
    await rows(`SELECT obj_description('theirs'::regproc, 'pg_proc') AS note, theirs() AS answer`),
  ).toEqual([{ note: null, answer: 1 }]);
});

test('one that is broken is named, nothing of the others is changed, and the next run makes all', async () => {
  await run();
  const { total } = await namesNow();
  await write({ price: PRICE(9), total: TOTAL.replace('price()', 'price() + no_such_column') });
  await expect(run()).rejects.toThrow(
    /^server\/sql\/functions failed and changed nothing: total_[0-9a-f]{8}: column "no_such_column" does not exist$/,
  );
  const { price } = await namesNow();
  expect(await rows(`SELECT to_regproc('${price}') AS price, ${total}(1) AS total`)).toEqual([
    { price: null, total: 5 },
  ]);
  await write({ total: TOTAL });
  expect((await run()).functions).toHaveLength(2);
});

test('four programs that start at once make each function once', async () => {
  const done = await Promise.all(Array.from({ length: 4 }, () => run()));
  expect(done.flatMap(({ functions }) => functions)).toHaveLength(
    new Set(done.flatMap(({ functions }) => functions)).size,
  );
  expect(await run()).toMatchObject({ migrations: [], functions: [] });
});

test('who may not make functions is told so', async () => {
  await run();
  const role = `keeper_${number}_${process.pid}`;
  await rows(
    `CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT SELECT ON schema_migrations TO ${role}; GRANT USAGE ON SCHEMA public TO ${role}`,
  );
  try {
    await write({ price: PRICE(10) });
    const asKeeper = { connectionString: url, options: `-c role=${role}` };
    await expect(run({ connection: asKeeper })).rejects.toThrow('permission denied for schema public');
  } finally {
    await rows(
      `REVOKE ALL ON schema_migrations FROM ${role}; REVOKE ALL ON SCHEMA public FROM ${role}; DROP ROLE ${role}`,
    );
  }
});

test('functions that run with the rights of the owner look for nothing where a caller puts it', async () => {
  await write({
    price: PRICE(5).replace('LANGUAGE sql', 'LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT'),
  });
  await run();
  const { price } = await namesNow();
  expect(await rows(`SELECT proconfig FROM pg_proc WHERE proname = '${price}'`)).toEqual([
    { proconfig: ['search_path=public, pg_temp'] },
  ]);
});

test.each([
  [{ price: 'SELECT 1;' }, 'price.sql must say CREATE OR REPLACE FUNCTION price( once'],
  [{ price: `${PRICE(1)}\n${TOTAL}` }, 'price.sql must say CREATE OR REPLACE FUNCTION price( once'],
  [
    { price: PRICE(1).replace('SELECT 1', 'SELECT total(1)') },
    'price calls total calls price: functions that call each other in a ring',
  ],
])('files like %j are refused', async (files, problem) => {
  await write(files);
  await expect(run()).rejects.toThrow(problem);
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(functionsDir, `${name}.sql`), sql);
}

async function namesNow(): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    (await readFunctions(functionsDir)).map(({ name, calledAs }) => [name, calledAs]),
  );
}

function run(options: Partial<MigrateOptions> = {}): Promise<MigrateResult> {
  return migrate({
    connection: { connectionString: url },
    log,
    migrationsDir,
    functionsDir,
    appVersion: '9.9.9',
    ...options,
  });
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
