import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { verifyAccounts } from '../../src/modules/accounts/index.ts';
import { verifyLedger } from '../../src/modules/ledger/index.ts';
import { verifyMerchants } from '../../src/modules/merchants/index.ts';
import { verifyShipping } from '../../src/modules/shipping/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { isHonestRefusal, openCustomer, succeeded } from '../kit/customer.ts';
import { openOlderVersion } from '../kit/older-version.ts';
import { builtProgram, PROGRAM_SECRET_KEY, startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { emptyDatabase, look, openDatabase } from '../kit/shop.ts';

const DELIVERIES = figure(2_000, 1_000_000);
const KILLS = figure(3, 12);
const CLIENTS = 6;
const WAIT_MS_MAX = 5_000;

test('what an older version left works wholly after the migrations', { timeout: 300_000 }, async () => {
  await using older = await openOlderVersion();
  await using database = await emptyDatabase();
  await older.restore(database.url);
  const { jobs } = older;
  await using program = await startProgram({ DATABASE_URL: database.url });
  await using merchant = openCustomer(older.key);

  /** What a request about a job is answered: the status it leaves, or the code of its refusal. */
  async function ask(path: string, body?: object): Promise<string> {
    let answer = await merchant.ask(program.baseUrl, {
      path,
      ...(body ? { method: 'POST' as const, body } : {}),
    });
    // A busy machine may say so, and then wants to be asked again.
    for (let tries = 1; isHonestRefusal(answer) && tries < 10; tries += 1) {
      await pause(500);
      answer = await merchant.ask(program.baseUrl, {
        path,
        ...(body ? { method: 'POST' as const, body } : {}),
      });
    }
    return succeeded(answer)
      ? String(answer.body.data?.['status'] ?? 'ok')
      : `${answer.status} ${answer.body.error?.code}`;
  }
  const at = (name: keyof typeof jobs, step: string): string =>
    `/shipping/deliveries/${jobs[name].job_number}${step}`;
  const code = (name: keyof typeof jobs, type: 'pickup' | 'delivery') => ({
    type,
    code: jobs[name][`${type}_code`],
  });

  const tracked = await Promise.all(
    Object.keys(jobs).map((name) => ask(at(name as keyof typeof jobs, '/track'))),
  );
  expect(tracked).toEqual([
    'pending',
    'assigned',
    'in_transit',
    'in_transit',
    'delivered',
    'completed',
    'failed',
  ]);
  for (const { tracking_url: url } of Object.values(jobs)) {
    const page = await fetch(new URL(new URL(url).pathname, program.baseUrl));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
  }
  expect(await ask(at('pending', '/cancel'), {})).toBe('cancelled');
  expect(await ask(at('assigned', '/verify'), code('assigned', 'pickup'))).not.toMatch(/^[45]/);
  expect(await ask(at('under-way', '/verify'), { type: 'delivery', code: '000000' })).toBe(
    '422 INVALID_HANDOFF_CODE',
  );
  expect(await ask(at('under-way', '/verify'), code('under-way', 'delivery'))).not.toMatch(/^[45]/);
  expect(await ask(at('paid-on-delivery', '/verify'), code('paid-on-delivery', 'delivery'))).not.toMatch(
    /^[45]/,
  );
  expect(await ask(at('failed', '/redeliver'), {})).toBe('pending');
  expect(await ask(at('completed', '/rate'), { stars: 5 })).not.toMatch(/^[45]/);
  for (const list of [
    '/shipping/deliveries',
    '/shipping/addresses',
    '/webhooks',
    '/webhooks/messages',
    '/webhooks/deliveries',
    '/ledger/entries',
    '/shipping/zones',
  ])
    expect(await ask(list), list).toBe('ok');
  const statuses = await Promise.all(Object.keys(jobs).map((name) => ask(at(name as keyof typeof jobs, ''))));
  expect(statuses).toEqual([
    'cancelled',
    'picked_up',
    'delivered',
    'delivered',
    'delivered',
    'completed',
    'failed',
  ]);

  const cash = await look(
    { connectionString: database.url },
    'SELECT sum(amount)::int AS held FROM courier_cash',
  );
  expect(cash, 'what was collected before there was a ledger is in it').toEqual([{ held: 9_000 }]);
  await program.end('SIGTERM');
  for (const verify of [verifyMerchants, verifyShipping, verifyLedger, verifyAccounts])
    expect(await readSnapshot({ connectionString: database.url }, verify)).toEqual([]);
});

test(
  `the database is migrated while the older version serves, also when that is cut short again and again (seed ${seed})`,
  { timeout: 120_000 + DELIVERIES },
  async () => {
    const chance = createChance(seed);
    await using older = await openOlderVersion();
    await using database = await emptyDatabase();
    await older.fill(database.url, DELIVERIES);
    await using load = await startLoad(database.url, () => chance.between(1, DELIVERIES));

    // A process of its own, so that what is killed is killed.
    const program = await builtProgram();
    const migrateOnce = () =>
      spawn(process.execPath, [program, 'migrate'], {
        env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, SECRET_KEY: PROGRAM_SECRET_KEY },
        stdio: 'ignore',
        cwd: '/',
      });

    for (let kills = 0; kills < KILLS; kills += 1) {
      const migrating = migrateOnce();
      await pause(chance.between(100, figure(700, 4_000)));
      migrating.kill('SIGKILL');
      if (migrating.exitCode === null && migrating.signalCode === null) await once(migrating, 'exit');
    }
    const startedMs = performance.now();
    const last = migrateOnce();
    const [exitCode] = (await once(last, 'exit')) as [number | null];
    const tookMs = performance.now() - startedMs;
    await load.stop();

    expect(exitCode).toBe(0);
    expect(load.errors).toEqual([]);
    expect(load.statements()).toBeGreaterThan(0);
    const [reached] = await look(
      { connectionString: database.url },
      'SELECT (SELECT count(*)::int FROM schema_migrations) AS applied, (SELECT max(version) FROM schema_migrations) AS version, (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS broken',
    );
    await using migrated = await openDatabase();
    const [wanted] = await look(
      { connectionString: migrated.url },
      'SELECT count(*)::int AS applied, max(version) AS version FROM schema_migrations',
    );
    expect(reached).toEqual({ ...wanted, broken: 0 });
    tell(
      `R14: ${DELIVERIES} deliveries migrated in ${Math.round(tookMs)} ms after ${KILLS} kills; ${load.statements()} statements of the older version went on beside it, the slowest waited ${Math.round(load.slowestMs())} ms`,
    );
    expect(load.slowestMs()).toBeLessThan(figure(20_000, WAIT_MS_MAX));
  },
);

