import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSnapshot } from '../../src/store/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { openCustomer, succeeded, type Answer, type Customer } from '../kit/customer.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const PRODUCTS = figure(10, 50);
const UNITS = 20;
const CUSTOMERS = 16;
const HOT = 20;
const BASKETS = figure(200, 10_000);
const KILLS = figure(2, 30);

/** So many products with so much of each, bought in one adjustment after the other. */
async function stockUp(
  customer: Customer,
  baseUrl: string,
  { products, units }: { readonly products: number; readonly units: number },
): Promise<readonly string[]> {
  const variants: string[] = [];
  for (let made = 0; made < products; made += 1) {
    const { body } = await customer.ask(baseUrl, {
      method: 'POST',
      path: '/pos/products',
      body: { name: `Product ${made}`, price: 10 },
    });
    variants.push(
      (body.data as { readonly variants: readonly { readonly id: string }[] }).variants[0]?.id ?? '',
    );
  }
  const bought = await customer.ask(baseUrl, {
    method: 'POST',
    path: '/pos/inventory/adjustments',
    body: { items: variants.map((id) => ({ variant_id: id, delta: units, reason: 'purchase' })) },
  });
  expect(bought.status, JSON.stringify(bought.body)).toBe(201);
  return variants;
}

const take = (ids: readonly string[], clientId: string = randomUUID()) => ({
  method: 'POST' as const,
  path: '/pos/inventory/adjustments',
  body: { client_id: clientId, items: ids.map((id) => ({ variant_id: id, delta: -1 })) },
});
const codeOf = ({ body, status, broken }: Answer): string => broken ?? body.error?.code ?? String(status);

let database: Awaited<ReturnType<typeof openDatabase>>;
let environment: Readonly<Record<string, string>>;
const nodes: Program[] = [];
const open: Customer[] = [];

