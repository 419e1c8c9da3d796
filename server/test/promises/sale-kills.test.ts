import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { isHonestRefusal, openCustomer, succeeded, type Answer, type Customer } from '../kit/customer.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const KILLS = figure(2, 60);
const TILLS = 16;

test(
  `a sale repeated until it is answered is one sale with one number, whichever process is killed (seed ${seed})`,
  { timeout: figure(240_000, 3_600_000) },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const connection = { connectionString: database.url };
    const environment = { DATABASE_URL: database.url };
    const nodes: { one: Program; other: Program } = {
      one: await startProgram(environment),
      other: await startProgram(environment),
    };
    await using _ended = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all(Object.values(nodes).map((node) => node[Symbol.asyncDispose]()))),
    };
    const shop = await openShop(environment);
    const tills = Array.from({ length: TILLS }, () => openCustomer(shop.key));
    await using _closed = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all(tills.map((till) => till[Symbol.asyncDispose]()))),
    };
    const variants = await stockUp(tills[0] as Customer, nodes.one.baseUrl);
    const answered = new Map<string, string>();
    const strange: Answer[] = [];
    let isOver = false;

    async function insist(till: Customer): Promise<void> {
      const clientId = randomUUID();
      const items = Array.from({ length: chance.between(1, 3) }, () => ({
        variant_id: chance.pick(variants),
        quantity: chance.between(1, 3),
      }));
      const body = { client_id: clientId, items, payments: [{ channel: chance.pick(['cash', 'external']) }] };
      const idempotencyKey = chance.happens(0.5) ? clientId : undefined;
      for (;;) {
        const answer = await till.ask(chance.pick(Object.values(nodes)).baseUrl, {
          method: 'POST',
          path: '/pos/sales',
          body,
          idempotencyKey,
        });
        if (succeeded(answer))
          answered.set(
            clientId,
            `${String(answer.body.data?.['id'])} ${String(answer.body.data?.['number'])}`,
          );
        if (
          answer.broken === null &&
          answer.status < 500 &&
          answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS'
        ) {
          if (
            !succeeded(answer) &&
            !isHonestRefusal(answer) &&
            answer.body.error?.code !== 'INSUFFICIENT_STOCK'
          )
            strange.push(answer);
          return;
        }
        await pause(20);
      }
    }

    const sellers = tills.map(async (till) => {
      while (!isOver) await insist(till);
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(chance.between(200, 900));
      const victim = chance.pick(['one', 'other'] as const);
      await nodes[victim].end('SIGKILL');
      nodes[victim] = await startProgram(environment);
    }
    isOver = true;
    await Promise.all(sellers);

    expect(strange).toEqual([]);
    expect(await readSnapshot(connection, verifyPos)).toEqual([]);
    expect(await readSnapshot(connection, verifyPayments)).toEqual([]);
    const rows = await look(connection, 'SELECT client_id, id, number_text FROM sales');
    expect(
      new Map(
        rows.map((row) => [String(row['client_id']), `${String(row['id'])} ${String(row['number_text'])}`]),
      ),
    ).toEqual(answered);
    tell(`R1, R9: ${answered.size} sales over ${KILLS} kills, each once, their numbers without a gap`);
  },
);

/** Some that are always there, and some that run out while the tills sell. */
async function stockUp(till: Customer, baseUrl: string): Promise<readonly string[]> {
  const variants: string[] = [];
  for (const stock of [1_000_000, 1_000_000, 1_000_000, 50, 20]) {
    const made = await till.ask(baseUrl, {
      method: 'POST',
      path: '/pos/products',
      body: { name: `Goods ${stock}`, price: 12.5 },
    });
    const product = made.body.data as { readonly variants: readonly { readonly id: string }[] };
    const variantId = product.variants[0]?.id ?? '';
    await till.ask(baseUrl, {
      method: 'POST',
      path: '/pos/inventory/adjustments',
      body: { client_id: randomUUID(), items: [{ variant_id: variantId, delta: stock, reason: 'initial' }] },
    });
    variants.push(variantId);
  }
  return variants;
}
