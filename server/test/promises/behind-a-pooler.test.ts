import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { examinePooling } from '../../src/cli/examine-database.ts';
import { verifyModules } from '../../src/modules.ts';
import { connectionFromUrl, moveRows, openStore, readSnapshot, statement } from '../../src/store/index.ts';
import { findPooling } from '../../src/store/pooler/refuse-pooler.ts';
import { auditJournal } from '../kit/audit.ts';
import { startJournal } from '../kit/journal.ts';
import { findPgbouncer, openPgbouncer } from '../kit/pgbouncer.ts';
import { openPostgres } from '../kit/postgres.ts';
import { createProbe } from '../kit/probe.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed } from '../kit/seed.ts';
import { makeDatabase, startService, type TestService } from '../kit/service.ts';
import { emptyDatabase, look, openShop } from '../kit/shop.ts';
import { ABSENT, kindOf, thingsOf, type Things } from '../kit/things.ts';
import { settingsOf, throughPooler } from '../kit/ways-to.ts';

const program = await findPgbouncer();
const installed = program ? `PgBouncer ${program.version}` : 'PgBouncer, which is not installed here';
const named = statement({
  name: 'test.namedStatements',
  params: {},
  row: { prepared: 'int8' },
  sql: `SELECT count(*) AS prepared FROM pg_prepared_statements`,
});
const echo = statement({
  name: 'test.echo',
  params: { told: 'text' },
  row: { tenants: 'text', role: 'text', length: 'int4' },
  sql: `SELECT current_setting('cottontree.tenants') AS tenants, current_user::text AS role, length(:told) AS length`,
});
const ASKED_AT_ONCE = 200;
const ROUNDS = figure(20, 500);
/** More than a pooler reads in one go, so that it has the beginning of a statement before its end. */
const TOLD_CHARACTERS_MAX = 9_000;
const PUT_DOWN_MS = 1_500;
const WRITES = figure(60, 2_000);

/** Reads all lists; answers with what was a fault of ours. */
async function readAll(service: TestService, key: string, things: Things): Promise<readonly string[]> {
  const probe = createProbe(service.baseUrl);
  const odd: string[] = [];
  for (const operation of readable(things)) {
    const params = Object.fromEntries(
      Object.entries(operation.example.params ?? {}).map(([name, id]) => [name, things[kindOf(id)] ?? '']),
    );
    const { status, code } = await probe.ask(operation.id, { key, params });
    if (status >= 500) odd.push(`${operation.id}: ${status} ${code ?? ''}`);
  }
  return odd;
}

type Listed = Operation & { readonly id: OperationId };

/** All lists of what there is one of. */
function readable(things: Things): readonly Listed[] {
  return (Object.values(operations) as readonly Listed[]).filter(
    ({ list, example }) =>
      list && Object.values(example.params ?? {}).every((id) => kindOf(id) in ABSENT && things[kindOf(id)]),
  );
}

test('without prepared statements no session of the server keeps one, and all modules work', async () => {
  await using service = await startService({ environment: { PREPARED: 'off' } });
  const { id, key } = await service.merchant();
  const things = await thingsOf(service, { key, clock: true });
  await service.drain();
  expect(await readAll(service, key, things)).toEqual([]);
  const { store } = service.server.runtime.context;
  const tenant = { merchantId: id, livemode: false };
  const none = [{ prepared: 0n }];
  expect(await store.of(tenant).run(named, {})).toEqual(none);
  expect(await store.slow(tenant).run(named, {})).toEqual(none);
  expect(await store.system.run(named, {})).toEqual(none);
});

// Not where the tests' own pooler may be one that loses them.
test.skipIf(Boolean(process.env['TEST_POOLER']))(
  'with them every session keeps those that it was asked for',
  async () => {
    await using service = await startService({ environment: { PREPARED: 'on' } });
    const { id, key } = await service.merchant();
    await service.drain();
    expect(key).toBeTruthy();
    const [{ prepared } = { prepared: 0n }] = await service.server.runtime.context.store
      .of({ merchantId: id, livemode: false })
      .run(named, {});
    expect(prepared).toBeGreaterThan(1n);
  },
);

