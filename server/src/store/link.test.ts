import { expect, inject, test } from 'vitest';
import { openPostgres } from '../../test/kit/postgres.ts';
import { look } from '../../test/kit/shop.ts';
import { Client } from 'pg';
import { connectionFromUrl } from './connection.ts';
import { openStore } from './open-store.ts';
import { statement } from './statement.ts';

const LOCKED_MS = 500;
const goods = statement({
  name: 'test.linkedGoods',
  params: {},
  row: { amount: 'int4' },
  sql: 'SELECT amount FROM goods',
});

const compiling = statement({
  name: 'test.compiling',
  params: {},
  row: { compiles: 'text' },
  sql: "SELECT current_setting('jit') AS compiles",
});

test('no statement is compiled, also where the server would do so by itself', async () => {
  const connection = { connectionString: inject('serverUrl'), options: '-c jit=on' };
  await using store = await openStore({
    connection,
    directConnection: connection,
    prepared: true,
    monotonicMs: () => performance.now(),
    onTrouble: () => undefined,
  });
  expect(await look(connection, 'SHOW jit')).toEqual([{ jit: 'on' }]);
  expect(await store.system.run(compiling, {})).toEqual([{ compiles: 'off' }]);
  expect(await store.system.transaction((tx) => tx.run(compiling, {}))).toEqual([{ compiles: 'off' }]);
});

test(
  'statements that are sent while the first of their kind waits for a locked table wait for it too',
  { timeout: 300_000 },
  async () => {
    await using postgres = await openPostgres();
    const asOwner = { connectionString: postgres.url };
    await look(
      asOwner,
      'CREATE ROLE cottontree_app; CREATE ROLE cottontree_system; CREATE TABLE goods (amount int); INSERT INTO goods VALUES (3); GRANT SELECT ON goods TO PUBLIC',
    );
    const connection = connectionFromUrl(postgres.url);
    await using store = await openStore({
      connection,
      directConnection: connection,
      prepared: true,
      monotonicMs: () => performance.now(),
      onTrouble: () => undefined,
    });
    const holder = new Client(asOwner);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE goods IN ACCESS EXCLUSIVE MODE');
    setTimeout(() => void holder.query('COMMIT'), LOCKED_MS);
    const read = Array.from({ length: 6 }, () =>
      store.system.run(goods, {}).catch((error: unknown) => error),
    );
    expect(await Promise.all(read)).toEqual(Array.from({ length: 6 }, () => [{ amount: 3 }]));
    await holder.end();
  },
);
