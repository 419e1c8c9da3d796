import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyCustomers } from '../../src/modules/customers/index.ts';
import { testCallbackToken } from '../../src/modules/payments/providers/test/test-callbacks.ts';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { expectReckoned, randomSale, type Wares } from '../kit/random-sales.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { openTill, type Goods, type Till } from '../kit/till.ts';

const CARTS = figure(300, 3_000);
const TILLS = 40;
const TIMES_EACH = 5;
const TIME_MAX = figure(180_000, 3_600_000);

let one: TestService;
let other: TestService;
let shop: TestMerchant;
let till: Till;
let clients: readonly Client[];

beforeAll(async () => {
  one = await startService();
  other = await startService({ databaseUrl: one.databaseUrl });
  shop = await one.merchant();
  await one.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  till = openTill(shop);
  clients = [one, other].map(({ baseUrl }) => createClient({ baseUrl, apiKey: shop.key, retries: 0 }));
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

type Settled = { readonly ok: boolean; readonly code: string | null };
const settle = (asked: Promise<unknown>): Promise<Settled> =>
  asked.then(
    () => ({ ok: true, code: null }),
    (error: { code?: string }) => ({ ok: false, code: error.code ?? String(error) }),
  );
const at = (index: number): Client => clients[index % clients.length] as Client;
const cash = ({ variantId }: Goods, quantity = 1) => ({
  items: [{ variant_id: variantId, quantity }],
  payments: [{ channel: 'cash' as const }],
});

/** Everything that is promised of sales, stock and money, looked up in the database. */
async function expectExact(): Promise<void> {
  const connection = { connectionString: one.databaseUrl };
  expect(await readSnapshot(connection, verifyPos)).toEqual([]);
  expect(await readSnapshot(connection, verifyPayments)).toEqual([]);
}

test(
  `whatever is in a cart, it costs to the cent what a second reckoning says (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    const chance = createChance(seed);
    const wares: Wares[] = [];
    for (let index = 0; index < 12; index += 1) {
      const tax = chance.happens(0.25)
        ? null
        : { rate: BigInt(chance.pick([75_000, 150_000, 123_456, 25_000])), inclusive: chance.happens(0.5) };
      const priceMinor = BigInt(chance.between(1, 30_000));
      const { variantId } = await till.goods({
        price: Number(priceMinor) / 100,
        stock: 0,
        track_inventory: false,
        quantity_step: 0.001,
        ...(tax ? { tax_rate: Number(tax.rate) / 10_000, tax_inclusive: tax.inclusive } : {}),
      });
      wares.push({ variantId, priceMinor, tax: tax && { name: 'Tax', ...tax } });
    }
    const wanted = Array.from({ length: CARTS }, () => randomSale(chance, wares));
    await Promise.all(
      wanted.map(async (sale, index) => {
        const quote = (await at(index).quoteSale({ body: sale.body })).data;
        expectReckoned(sale, quote);
        const { data } = await at(index).createSale({
          body: {
            ...sale.body,
            expected_total: quote.total,
            payments: quote.total > 0 ? [{ channel: 'cash' }] : [],
          },
        });
        expectReckoned(sale, data);
        expect([data.status, data.amount_paid]).toEqual(['completed', quote.total]);
      }),
    );
    await expectExact();
  },
);

test('the last unit on the shelf is sold once, by forty tills at two nodes', async () => {
  for (let round = 0; round < figure(3, 50); round += 1) {
    const last = await till.goods({ stock: 1 });
    const outcomes = await Promise.all(
      Array.from({ length: TILLS }, (_, index) => settle(at(index).createSale({ body: cash(last) }))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(outcomes.filter(({ ok }) => !ok).map(({ code }) => code))).toEqual(
      new Set(['INSUFFICIENT_STOCK']),
    );
    expect(await till.stockOf(last)).toMatchObject({ on_hand: 0, reserved: 0 });
  }
  await expectExact();
});

test('one sale sent fifty times at once is one sale, and another under its client_id is refused', async () => {
  const rice = await till.goods();
  const body = { client_id: randomUUID(), ...cash(rice, 2) };
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => at(index).createSale({ body })));
  expect(new Set(answers.map(({ data }) => `${data.id} ${data.number} ${data.version}`)).size).toBe(1);
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      settle(at(index).createSale({ body: { ...body, notes: `${index}` } })),
    ),
  );
  expect(others.map(({ code }) => code)).toEqual(others.map(() => 'IDEMPOTENCY_KEY_REUSED'));
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 98 });
  const handed = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      at(index).syncSales({
        body: {
          sales: [
            {
              client_id: '0198c1a2-7b3c-7d4e-8f50-6172839405a6',
              items: [{ variant_id: rice.variantId, unit_price: 150 }],
              payments: [{ channel: 'cash' }],
              total: 150,
              occurred_at: '2026-01-01',
            },
          ],
        },
      }),
    ),
  );
  expect(handed.map(({ data }) => data.accepted).reduce((sum, count) => sum + count)).toBe(1);
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 97 });
});

test('sold to while they are forgotten, a customer stands on no sale', async () => {
  const rice = await till.goods({ stock: 10_000 });
  const known = { name: 'Isatu Conteh', email: 'isatu@example.sl' };
  for (let round = 0; round < figure(6, 100); round += 1) {
    const { data: customer } = await shop.client.createCustomer({ body: known });
    const { data: parked } = await shop.client.createSale({
      body: { ...cash(rice), payments: [], status: 'parked' },
    });
    const named = { customer_id: customer.id };
    const body = () => ({ client_id: randomUUID(), ...named, ...cash(rice) });
    const synced = () => ({
      ...body(),
      customer: known,
      items: [{ variant_id: rice.variantId, unit_price: 150 }],
      total: 150,
      occurred_at: '2026-01-01',
    });
    const sold = Array.from({ length: TILLS / 4 }, (_, index) =>
      settle(at(index).createSale({ body: body() })),
    );
    const handedIn = Array.from({ length: TILLS / 8 }, (_, index) =>
      at(index).syncSales({ body: { sales: [synced()] } }),
    );
    const changed = settle(at(round).updateSale({ params: { id: parked.id }, body: named }));
    await at(round).eraseCustomer({ params: { id: customer.id } });
    for (const { ok, code } of await Promise.all([changed, ...sold]))
      expect(ok || code === 'CUSTOMER_NOT_FOUND', code ?? '').toBe(true);
    for (const { data } of await Promise.all(handedIn)) expect(data.accepted).toBe(1);
  }
  expect(await readSnapshot({ connectionString: one.databaseUrl }, verifyCustomers)).toEqual([]);
  await expectExact();
});

test(
  `numbers have no gap while a tenth of the sales fails (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    const chance = createChance(seed + 1);
    const { data: place } = await shop.client.createLocation({
      body: { name: 'Kiosk', code: `K${seed % 1_000}` },
    });
    const plenty = await till.goods({ stock: 0, track_inventory: false });
    const gone = await till.goods({ stock: 0 });
    const outcomes = await Promise.all(
      Array.from({ length: figure(400, 10_000) }, (_, index) =>
        settle(
          at(index).createSale({
            body: { location_id: place.id, ...cash(chance.happens(0.1) ? gone : plenty) },
          }),
        ),
      ),
    );
    const sold = outcomes.filter(({ ok }) => ok).length;
    const rows = await one.query(
      'SELECT number::int FROM sales WHERE location_id = $1 AND number IS NOT NULL ORDER BY number',
      [place.id],
    );
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: sold }, (_, index) => index + 1));
    await expectExact();
    tell(`sales: ${sold} numbers without a gap beside ${outcomes.length - sold} refusals`);
  },
);