describe.skipIf(!program)(`behind ${installed}`, () => {
  const pgbouncer = program ?? { path: '', version: '' };
  const opens = (poolMode: 'session' | 'transaction' | 'statement', serverUrl = inject('serverUrl')) =>
    openPgbouncer(pgbouncer, serverUrl, { poolMode, settings: settingsOf(pgbouncer) });
  let database: { readonly name: string; readonly url: string };
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(async () => {
    const owner = new Client({ connectionString: inject('serverUrl') });
    await owner.connect();
    await owner.query(`DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`).finally(() => owner.end());
  });

  test.each(['session', 'transaction', 'statement'] as const)(
    'mode %s is recognised without asking what only one product knows',
    async (poolMode) => {
      await using pooler = await opens(poolMode);
      const connection = connectionFromUrl(pooler.urlOf(database.name));
      const client = new Client(connection);
      client.on('error', () => undefined);
      await client.connect();
      const pooling = await findPooling(client, connection).finally(() => client.end());
      expect(pooling.lends).toBe(poolMode);
    },
  );

  test('straight to PostgreSQL there is none', async () => {
    const connection = connectionFromUrl(database.url);
    const client = new Client(connection);
    await client.connect();
    expect(await findPooling(client, connection).finally(() => client.end())).toEqual({
      lends: 'none',
      keepsPrepared: true,
    });
  });

  test('the server does not start where something is missing, and says what', async () => {
    await using transaction = await opens('transaction');
    await using statements = await opens('statement');
    const starts = (environment: Readonly<Record<string, string>>) =>
      startService({ databaseUrl: database.url, environment }).then(
        (service) => service[Symbol.asyncDispose](),
        (error: Error) => error.message,
      );
    const pooled = throughPooler(database.url, [transaction], pgbouncer);
    const DATABASE_URL = pooled['DATABASE_URL'] ?? '';
    expect(await starts({ ...pooled, DATABASE_DIRECT_URL: '' })).toMatch(
      /address of PostgreSQL itself in DATABASE_DIRECT_URL/,
    );
    if (pooled['PREPARED'])
      expect(await starts({ ...pooled, PREPARED: 'on' })).toMatch(/set PREPARED=off, or use PgBouncer 1\.21/);
    expect(await starts(throughPooler(database.url, [statements], pgbouncer))).toMatch(
      /pool_mode = transaction/,
    );
    expect(await starts({ ...pooled, DATABASE_URL: `${DATABASE_URL}&statement_timeout=500` })).toMatch(
      /statement_timeout.*|ignore_startup_parameters/,
    );
    expect(await starts(pooled)).toBeUndefined();
  });

  test(`many who ask at once through shared connections get each their own answer, as who they are (seed ${seed})`, async () => {
    const chance = createChance(seed);
    await using pooler = await opens('transaction');
    const environment = throughPooler(database.url, [pooler], pgbouncer);
    const wrong: unknown[] = [];
    await using store = await openStore({
      connection: connectionFromUrl(environment['DATABASE_URL'] ?? ''),
      directConnection: connectionFromUrl(database.url),
      prepared: environment['PREPARED'] !== 'off',
      monotonicMs: () => performance.now(),
      onTrouble: (error) => wrong.push(error),
    });
    const ask = async (merchantId: string): Promise<void> => {
      const told = 'x'.repeat(chance.between(0, TOLD_CHARACTERS_MAX));
      const rows = await store.of({ merchantId, livemode: false }).run(echo, { told });
      const own = { tenants: `{${merchantId}}`, role: 'cottontree_app', length: told.length };
      if (JSON.stringify(rows) !== JSON.stringify([own])) wrong.push([own, rows]);
    };
    for (let round = 0; round < ROUNDS && wrong.length === 0; round += 1) {
      const asked = Array.from({ length: ASKED_AT_ONCE }, (_, index) => ask(`merchant${index}`));
      for (const { reason } of (await Promise.allSettled(asked)).filter((one) => one.status === 'rejected'))
        wrong.push(reason);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('every kind of thing is made and read, nothing promised is broken, and no session is left as a merchant', async () => {
    await using pooler = await opens('transaction');
    await using service = await startService({
      databaseUrl: database.url,
      environment: throughPooler(database.url, [pooler], pgbouncer),
    });
    const { key } = await service.merchant();
    const things = await thingsOf(service, { key, clock: true });
    await service.drain();
    expect(await readAll(service, key, things)).toEqual([]);
    expect(readable(things).length).toBeGreaterThan(40);
    const { runtime } = service.server;
    expect(
      await readSnapshot(runtime.ownerConnection, (runner) => verifyModules(runner, runtime.context)),
    ).toEqual([]);
    expect(examinePooling(runtime)).toMatchObject({
      check: 'pooler',
      state: 'ok',
      message: expect.stringMatching(/each transaction/),
    });
    expect(await leftOn(pooler.urlOf(database.name))).toEqual([]);
  });

  test('no database is moved through one, and nothing is set on its sessions or left in the target', async () => {
    await using pooler = await opens('transaction');
    await using target = await emptyDatabase();
    const [, name = ''] = /\/([^/?]+)\?/.exec(target.url) ?? [];
    const straight = { source: { connectionString: database.url }, target: { connectionString: target.url } };
    const pooled = (of: string) => connectionFromUrl(pooler.urlOf(of));
    const said: string[] = [];
    for (const ends of [
      { ...straight, target: pooled(name) },
      { ...straight, source: pooled(database.name) },
    ])
      await expect(
        moveRows({
          ...ends,
          moveId: 'm',
          place: 'there',
          log: { info: () => undefined },
          monotonicMs: () => performance.now(),
          tell: (line) => said.push(line),
          beforeFence: async () => undefined,
          afterCommit: async () => undefined,
        }),
      ).rejects.toThrow(/A pooler lends a session .* Nothing was touched/);
    expect(said).toEqual([]);
    expect(await look(straight.target, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    expect(await leftOn(pooler.urlOf(name))).toEqual([]);
  });

  test(`what was acknowledged is there after the database behind it was killed (seed ${seed})`, async () => {
    await using postgres = await openPostgres();
    await using pooler = await opens('transaction', postgres.url);
    const environment = throughPooler(postgres.url, [pooler], pgbouncer);
    await using server = await startProgram(environment);
    const { key } = await openShop(environment);
    const journal = startJournal({
      customers: 4,
      key,
      chance: createChance(seed),
      baseUrl: () => server.baseUrl,
    });
    try {
      await expect.poll(journal.acknowledged).toBeGreaterThan(WRITES / 2);
      await postgres.stop('SIGKILL');
      const downMs = performance.now();
      await postgres.start();
      await expect.poll(() => journal.lastSuccessMs() > downMs + PUT_DOWN_MS).toBe(true);
      await expect.poll(journal.acknowledged).toBeGreaterThan(WRITES);
    } finally {
      await journal.stop();
    }
    expect(journal.strange).toEqual([]);
    expect(await auditJournal({ connectionString: postgres.url }, journal.entries)).toEqual([]);
  });
});

const SESSIONS = 20;

/** Of the sessions that the next may be lent, those that still act as somebody. */
async function leftOn(connectionString: string): Promise<readonly unknown[]> {
  const clients = Array.from({ length: SESSIONS }, () => new Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const seen = await Promise.all(
      clients.map(async (client) => {
        await client.query('BEGIN');
        const { rows } = await client.query<Record<string, string | null>>(
          `SELECT current_user = session_user AS itself, current_setting('cottontree.tenants', true) AS tenants, current_setting('statement_timeout') AS timeout, current_setting('session_replication_role') AS replication`,
        );
        return rows[0] ?? {};
      }),
    );
    return seen.filter(
      ({ itself, tenants, timeout, replication }) =>
        String(itself) !== 'true' || (tenants ?? '') !== '' || timeout !== '0' || replication !== 'origin',
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