type Load = AsyncDisposable & {
  readonly statements: () => number;
  readonly slowestMs: () => number;
  readonly errors: readonly string[];
  readonly stop: () => Promise<void>;
};

/** What an older version does all day: it reads a delivery, moves it on, and lists the newest. */
async function startLoad(url: string, pick: () => number): Promise<Load> {
  const errors: string[] = [];
  const state = { stopping: false, statements: 0, slowestMs: 0 };

  async function live(number: number): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (let turn = number; !state.stopping; turn += 1) {
      const startedMs = performance.now();
      await client
        .query(STATEMENTS[turn % STATEMENTS.length] ?? '', [
          `SHP-${pick().toString(16).toUpperCase().padStart(8, '0')}`,
        ])
        .catch((error: unknown) => errors.push(String(error)));
      state.statements += 1;
      state.slowestMs = Math.max(state.slowestMs, performance.now() - startedMs);
      await pause(5);
    }
    await client.end();
  }
  const lives = Promise.all(Array.from({ length: CLIENTS }, (_, number) => live(number)));
  const stop = async (): Promise<void> => {
    state.stopping = true;
    await lives;
  };
  return {
    errors,
    statements: () => state.statements,
    slowestMs: () => state.slowestMs,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const STATEMENTS = [
  'SELECT job_number, status, timeline FROM deliveries WHERE job_number = $1',
  'UPDATE deliveries SET version = version + 1, updated_at = updated_at WHERE job_number = $1',
  'SELECT job_number FROM deliveries WHERE job_number >= $1 ORDER BY job_number LIMIT 20',
];