test(
  `sold, voided, cancelled and paid by callbacks, all at once and each five times: every sale ends one way (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    const chance = createChance(seed + 2);
    const rice = await till.goods({ stock: 10_000 });
    const token = testCallbackToken(one.server.runtime.context.vault, shop.id);
    const sales = await Promise.all(
      Array.from(
        { length: figure(24, 300) },
        async (_, index) =>
          (
            await at(index).createSale({
              body:
                index % 2
                  ? cash(rice)
                  : {
                      ...cash(rice),
                      payments: [
                        {
                          channel: 'mobile_money',
                          phone: chance.pick(['+23200000004', '+23200000001', '+23200000007']),
                        },
                      ],
                    },
            })
          ).data,
      ),
    );
    const acts = sales.flatMap(({ id, payments }) => {
      const ref = payments[0]?.id ?? '';
      const call = (state: string) => async (): Promise<void> =>
        void (await fetch(`${chance.pick([one, other]).baseUrl.replace('/v1', '')}/callbacks/test/${token}`, {
          method: 'POST',
          body: JSON.stringify({ ref, state }),
        }));
      const ways: (() => Promise<unknown>)[] = [
        () => settle(chance.pick(clients).voidSale({ params: { id } })),
        () => settle(chance.pick(clients).cancelSale({ params: { id } })),
        () => settle(chance.pick(clients).paySale({ params: { id }, body: { channel: 'cash' } })),
        () =>
          settle(
            chance.pick(clients).simulatePayment({
              params: { id: ref },
              body: { outcome: chance.pick(['succeed', 'fail', 'expire']) },
            }),
          ),
        call('succeeded'),
        call('failed'),
      ];
      return ways.flatMap((way) => Array.from({ length: TIMES_EACH }, () => way));
    });
    const shuffled = acts
      .map((act) => ({ act, place: chance.next() }))
      .toSorted((left, right) => left.place - right.place);
    await Promise.all(shuffled.map(({ act }) => act()));
    for (let round = 0; round < 4; round += 1) {
      for (const service of [one, other]) service.advance(20 * 60_000);
      await one.drain();
      await other.drain();
    }
    const after = await Promise.all(
      sales.map(async ({ id }) => (await shop.client.getSale({ params: { id } })).data),
    );
    const kept = after.filter(({ status }) => status === 'completed').length;
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 10_000 - kept, reserved: 0 });
    for (const sale of after) {
      const paid = await Promise.all(
        sale.payments.map(async ({ id }) => (await shop.client.getPayment({ params: { id } })).data),
      );
      const held = paid.reduce(
        (sum, { status, amount, amount_refunded }) =>
          sum + (status === 'succeeded' ? amount - amount_refunded : 0),
        0,
      );
      expect([sale.status, held]).toEqual([sale.status, sale.status === 'completed' ? sale.total : 0]);
    }
    await expectExact();
    tell(`R10: ${acts.length} things said of ${sales.length} sales, ${kept} completed`);
  },
);
