import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { migrate } from '../../src/store/index.ts';
import { readFunctions } from '../../src/store/read-functions.ts';
import { findMigrations, readMigrations } from '../../src/store/read-migrations.ts';
import { databaseUrl, onServer } from '../kit/database.ts';
import { schemaOf } from '../kit/schema-of.ts';

const quiet = { info: (): void => undefined };
const made: string[] = [];

afterEach(async () => {
  for (const name of made.splice(0))
    await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

async function emptyDatabase(): Promise<string> {
  const name = `schema_${process.pid}_${Date.now()}_${Math.floor(performance.now())}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  made.push(name);
  return databaseUrl(inject('serverUrl'), name);
}

function bring(url: string, upTo?: number): ReturnType<typeof migrate> {
  return migrate({
    connection: { connectionString: url },
    log: quiet,
    ...(upTo === undefined ? {} : { upTo }),
  });
}

async function names(): Promise<{ readonly own: ReadonlySet<string>; readonly bare: ReadonlySet<string> }> {
  const functions = await readFunctions((await findMigrations()).functionsDir);
  return {
    own: new Set(functions.map(({ calledAs }) => calledAs)),
    bare: new Set(functions.filter(({ isShared }) => !isShared).map(({ name }) => name)),
  };
}

const nameOf = (line: string): string => /FUNCTION public\.(\w+)/.exec(line)?.[1] ?? line;

test('every function of the database comes from a file', async () => {
  const url = await emptyDatabase();
  await bring(url);
  const { own } = await names();
  expect((await schemaOf(url)).functions.map(nameOf).toSorted()).toEqual([...own].toSorted());
});

test('the functions are laid out to be read: no line over 120 characters, none of more than 90 lines', async () => {
  const { functionsDir } = await findMigrations();
  const names = (await readdir(functionsDir)).filter((name) => name.endsWith('.sql'));
  const faults: string[] = [];
  for (const name of names) {
    const lines = (await readFile(join(functionsDir, name), 'utf8')).trimEnd().split('\n');
    if (lines.length > 90) faults.push(`${name} has ${lines.length} lines`);
    lines.forEach((line, at) => {
      if (line.length > 120) faults.push(`${name}:${at + 1} has ${line.length} characters`);
    });
  }
  expect(faults).toEqual([]);
  expect(names.length).toBeGreaterThan(40);
});

test('a database that went by the unfolded migrations is, in everything, one that the folded have made', async () => {
  const { unfolded, migrations } = await readMigrations((await findMigrations()).dir);
  const [first] = migrations;
  const last = unfolded.at(-1);
  expect(unfolded.length).toBeGreaterThan(40);
  const [older, fresh] = [await emptyDatabase(), await emptyDatabase()];
  expect((await bring(older, last?.version)).version).toBe(last?.version);
  expect((await bring(older)).version).toBe(migrations.at(-1)?.version);
  await bring(fresh, first?.version);
  await bring(fresh);

  const [was, is] = [await schemaOf(older), await schemaOf(fresh)];
  const { own, bare } = await names();
  const left = was.functions.map(nameOf).filter((name) => !own.has(name));
  expect(
    left.filter((name) => !bare.has(name)),
    'only what older programs call is left',
  ).toEqual([]);
  expect(left).toContain('change_sales');
  expect({ ...was, functions: was.functions.filter((line) => own.has(nameOf(line))) }).toEqual(is);
  const looked = Object.values(is).reduce((sum, lines) => sum + lines.length, 0);
  expect(looked).toBeGreaterThan(2_000);
});

test('a database goes on from whichever unfolded step it stands at', async () => {
  const { unfolded, migrations } = await readMigrations((await findMigrations()).dir);
  for (const step of [1, 24, 35]) {
    const url = await emptyDatabase();
    await bring(url, step);
    const rest = unfolded.filter(({ version }) => version > step).map(({ name }) => name);
    const { migrations: done, version } = await bring(url);
    expect(done).toEqual([...rest, ...migrations.map(({ name }) => name)]);
    expect(version).toBe(migrations.at(-1)?.version);
    expect(await bring(url)).toMatchObject({ migrations: [], functions: [] });
  }
});

test('what older programs call stays beside what this one calls', async () => {
  const { unfolded } = await readMigrations((await findMigrations()).dir);
  const url = await emptyDatabase();
  await bring(url, unfolded.at(-1)?.version);
  await bring(url);
  await using client = await connected(url);
  const { rows } = await client.query(
    "SELECT * FROM move_stock('mch_x', true, 1, '[]'), courier_carries(NULL, NULL, 'mch_x', true)",
  );
  expect(rows).toHaveLength(1);
});

async function connected(url: string): Promise<AsyncDisposable & Pick<Client, 'query'>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