beforeAll(async () => {
  database = await openDatabase();
  environment = { DATABASE_URL: database.url };
  nodes.push(await startProgram(environment), await startProgram(environment));
}, 300_000);
afterAll(async () => {
  await Promise.all(open.map((customer) => customer[Symbol.asyncDispose]()));
  for (const node of nodes) await node[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const nodeOf = (at: number): string => nodes[at % nodes.length]?.baseUrl ?? '';

/** A shop of its own, and its clients. */
async function openRace() {
  const { key, merchantId } = await openShop(environment);
  const customers = Array.from({ length: CUSTOMERS }, () => openCustomer(key));
  open.push(...customers);
  const first = customers[0] ?? expect.fail('There is nobody.');
  const connection = { connectionString: database.url };
  return { customers, first, connection, ask: (sql: string) => look(connection, sql, [merchantId]) };
}

test(
  `the last of each is taken once, by 16 clients of two processes (seed ${seed})`,
  { timeout: figure(180_000, 900_000) },
  async () => {
    const { customers, first, connection, ask } = await openRace();
    const chance = createChance(seed);
    const variants = await stockUp(first, nodeOf(0), { products: PRODUCTS, units: UNITS });
    const left = new Set(variants);
    let gone = 0;
    const startedMs = performance.now();
    await Promise.all(
      customers.map(async (customer, at) => {
        for (let turn = at; left.size > 0; turn += 1) {
          const id = chance.pick([...left]);
          const answer = await customer.ask(nodeOf(turn), take([id]));
          if (succeeded(answer)) gone += 1;
          else if (codeOf(answer) === 'INSUFFICIENT_STOCK') left.delete(id);
          else expect.fail(codeOf(answer));
        }
      }),
    );
    tell(
      `stock: ${gone} of ${PRODUCTS * UNITS} units taken by ${CUSTOMERS} clients of two processes in ${Math.round(performance.now() - startedMs)} ms`,
    );
    expect(gone).toBe(PRODUCTS * UNITS);
    expect(
      await ask(
        'SELECT min(on_hand)::int AS least, max(on_hand)::int AS most FROM stock_levels WHERE merchant_id = $1',
      ),
    ).toEqual([{ least: 0, most: 0 }]);
    expect(
      await ask(
        'SELECT min(balance_after)::int AS least, count(*)::int AS movements FROM stock_movements WHERE merchant_id = $1',
      ),
    ).toEqual([{ least: 0, movements: PRODUCTS * (UNITS + 1) }]);
    expect(await readSnapshot(connection, verifyPos)).toEqual([]);
  },
);

test(
  `baskets of five out of twenty hot products never wait for each other in a circle (seed ${seed})`,
  { timeout: figure(180_000, 900_000) },
  async () => {
    const { customers, first, connection, ask } = await openRace();
    const chance = createChance(seed);
    const variants = await stockUp(first, nodeOf(0), { products: HOT, units: BASKETS * 5 });
    const [before] = await look(
      connection,
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    let sent = 0;
    const startedMs = performance.now();
    await Promise.all(
      customers.map(async (customer, at) => {
        while (sent < BASKETS) {
          sent += 1;
          const answer = await customer.ask(
            nodeOf(at),
            take(Array.from({ length: 5 }, () => chance.pick(variants))),
          );
          expect(codeOf(answer)).toBe('201');
        }
      }),
    );
    const seconds = (performance.now() - startedMs) / 1_000;
    tell(`stock: ${Math.round(BASKETS / seconds)} baskets of five a second over ${HOT} hot products`);
    expect(
      await look(
        connection,
        'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
      ),
    ).toEqual([before]);
    expect(
      await ask('SELECT sum(on_hand)::float8 / 1000 AS left FROM stock_levels WHERE merchant_id = $1'),
    ).toEqual([{ left: HOT * BASKETS * 5 - BASKETS * 5 }]);
    expect(await readSnapshot(connection, verifyPos)).toEqual([]);
  },
);

test('sent fifty times, an adjustment counts once', async () => {
  const { customers, first, ask } = await openRace();
  const [id = ''] = await stockUp(first, nodeOf(0), { products: 1, units: 60 });
  const clientId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (customers[at % CUSTOMERS] ?? first).ask(nodeOf(at), take([id], clientId)),
    ),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)).size).toBe(1);
  expect(await ask('SELECT on_hand::int FROM stock_levels WHERE merchant_id = $1')).toEqual([
    { on_hand: 59_000 },
  ]);
});

test(
  `killed in the midst of it, a process leaves no half of anything (seed ${seed})`,
  { timeout: figure(240_000, 1_800_000) },
  async () => {
    const { customers, first, connection, ask } = await openRace();
    const chance = createChance(seed);
    const variants = await stockUp(first, nodeOf(0), { products: HOT, units: 100_000 });
    let baskets = 0;
    let isOver = false;
    const buying = customers.map(async (customer, at) => {
      for (let turn = at; !isOver; turn += 1) {
        const input = take(Array.from({ length: 5 }, () => chance.pick(variants)));
        // Whoever heard nothing sends the same again, to another process.
        for (; !succeeded(await customer.ask(nodeOf(turn), input)); turn += 1) await pause(20);
        baskets += 1;
      }
    });
    for (let kills = 0; kills < KILLS; kills += 1) {
      const enough = baskets + chance.between(30, 90);
      while (baskets < enough) await pause(2);
      const at = kills % nodes.length;
      await nodes[at]?.end('SIGKILL');
      nodes[at] = await startProgram(environment);
    }
    isOver = true;
    await Promise.all(buying);
    expect(
      await ask(
        `SELECT count(*)::int AS movements, count(DISTINCT ref_id)::int AS baskets FROM stock_movements WHERE merchant_id = $1 AND reason = 'adjustment'`,
      ),
    ).toEqual([{ movements: baskets * 5, baskets }]);
    expect(
      await ask('SELECT sum(on_hand)::float8 / 1000 AS left FROM stock_levels WHERE merchant_id = $1'),
    ).toEqual([{ left: HOT * 100_000 - baskets * 5 }]);
    expect(await readSnapshot(connection, verifyPos)).toEqual([]);
  },
);
