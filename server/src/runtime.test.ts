import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openRuntime, type Runtime } from './runtime.ts';
import { migrate, openEmbedded, statement } from './store/index.ts';

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
/** The schema as it was before sessions had a role of their own. */
const BEFORE_THE_ROLE = 35;
const whoIsHere = statement({
  name: 'test.whoIsHere',
  params: {},
  row: { logged_in: 'text', acts_as: 'text' },
  sql: 'SELECT session_user::text AS logged_in, current_user::text AS acts_as',
});

let dataDir: string;
let runtime: Runtime;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cottontree-ground-'));
  const older = await openEmbedded({ dataDir, log: quiet });
  await migrate({ connection: older.connection, log: quiet, upTo: BEFORE_THE_ROLE });
  await older.stop();
  runtime = await openRuntime({
    config: readConfig({ DATA_DIR: dataDir, DEMO: '0' }),
    log: quiet,
    purpose: 'command',
  });
  const owner = new Client(runtime.ownerConnection);
  await owner.connect();
  await owner
    .query(
      `INSERT INTO merchants SELECT 'mch_other', 'Other', 'x@y', 'SL', 'Other', 'Africa/Freetown', 'SLE', 'active', 1, 1, now()`,
    )
    .finally(() => owner.end());
}, 300_000);
afterAll(async () => {
  await runtime.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("a data directory of an older release is opened by sessions that are no superuser's", async () => {
  const { store } = runtime.context;
  const tenant = { merchantId: 'mch_1', livemode: false };
  const here = { logged_in: 'cottontree_session' };
  expect(await store.of(tenant).run(whoIsHere, {})).toEqual([{ ...here, acts_as: 'cottontree_app' }]);
  expect(await store.transaction(tenant, (tx) => tx.run(whoIsHere, {}))).toEqual([
    { ...here, acts_as: 'cottontree_app' },
  ]);
  expect(await store.system.run(whoIsHere, {})).toEqual([{ ...here, acts_as: 'cottontree_system' }]);
  expect(await store.system.transaction((tx) => tx.run(whoIsHere, {}))).toEqual([
    { ...here, acts_as: 'cottontree_system' },
  ]);
});

test("with a database of one's own, DATABASE_URL may name that role where DATABASE_DIRECT_URL names the owner", async () => {
  const { host, port, database, user } = runtime.ownerConnection;
  const url = (name: string): string =>
    `postgresql://${name}@/${String(database)}?host=${encodeURIComponent(String(host))}&port=${String(port)}`;
  const own = await openRuntime({
    config: readConfig({
      DATA_DIR: dataDir,
      DEMO: '0',
      DATABASE_URL: url('cottontree_session'),
      DATABASE_DIRECT_URL: url(String(user)),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }),
    log: quiet,
    purpose: 'command',
  });
  const here = await own.context.store.system.run(whoIsHere, {}).finally(() => own.close());
  expect(here).toEqual([{ logged_in: 'cottontree_session', acts_as: 'cottontree_system' }]);
});

test("whoever starts it as the owner, or as a superuser, of a database of one's own is told so once, and how to change it", async () => {
  const { host, port, database, user } = runtime.ownerConnection;
  const owner = new Client(runtime.ownerConnection);
  await owner.connect();
  await owner
    .query('CREATE ROLE cottontree_plain_owner LOGIN IN ROLE cottontree_app, cottontree_system')
    .then(() => owner.query(`GRANT "${String(user)}" TO cottontree_plain_owner`))
    .finally(() => owner.end());
  const url = (name: string): string =>
    `postgresql://${name}@/${String(database)}?host=${encodeURIComponent(String(host))}&port=${String(port)}`;
  const told = async (name: string): Promise<readonly string[]> => {
    const lines: string[] = [];
    const log = { ...quiet, warn: (_facts: object, message: string) => void lines.push(message) };
    const own = await openRuntime({
      config: readConfig({
        DATA_DIR: dataDir,
        DEMO: '0',
        DATABASE_URL: url(name),
        DATABASE_DIRECT_URL: url(String(user)),
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      }),
      log,
      purpose: 'serve',
    });
    await own.close();
    return lines;
  };
  expect(await told('cottontree_session')).toEqual([]);
  expect(await told(String(user))).toEqual([
    expect.stringMatching(/is a superuser.*cottontree_session in DATABASE_URL/),
  ]);
  expect(await told('cottontree_plain_owner')).toEqual([
    expect.stringMatching(/owns the tables.*cottontree_session in DATABASE_URL/),
  ]);
});

test('no session of the program is left that could become the owner', async () => {
  await runtime.context.store.isReady();
  const client = new Client(runtime.ownerConnection);
  await client.connect();
  const { rows } = await client
    .query(
      `SELECT usename::text AS name FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND datname = current_database()`,
    )
    .finally(() => client.end());
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(rows.map(({ name }) => String(name)))).toEqual(new Set(['cottontree_session']));
});

test.each(['RESET ROLE', 'SET ROLE NONE', 'RESET ALL', 'RESET SESSION AUTHORIZATION', 'DISCARD ALL'])(
  '%s leads to nothing',
  async (words) => {
    const client = new Client({ ...runtime.ownerConnection, user: 'cottontree_session' });
    await client.connect();
    try {
      await client.query('SET ROLE cottontree_app');
      await client.query(words);
      expect((await client.query(`SELECT rolsuper FROM pg_roles WHERE rolname = current_user`)).rows).toEqual(
        [{ rolsuper: false }],
      );
      expect(
        await client.query('SELECT id FROM merchants').then(
          ({ rows }) => rows,
          () => [],
        ),
      ).toEqual([]);
      await expect(client.query('SET ROLE cottontree')).rejects.toThrow(/permission denied/);
      await expect(client.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
      await expect(client.query(`COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow(/permission denied/);
    } finally {
      await client.end();
    }
  },
);
