import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { operations, whoCalls, type Operation } from '@cottontree/contract';
import { examineReplicas } from '../../src/cli/examine-database.ts';
import { verifyModules } from '../../src/modules.ts';
import { readSnapshotApart, writeBackup, type Shape, type Statement } from '../../src/store/index.ts';
import { openCluster, type Cluster, type Member } from '../kit/cluster.ts';
import { findPgbouncer, openPgbouncer } from '../kit/pgbouncer.ts';
import { tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { settingsOf } from '../kit/ways-to.ts';

/** Within which a replica that is no good is left out, on a machine that has nothing else to do. */
const LEFT_OUT_MS_MAX = 1_000;

const program = await findPgbouncer();

let cluster: Cluster;
/** Two nodes, and the same merchant's client at each. */
let one: TestService;
let two: TestService;
let shop: TestMerchant;
let atTwo: Client;

beforeAll(async () => {
  cluster = await openCluster();
  const urls = cluster.standbys().map(({ url }) => url);
  one = await startNode(urls);
  two = await startNode(urls);
  shop = await one.merchant();
  atTwo = clientAt(two, shop);
});
afterAll(async () => {
  await two?.[Symbol.asyncDispose]();
  await one?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});
beforeEach(() => expect.poll(() => [upOf(one), upOf(two)]).toEqual([2, 2]));

function startNode(replicaUrls: readonly string[]): Promise<TestService> {
  return startService({ databaseUrl: cluster.url, environment: { REPLICA_URL: replicaUrls.join(',') } });
}

function clientAt({ baseUrl }: TestService, { key }: TestMerchant): Client {
  return createClient({ baseUrl, apiKey: key, retries: 0 });
}

/** The sum of what a node tells under a name. */
function figure(node: TestService, name: string, label = ''): number {
  return node.server.server.metrics
    .text()
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
const upOf = (node: TestService): number => figure(node, 'cottontree_replica_up');
const readsOf = (node: TestService): number => figure(node, 'cottontree_replica_reads_total');
const fallbacksOf = (node: TestService, reason: string): number =>
  figure(node, 'cottontree_replica_fallbacks_total', `reason="${reason}"`);

let named = 0;
async function addCustomer(client: Client): Promise<string> {
  named += 1;
  return (
    await client.createCustomer({ body: { name: `Aminata ${named}`, phone: `+232761${10_000 + named}` } })
  ).data.id;
}

async function newest(client: Client): Promise<string | undefined> {
  return (await client.listCustomers({ query: { limit: 1 } })).data[0]?.id;
}

/** A statement of the test's own, as the store takes it. */
function reading<const R extends Shape>(
  name: string,
  row: R,
  sql: string,
): Statement<Record<never, never>, R> {
  return { name: `test.${name}`, params: {}, row, sql };
}

test('who wrote on one node reads it on the other at once, from replicas that keep up', async () => {
  const before = readsOf(two);
  for (let written = 0; written < 100; written += 1) {
    const id = await addCustomer(shop.client);
    expect(await newest(atTwo), `after ${written} written`).toBe(id);
  }
  expect(readsOf(two) - before, 'of 100 reads, from replicas').toBeGreaterThan(50);
});

test('replicas that stand still are passed over on every node, and taken in again once they go on', async () => {
  const standbys = cluster.standbys();
  await everyone(standbys, 'SELECT pg_wal_replay_pause()');
  const before = { reads: readsOf(one) + readsOf(two), behind: fallbacksOf(two, 'behind') };
  for (let written = 0; written < 10; written += 1) {
    const id = await addCustomer(written % 2 === 0 ? shop.client : atTwo);
    expect(await newest(atTwo)).toBe(id);
    expect(await newest(shop.client)).toBe(id);
  }
  expect(readsOf(one) + readsOf(two) - before.reads, 'nothing was read there').toBe(0);
  expect(fallbacksOf(two, 'behind')).toBeGreaterThan(before.behind);
  await expect.poll(() => [upOf(one), upOf(two)]).toEqual([0, 0]);
  expect(figure(one, 'cottontree_replica_lag_bytes')).toBeGreaterThan(0);
  for (const { state, message } of await examineReplicas(one.server.runtime.snapshotPlaces, true))
    expect([state, message]).toEqual([
      'warning',
      expect.stringMatching(
        / is \d+ bytes behind and did not replay them in 300 ms, so nothing is read there/,
      ),
    ]);
  await everyone(standbys, 'SELECT pg_wal_replay_resume()');
  await expect.poll(() => [upOf(one), upOf(two)]).toEqual([2, 2]);
  const after = readsOf(two);
  expect(await newest(atTwo)).toBeDefined();
  await expect.poll(async () => (await newest(atTwo)) && readsOf(two)).toBeGreaterThan(after);
});

test('a replica that is a little late is waited for', async () => {
  const standbys = cluster.standbys();
  await everyone(standbys, "ALTER SYSTEM SET recovery_min_apply_delay = '30ms'");
  await everyone(standbys, 'SELECT pg_reload_conf()');
  const before = readsOf(two);
  for (let written = 0; written < 20; written += 1) {
    const id = await addCustomer(shop.client);
    expect(await newest(atTwo)).toBe(id);
  }
  expect(readsOf(two) - before).toBeGreaterThan(0);
  await everyone(standbys, 'ALTER SYSTEM RESET recovery_min_apply_delay');
  await everyone(standbys, 'SELECT pg_reload_conf()');
});

test('on a replica too, a merchant sees nothing of another, and nothing can be written', async () => {
  const stranger = await one.merchant();
  await addCustomer(shop.client);
  const { reads, system } = one.server.runtime.context.store;
  const who = reading(
    'whoReads',
    { role: 'text', standby: 'bool', owners: 'text[]' },
    `SELECT current_user::text AS role, pg_is_in_recovery() AS standby, coalesce(array_agg(DISTINCT merchant_id), '{}') AS owners FROM customers`,
  );
  const seen = async (merchantId: string) => (await reads({ merchantId, livemode: false }).run(who, {}))[0];
  expect(await seen(shop.id)).toEqual({ role: 'cottontree_app', standby: true, owners: [shop.id] });
  expect(await seen(stranger.id)).toEqual({ role: 'cottontree_app', standby: true, owners: [] });
  expect((await system.reads.run(who, {}))[0]).toMatchObject({ role: 'cottontree_system', standby: true });
  expect((await clientAt(two, stranger).listCustomers()).data).toEqual([]);
  const written = reading(
    'writes',
    { id: 'text' },
    "UPDATE customers SET name = 'x' WHERE false RETURNING id",
  );
  expect(await reads({ merchantId: shop.id, livemode: false }).run(written, {})).toEqual([]);
  expect(fallbacksOf(one, 'lost'), 'the primary was asked').toBeGreaterThan(0);
});

test('a read that replay cancels is answered by the primary, and nobody hears of it', async () => {
  const standbys = cluster.standbys();
  await everyone(standbys, "ALTER SYSTEM SET max_standby_streaming_delay = '0'");
  await everyone(standbys, 'SELECT pg_reload_conf()');
  const before = fallbacksOf(one, 'conflict');
  const slow = reading(
    'slowly',
    { standby: 'bool' },
    'SELECT pg_is_in_recovery() AS standby FROM (SELECT count(*), CASE WHEN pg_is_in_recovery() THEN pg_sleep(20) END FROM customers) AS waited',
  );
  const { read } = await beginThere(
    () => one.server.runtime.context.store.system.reads.run(slow, {}),
    standbys,
  );
  await cluster.primary().ask('DO $$ BEGIN LOCK TABLE customers IN ACCESS EXCLUSIVE MODE; END $$');
  expect(await read).toEqual([{ standby: false }]);
  expect(fallbacksOf(one, 'conflict')).toBeGreaterThan(before);
  await everyone(standbys, 'ALTER SYSTEM RESET max_standby_streaming_delay');
  await everyone(standbys, 'SELECT pg_reload_conf()');
});

/** Begins again while it is the primary that answers, as it does for a replica that was a little late. */
async function beginThere<T>(
  begin: () => Promise<T>,
  members: readonly Member[],
): Promise<{ read: Promise<T> }> {
  for (;;) {
    let ended = false;
    const read = begin().finally(() => (ended = true));
    while (!ended) if (await busy(members)) return { read };
  }
}

async function busy(members: readonly Member[]): Promise<boolean> {
  const asked = await Promise.all(
    members.map((member) =>
      member.ask("SELECT count(*)::int AS sleeping FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
    ),
  );
  return asked.some((row) => row['sleeping'] !== 0);
}

/** Short lists that a node holds in memory, that are the contract's own, or of which there are few in all. */
const NOT_READ: readonly string[] = [
  'listZones',
  'listEventTypes',
  'listRateCards',
  'listDispatchZones',
  'listWebhookFaults',
];

test('every list and report of a merchant is read there, and none is refused', async () => {
  const asked = (Object.values(operations) as readonly Operation[]).filter(
    (operation) =>
      operation.method === 'GET' &&
      whoCalls(operation).takesKeys &&
      !operation.path.includes(':') &&
      (operation.list === true || /^(report|getOverview)/.test(operation.id)),
  );
  const before = fallbacksOf(one, 'refused') + fallbacksOf(one, 'lost');
  const elsewhere: string[] = [];
  const answered = new Set<string>();
  for (const { id, path } of asked) {
    // What wants more than a key and no query is not answered, and not judged.
    const answer = async (): Promise<boolean> => {
      const reads = readsOf(one);
      const { status } = await fetch(`${one.baseUrl}${path}`, {
        headers: { authorization: `Bearer ${shop.key}` },
      });
      if (status === 200) answered.add(id);
      return status !== 200 || readsOf(one) > reads;
    };
    // A replica that is a little late at the moment is not asked.
    if (!(await answer()) && !(await answer()) && !(await answer())) elsewhere.push(id);
  }
  expect(answered.size).toBeGreaterThan(40);
  expect(elsewhere).toEqual(NOT_READ);
  expect(fallbacksOf(one, 'refused') + fallbacksOf(one, 'lost') - before).toBe(0);
});

test('verify and backup read a replica, and begin anew on the primary where it fails them', async () => {
  const { snapshotPlaces, context } = one.server.runtime;
  const where = 'SELECT pg_is_in_recovery() AS standby';
  const read = await readSnapshotApart(snapshotPlaces, async (runner, client) => ({
    broken: await verifyModules(runner, context),
    rows: (await client.query(where)).rows as readonly unknown[],
  }));
  expect(read).toEqual({ broken: [], rows: [{ standby: true }] });
  const folder = await mkdtemp(join(tmpdir(), 'ct-replica-'));
  const told: string[] = [];
  const backup = { secretKeyId: context.vault.keyId, now: context.world.now(), file: join(folder, 'b.tar') };
  const onPassedOver = (reason: string): void => void told.push(reason);
  expect((await writeBackup({ ...snapshotPlaces, ...backup, onPassedOver })).rows).toBeGreaterThan(10);
  await rm(folder, { recursive: true });
  expect(told).toEqual([]);
  const failing = `SELECT pg_is_in_recovery() AS standby, CASE WHEN pg_is_in_recovery() THEN 1 / (SELECT 0) END AS fault`;
  const { rows } = await readSnapshotApart({ ...snapshotPlaces, onPassedOver }, (_, client) =>
    client.query(failing),
  );
  expect(rows).toEqual([{ standby: false, fault: null }]);
  expect(told).toHaveLength(2);
});

test('doctor tells of each replica whether it follows this primary', async () => {
  const { snapshotPlaces } = one.server.runtime;
  const { connection, replicas = [] } = snapshotPlaces;
  const strangers = [
    { name: 'self', connection: { connectionString: cluster.primary().url } },
    { name: 'foreign', connection: { connectionString: inject('serverUrl') } },
    { name: 'nobody', connection: { host: '127.0.0.1', port: 1 } },
  ];
  const found = await examineReplicas({ connection, replicas: [...replicas, ...strangers] }, true);
  expect(found.map(({ state }) => state)).toEqual(['ok', 'ok', 'bad', 'bad', 'bad']);
  expect(found[0]?.message).toMatch(/follows the primary, \d+ bytes behind$/);
  expect(found.slice(2).map(({ message }) => message)).toEqual([
    expect.stringContaining('self is no standby'),
    expect.stringContaining('foreign is not a copy of this database'),
    expect.stringContaining('nobody cannot be asked'),
  ]);
});

test.skipIf(!program)(
  'behind a pooler too: what was written is read at once, and a backup leaves nothing on the sessions it was lent',
  async () => {
    const pgbouncer = program ?? { path: '', version: '' };
    const settings = settingsOf(pgbouncer);
    const standbys = cluster.standbys() as [Member, Member];
    // It lends the session first that came back last, so whoever reads next has the one that the backup had.
    const opens = ({ url }: Member) => openPgbouncer(pgbouncer, url, { poolMode: 'transaction', settings });
    await using first = await opens(standbys[0]);
    await using second = await opens(standbys[1]);
    const urls = [first, second].map((pooler) => pooler.urlOf('cottontree'));
    const forgets = Object.keys(settings).length === 0;
    await using node = await startService({
      databaseUrl: cluster.url,
      environment: { REPLICA_URL: urls.join(','), ...(forgets ? { PREPARED: 'off' } : {}) },
    });
    await expect.poll(() => upOf(node)).toBe(2);
    const client = clientAt(node, shop);
    const { snapshotPlaces, context } = node.server.runtime;
    const folder = await mkdtemp(join(tmpdir(), 'ct-replica-'));
    const told: string[] = [];
    const onPassedOver = (reason: string): void => void told.push(reason);
    const backup = { secretKeyId: context.vault.keyId, now: context.world.now() };
    for (const replica of snapshotPlaces.replicas ?? [])
      await writeBackup({
        ...snapshotPlaces,
        ...backup,
        replicas: [replica],
        file: join(folder, 'b.tar'),
        onPassedOver,
      });
    await rm(folder, { recursive: true });
    expect(told, 'replicas that the backup could not read').toEqual([]);
    const before = readsOf(node);
    for (let written = 0; written < 30; written += 1) {
      const id = await addCustomer(shop.client);
      expect(await newest(client), `after ${written} written`).toBe(id);
    }
    expect(fallbacksOf(node, 'refused')).toBe(0);
    expect(readsOf(node) - before, 'of 30 reads, from replicas').toBeGreaterThan(15);
    const states = async (prepared: boolean): Promise<readonly string[]> =>
      (await examineReplicas(snapshotPlaces, prepared)).map(({ state }) => state);
    expect(await states(false)).toEqual(['ok', 'ok']);
    expect(await states(true)).toEqual(forgets ? ['bad', 'bad'] : ['ok', 'ok']);
  },
);

test.each([
  ['dies', (member: Member) => member.kill(), (member: Member) => member.start()],
  ['hangs', async (member: Member) => member.freeze(), async (member: Member) => member.thaw()],
])(
  'when a replica %s under load no request fails, and it is left out within a second',
  async (how, end, mend) => {
    const [victim] = cluster.standbys() as [Member, Member];
    const load = startLoad([shop.client, atTwo]);
    await expect.poll(load.answered).toBeGreaterThan(50);
    // How long this machine, which others use too, lets things wait that are in order.
    const usualMs = load.slowestMs();
    const sinceMs = performance.now();
    await end(victim);
    while (upOf(one) === 2 || upOf(two) === 2) await pause(5);
    const leftOutMs = performance.now() - sinceMs;
    const then = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(then + 50);
    await mend(victim);
    await expect.poll(() => [upOf(one), upOf(two)]).toEqual([2, 2]);
    const { failures, slowestMs } = await load.stop();
    expect(failures).toEqual([]);
    tell(
      `a replica that ${how}: left out after ${Math.round(leftOutMs)} ms, the slowest answer ${Math.round(slowestMs)} ms, before ${Math.round(usualMs)} ms`,
    );
    expect(leftOutMs).toBeLessThan(LEFT_OUT_MS_MAX + 2 * usualMs);
    expect(slowestMs).toBeLessThan(LEFT_OUT_MS_MAX + 4 * usualMs);
    expect(await newest(atTwo)).toBe(await newest(shop.client));
  },
);

/** Lists again and again, four at a time at each client, and writes in between. */
function startLoad(clients: readonly Client[]) {
  const failures: unknown[] = [];
  let [answered, slowestMs, stopped] = [0, 0, false];
  const work = clients.flatMap((client) =>
    [0, 1, 2, 3].map(async (worker) => {
      while (!stopped) {
        const sinceMs = performance.now();
        try {
          await (worker === 0 ? addCustomer(client) : newest(client));
          answered += 1;
        } catch (error) {
          failures.push(error);
        }
        slowestMs = Math.max(slowestMs, performance.now() - sinceMs);
        await pause(5);
      }
    }),
  );
  return {
    answered: () => answered,
    slowestMs: () => slowestMs,
    async stop() {
      stopped = true;
      await Promise.all(work);
      return { failures, slowestMs };
    },
  };
}

test('what is no standby of this primary is read by nobody', async () => {
  const foreign = inject('serverUrl');
  await using misled = await startNode([cluster.primary().url, foreign]);
  const id = await addCustomer(shop.client);
  expect(await newest(clientAt(misled, shop))).toBe(id);
  await pause(LEFT_OUT_MS_MAX);
  expect(await newest(clientAt(misled, shop))).toBe(id);
  expect([upOf(misled), readsOf(misled)]).toEqual([0, 0]);
});

test('after a failover the new primary is no replica any more, and who follows it is one again', async () => {
  const members = [cluster.primary(), ...cluster.standbys()];
  await using node = await startNode(members.map(({ url }) => url));
  const client = clientAt(node, shop);
  await expect.poll(() => upOf(node)).toBe(2);
  const killed = await cluster.killPrimary();
  await cluster.promote();
  await expect.poll(() => upOf(node)).toBe(1);
  await expect.poll(() => addCustomer(client).catch(() => null)).not.toBeNull();
  const before = readsOf(node);
  for (let written = 0; written < 20; written += 1) {
    const id = await addCustomer(client);
    expect(await newest(client)).toBe(id);
  }
  await expect.poll(async () => (await newest(client)) && readsOf(node)).toBeGreaterThan(before);
  await cluster.rebuild(killed);
  await expect.poll(() => upOf(node)).toBe(2);
});

async function everyone(members: readonly Member[], sql: string): Promise<void> {
  await Promise.all(members.map((member) => member.ask(sql)));
}
