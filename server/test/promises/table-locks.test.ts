import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isHonestRefusal, openCustomer, parcel, succeeded, type Answer, type Ask } from '../kit/customer.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { figure, isLong, tell } from '../kit/seed.ts';
import { openDatabase, openShop } from '../kit/shop.ts';

/** Who uses each capability at the same time. */
const CUSTOMERS_EACH = 4;
const WINDOW_MS = figure(1_500, 10_000);
/** Where one lock is in the way of all it is 0.02 to 0.05, each time. */
const SHARE_LEAST = 0.2;
/** A machine that does other things meanwhile is not the lock's fault: each is judged by the best of these. */
const WINDOWS_MAX = 4;
/** One of each kind: what a capability keeps its own things in, what several write, and what the service itself turns over. */
const TABLES = isLong
  ? ([
      'deliveries',
      'sales',
      'customers',
      'invoices',
      'payments',
      'stock_levels',
      'outbox',
      'webhook_messages',
      'webhook_queue',
    ] as const)
  : (['deliveries', 'customers', 'outbox', 'webhook_queue'] as const);

type Work = (number: number) => Ask;
type OutcomeCounter = { done: number; readonly wrong: string[] };

let database: Awaited<ReturnType<typeof openDatabase>>;
let program: Program;
let key: string;
let works: Readonly<Record<string, Work>>;

beforeAll(async () => {
  database = await openDatabase();
  program = await startProgram({ DATABASE_URL: database.url });
  ({ key } = await openShop({ DATABASE_URL: database.url }));
  await using customer = openCustomer(key);
  const made = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await customer.ask(program.baseUrl, { method: 'POST', path, body });
    expect(succeeded(answer), JSON.stringify(answer.body)).toBe(true);
    return answer.body.data ?? {};
  };
  const { job_number: jobNumber } = await made('/shipping/deliveries', parcel('first'));
  const [variant] = (await made('/pos/products', { name: 'Rice', price: 150 }))['variants'] as {
    readonly id: string;
  }[];
  await made('/pos/inventory/adjustments', {
    client_id: randomUUID(),
    items: [{ variant_id: variant?.id, delta: 1_000_000, reason: 'initial' }],
  });
  works = {
    parcels: (number) => ({ method: 'POST', path: '/shipping/deliveries', body: parcel(`lock-${number}`) }),
    tracking: () => ({ path: `/shipping/deliveries/${String(jobNumber)}/track` }),
    'lists of parcels': () => ({ path: '/shipping/deliveries?limit=2' }),
    sales: () => ({
      method: 'POST',
      path: '/pos/sales',
      body: { items: [{ variant_id: variant?.id, quantity: 1 }], payments: [{ channel: 'cash' }] },
      idempotencyKey: randomUUID(),
    }),
    customers: (number) => ({ method: 'POST', path: '/customers', body: { name: `Fatu ${number}` } }),
    invoices: () => ({
      method: 'POST',
      path: '/invoices',
      body: { customer: { name: 'Fatu' }, items: [{ description: 'Rice', unit_price: 100 }] },
    }),
    products: () => ({ path: '/pos/products?limit=2' }),
  };
  await useAll();
}, 300_000);
afterAll(async () => {
  await program[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test.each([...TABLES.map((table) => [table, 'ACCESS EXCLUSIVE'] as const), ['deliveries', 'SHARE'] as const])(
  'who does not need %s goes on while it is locked (%s)',
  { timeout: 300_000 },
  async (table, mode) => {
    await using lock = await openLock(database.url);
    const best = new Map<string, number>();
    for (let window = 0; window < WINDOWS_MAX && (window === 0 || lowest(best) < SHARE_LEAST); window += 1) {
      await lock.take(table, mode);
      const free = await findFree();
      const during = await useAll();
      await lock.giveBack();
      await expect
        .poll(async () => (await findFree()).size, { timeout: 60_000 })
        .toBe(Object.keys(works).length);
      const usual = await useAll();
      for (const [name, { wrong }] of during) expect(wrong, name).toEqual([]);
      for (const name of free)
        best.set(
          name,
          Math.max(best.get(name) ?? 0, (during.get(name)?.done ?? 0) / (usual.get(name)?.done || 1)),
        );
    }
    tell(
      `${table} locked (${mode}): ${[...best].map(([name, share]) => `${name} ${share.toFixed(2)}`).join(', ')} of what is usual`,
    );
    expect(best.size).toBeGreaterThanOrEqual(2);
    expect([...best].filter(([, share]) => share < SHARE_LEAST)).toEqual([]);
  },
);

function lowest(shares: ReadonlyMap<string, number>): number {
  return Math.min(...shares.values());
}

/** Those that are done although the table is locked, each tried by itself. */
async function findFree(): Promise<ReadonlySet<string>> {
  const free = new Set<string>();
  await using customer = openCustomer(key);
  for (const [name, work] of Object.entries(works)) {
    const answer = await customer.ask(program.baseUrl, work(0));
    if (succeeded(answer)) free.add(name);
    else expect(isHonestRefusal(answer), `${name}: ${JSON.stringify(answer)}`).toBe(true);
  }
  return free;
}

/** Everything is used at the same time for a while, and what was done in it is counted. */
async function useAll(): Promise<ReadonlyMap<string, OutcomeCounter>> {
  const endMs = performance.now() + WINDOW_MS;
  const tallies = new Map(Object.keys(works).map((name) => [name, { done: 0, wrong: [] } as OutcomeCounter]));
  await Promise.all(
    Object.entries(works).flatMap(([name, work]) =>
      Array.from({ length: CUSTOMERS_EACH }, async (_, number) => {
        await using customer = openCustomer(key);
        const counter = tallies.get(name);
        for (let turn = 0; performance.now() < endMs; turn += 1) {
          const answer = await customer.ask(program.baseUrl, work(number * 100_000 + turn));
          if (counter && performance.now() < endMs) count(counter, answer);
          if (!succeeded(answer)) await pause(20);
        }
      }),
    ),
  );
  return tallies;
}

function count(counter: OutcomeCounter, answer: Answer): void {
  if (succeeded(answer)) counter.done += 1;
  else if (!isHonestRefusal(answer)) counter.wrong.push(JSON.stringify(answer));
}

async function openLock(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    async take(table: string, mode: string) {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ${mode} MODE`);
    },
    giveBack: () => client.query('COMMIT'),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
