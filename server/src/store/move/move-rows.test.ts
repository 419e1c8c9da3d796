import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { databaseUrl, onServer } from '../../../test/kit/database.ts';
import { makeDatabase } from '../../../test/kit/service.ts';
import { migrate } from '../migrate.ts';
import { moveRows, settleMove, type MoveOptions } from './move-rows.ts';
import { catchUp, copyAll, openPairs } from './rounds.ts';

const quiet = { info: () => undefined };
const nothing = async (): Promise<void> => undefined;

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  return databaseUrl(inject('serverUrl'), name);
}

async function ask(url: string, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const sql of statements) ({ rows } = await client.query<Record<string, unknown>>(sql));
    return rows;
  } finally {
    await client.end();
  }
}

const addMerchant = (name: string): string =>
  `INSERT INTO merchants VALUES ('mer_${name}', '${name}', '${name}@example.sl', 'SL', '${name}', 'Africa/Freetown', 'SLE', 'active', 10, 10, now())`;
const merchants = 'SELECT name FROM merchants ORDER BY name';

function moveOf(source: string, target: string, more: Partial<MoveOptions> = {}): MoveOptions {
  return {
    source: { connectionString: source },
    target: { connectionString: target },
    moveId: randomBytes(4).toString('hex'),
    place: 'the new house',
    log: quiet,
    monotonicMs: () => performance.now(),
    tell: () => undefined,
    beforeFence: nothing,
    afterCommit: nothing,
    ...more,
  };
}

test('after a move the rows are there, and nobody can write or serve where they were', async () => {
  const [{ url: source }, target] = [await makeDatabase(), await emptyDatabase()];
  await ask(source, addMerchant('ada'));
  const moved = await moveRows(
    moveOf(source, target, { beforeFence: () => ask(source, addMerchant('bai')).then(() => undefined) }),
  );
  expect(moved).toMatchObject({ last_rows: 1 });
  expect(await ask(target, merchants)).toEqual([{ name: 'ada' }, { name: 'bai' }]);
  await ask(target, addMerchant('cha'));
  await expect(ask(source, addMerchant('dan'))).rejects.toMatchObject({ code: '25006' });
  await expect(ask(source, 'DELETE FROM merchants')).rejects.toMatchObject({ code: '25006' });
  await expect(ask(source, 'TRUNCATE merchants CASCADE')).rejects.toMatchObject({ code: '25006' });
  await expect(migrate({ connection: { connectionString: source }, log: quiet })).rejects.toThrow(
    'moved to the new house',
  );
  await migrate({ connection: { connectionString: target }, log: quiet });
  await expect(moveRows(moveOf(source, await emptyDatabase()))).rejects.toThrow('moved to the new house');
  await expect(moveRows(moveOf(target, source))).rejects.toThrow('moved to the new house once');
});

test('a move that ends before its commit leaves the source as it was, and the copy serves nobody', async () => {
  const [{ url: source }, target] = [await makeDatabase(), await emptyDatabase()];
  await ask(source, addMerchant('ada'));
  const cut = moveOf(source, target, { beforeFence: () => Promise.reject(new Error('cut short')) });
  await expect(moveRows(cut)).rejects.toThrow('cut short');
  await ask(source, addMerchant('bai'), `DELETE FROM merchants WHERE name = 'ada'`);
  await expect(migrate({ connection: { connectionString: target }, log: quiet })).rejects.toThrow(
    'unfinished copy',
  );
  expect(await settled(cut)).toEqual('not moved');
  await moveRows(moveOf(source, target));
  expect(await ask(target, merchants)).toEqual([{ name: 'bai' }]);
});

test('a move that ends after its commit is made by whoever comes next', async () => {
  const [{ url: source }, target] = [await makeDatabase(), await emptyDatabase()];
  const cut = moveOf(source, target, { afterCommit: () => Promise.reject(new Error('cut short')) });
  await expect(moveRows(cut)).rejects.toThrow('cut short');
  // As one that was killed a moment before.
  await ask(
    target,
    'CREATE TABLE moved_house (move_id text, state text, place text)',
    `INSERT INTO moved_house VALUES ('${cut.moveId}', 'arriving', '')`,
  );
  expect(await settled(cut)).toEqual('moved');
  await migrate({ connection: { connectionString: target }, log: quiet });
  expect(await settled({ ...cut, moveId: 'another' })).toEqual('not moved');
});

test('while a move is under way no second one begins, and none is settled', async () => {
  const [{ url: source }, target] = [await makeDatabase(), await emptyDatabase()];
  const seen: unknown[] = [];
  await moveRows(
    moveOf(source, target, {
      async beforeFence() {
        const other = moveOf(source, await emptyDatabase());
        seen.push(await settled(other), await moveRows(other).catch((error: Error) => error.message));
      },
    }),
  );
  expect(seen).toEqual(['left alone', expect.stringContaining('Another move')]);
});

