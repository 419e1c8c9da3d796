import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../test/kit/postgres.ts';
import { look } from '../../test/kit/shop.ts';
import { connectionFromUrl } from './connection.ts';
import { openStore } from './open-store.ts';
import { statement } from './statement.ts';

/** For as long a lock that was met is taken to be there. */
const REMEMBERED_MS = 3_000;
const TENANT = { merchantId: 'mch_slow', livemode: false };

const settings = statement({
  name: 'test.settings',
  params: {},
  row: { role: 'text', tenants: 'text', statement: 'text', lock: 'text', plans: 'text', pid: 'int4' },
  sql: `SELECT current_user::text AS role, current_setting('cottontree.tenants') AS tenants, current_setting('statement_timeout') AS statement,
          current_setting('lock_timeout') AS lock, current_setting('plan_cache_mode') AS plans, pg_backend_pid() AS pid`,
});
const anew = statement({ ...settings, name: 'test.settingsAnew', plannedAnew: true });
const add = statement({
  name: 'test.add',
  params: { number: 'int4' },
  row: { number: 'int4' },
  sql: 'INSERT INTO numbers VALUES (100 / :number) RETURNING number',
});
const count = statement({
  name: 'test.count',
  params: {},
  row: { numbers: 'int4[]' },
  sql: 'SELECT ARRAY(SELECT number FROM numbers ORDER BY number) AS numbers',
});

let postgres: Awaited<ReturnType<typeof openPostgres>>;

beforeAll(async () => {
  postgres = await openPostgres();
  await look(
    { connectionString: postgres.url },
    `CREATE ROLE cottontree_app; CREATE ROLE cottontree_system; CREATE TABLE numbers (number int);
     GRANT ALL ON numbers TO cottontree_app, cottontree_system`,
  );
});
afterAll(() => postgres[Symbol.asyncDispose]());

function open(prepared: boolean, monotonicMs = () => performance.now()) {
  const connection = connectionFromUrl(postgres.url);
  return openStore({
    connection,
    directConnection: connection,
    prepared,
    monotonicMs,
    onTrouble: () => undefined,
  });
}

test.each([true, false])(
  'a statement on a connection of its own has the settings of its transaction and leaves none behind (prepared: %s)',
  async (prepared) => {
    await using store = await open(prepared);
    const slow = store.slow(TENANT);
    const usual = {
      role: 'cottontree_app',
      tenants: '{mch_slow}',
      statement: '20s',
      lock: '100ms',
      plans: 'auto',
    };
    // Without a name each is planned for its values anyhow.
    const plans = prepared ? 'force_custom_plan' : expect.stringMatching(/^(auto|force_custom_plan)$/);
    const [first] = await slow.run(settings, {});
    expect(first).toMatchObject(usual);
    for (const [asked, expected] of [
      [anew, { ...usual, plans }],
      [settings, usual],
      [anew, { ...usual, plans }],
      [settings, usual],
    ] as const)
      expect(await slow.run(asked, {})).toEqual([{ ...expected, pid: first?.pid }]);
    expect(await store.system.slow.run(settings, {})).toMatchObject([
      { role: 'cottontree_system', tenants: '{}', statement: '20s', pid: first?.pid },
    ]);
    expect(await store.transaction(TENANT, (tx) => tx.run(settings, {}))).toMatchObject([
      { ...usual, statement: '4s', pid: first?.pid },
    ]);
  },
);

test.each([true, false])(
  'a statement that is refused writes nothing and leaves its connection as it was (prepared: %s)',
  async (prepared) => {
    await using store = await open(prepared);
    const slow = store.slow(TENANT);
    const before = (await slow.run(count, {}))[0]?.numbers ?? [];
    await expect(slow.run(add, { number: 0 })).rejects.toMatchObject({ code: '22012' });
    expect(await slow.run(add, { number: 50 })).toEqual([{ number: 2 }]);
    await expect(slow.run(add, { number: 0 })).rejects.toMatchObject({ code: '22012' });
    expect(await slow.run(count, {})).toEqual([{ numbers: [...before, 2] }]);
  },
);

test('a statement whose table is locked while it is first prepared waits for it apart, and the connection prepares it later', async () => {
  let aheadMs = 0;
  await using store = await open(true, () => performance.now() + aheadMs);
  const slow = store.slow(TENANT);
  const locked = store.system.transaction(async (tx) => {
    await tx.run(lock, {});
    const waiting = slow.run(count, {});
    // More than a connection of the pool waits for a lock.
    await tx.run(pauseHere, {});
    return { waiting };
  });
  const { waiting } = await locked;
  const numbers = await waiting;
  aheadMs = REMEMBERED_MS;
  for (const _ of [1, 2, 3]) expect(await slow.run(count, {})).toEqual(numbers);
});

const lock = statement({
  name: 'test.lock',
  params: {},
  row: {},
  sql: 'LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE',
});
const pauseHere = statement({
  name: 'test.pause',
  params: {},
  row: { done: 'text' },
  sql: `SELECT pg_sleep(0.4)::text AS done`,
});