test('a database is moved into an empty other one alone, by who may load it', async () => {
  const [{ url: source }, { url: filled }] = [await makeDatabase(), await makeDatabase()];
  await ask(filled, addMerchant('ada'));
  await expect(moveRows(moveOf(source, filled))).rejects.toThrow('not empty: merchants');
  await expect(moveRows(moveOf(source, source))).rejects.toThrow('which is served now');
  await ask(source, addMerchant('bai'));
  const name = `owner_${randomBytes(6).toString('hex')}`;
  await onServer(inject('serverUrl'), `CREATE ROLE ${name} LOGIN CREATEROLE`);
  await onServer(inject('serverUrl'), `GRANT cottontree_app, cottontree_system TO ${name} WITH ADMIN OPTION`);
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name} OWNER ${name}`);
  const target = databaseUrl(inject('serverUrl'), name).replace(/\/\/[^@]*@/, `//${name}@`);
  await expect(moveRows(moveOf(source, target))).rejects.toThrow('GRANT SET ON PARAMETER');
  await onServer(inject('serverUrl'), `GRANT SET ON PARAMETER session_replication_role TO ${name}`);
  await moveRows(moveOf(source, target));
  expect(await ask(target, merchants)).toEqual([{ name: 'bai' }]);
});

test('a disk that gets full is told, nothing has moved, and with room the same move goes through', async () => {
  const [source, target] = [await emptyDatabase(), await emptyDatabase()];
  await migrate({ connection: { connectionString: source }, log: quiet });
  await ask(source, addMerchant('bai'));
  const full = Object.assign(new Error('could not extend file: No space left on device'), {
    code: '53100',
    severity: 'ERROR',
  });
  const fillsUp = { beforeFence: () => Promise.reject(full) };
  await expect(moveRows(moveOf(source, target, fillsUp))).rejects.toThrow(
    /disk is full.*\(could not extend file.*make room.*Nothing was moved/,
  );
  await ask(source, addMerchant('saio'));
  await moveRows(moveOf(source, target));
  expect(await ask(target, merchants)).toEqual([{ name: 'bai' }, { name: 'saio' }]);
});

const HOUSE = [
  'CREATE TABLE parents (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE, upper text GENERATED ALWAYS AS (upper(name)) STORED)',
  'CREATE TABLE children (a int, b text, parent bigint REFERENCES parents ON DELETE CASCADE, PRIMARY KEY (b, a))',
  'CREATE TABLE keyless (line text)',
  'CREATE TABLE days (at timestamptz, n int, PRIMARY KEY (at, n)) PARTITION BY RANGE (at)',
];
const partition = (day: string, next: string): string =>
  `CREATE TABLE days_${day.replaceAll('-', '')} PARTITION OF days FOR VALUES FROM ('${day}Z') TO ('${next}Z')`;
const contents = async (url: string): Promise<unknown[]> =>
  Promise.all(
    ['parents', 'children', 'keyless', 'days'].map((table) =>
      ask(url, `SELECT t::text FROM ${table} t ORDER BY 1`),
    ),
  );

test('what changed between two looks comes over whole: new, changed, gone, exchanged and of a new day', async () => {
  const [source, target] = [await emptyDatabase(), await emptyDatabase()];
  for (const url of [source, target]) await ask(url, ...HOUSE);
  await ask(
    source,
    partition('2026-01-01', '2026-01-02'),
    `INSERT INTO parents (name) SELECT 'n' || n FROM generate_series(1, 500) n`,
    `INSERT INTO children SELECT n, E'tab\\t\\\\N' || n, n FROM generate_series(1, 500) n`,
    `INSERT INTO keyless VALUES ('one'), ('one'), (NULL)`,
    `INSERT INTO days VALUES ('2026-01-01 12:00Z', 1)`,
  );
  await using pairs = await openPairs({
    source: { connectionString: source },
    target: { connectionString: target },
  });
  const open = new Client({ connectionString: source });
  await open.connect();
  // Begun before the first look and committed after it.
  await open.query('BEGIN');
  await open.query(`UPDATE parents SET name = 'late' WHERE id = 7`);
  const first = await copyAll(pairs);
  await open.query('COMMIT');
  await open.end();
  await ask(
    source,
    partition('2026-01-02', '2026-01-03'),
    'BEGIN',
    `UPDATE parents SET name = 'x' WHERE id = 1`,
    `UPDATE parents SET name = 'n1' WHERE id = 2`,
    'SAVEPOINT s',
    `UPDATE parents SET name = 'n2' WHERE id = 1`,
    `DELETE FROM parents WHERE id = 3`,
    'RELEASE s',
    `INSERT INTO parents (name) VALUES ('n3')`,
    `UPDATE children SET a = -a WHERE a = 9`,
    'COMMIT',
    `DELETE FROM keyless WHERE line IS NULL`,
    `INSERT INTO days VALUES ('2026-01-02 12:00Z', 2)`,
    `DELETE FROM days WHERE n = 1`,
  );
  const second = await catchUp(pairs, first);
  expect(await contents(target)).toEqual(await contents(source));
  expect(second.tables.map(({ name, rows }) => [name, rows])).toEqual(
    expect.arrayContaining([
      ['parents', 500],
      ['children', 499],
      ['keyless', 2],
      ['days', 1],
    ]),
  );
  expect((await catchUp(pairs, second)).changed).toBeLessThanOrEqual(second.changed);
  expect(await contents(target)).toEqual(await contents(source));
});

async function settled({ moveId, source, target }: MoveOptions): Promise<string> {
  let found = 'left alone';
  await settleMove({
    moveId,
    source,
    target: async () => target,
    onMoved: async () => void (found = 'moved'),
    onNotMoved: async () => void (found = 'not moved'),
  });
  return found;
}
