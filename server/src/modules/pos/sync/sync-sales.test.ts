import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Goods, type Till } from '../../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  till = openTill(shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const ago = (minutes: number): string =>
  new Date(service.server.runtime.context.world.now().getTime() - minutes * 60_000).toISOString();
const sold = (
  { variantId }: Pick<Goods, 'variantId'>,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  client_id: randomUUID(),
  receipt_number: 'T01-000123',
  items: [{ variant_id: variantId, quantity: 1, unit_price: 150 }],
  payments: [{ channel: 'cash', tendered: 200 }],
  total: 150,
  occurred_at: ago(60),
  ...more,
});
const hand = async (...sales: readonly Record<string, unknown>[]) =>
  (await shop.client.syncSales({ body: { sales: [...sales] } })).data;

test('sales made without network are written as they were charged, each once', async () => {
  const rice = await till.goods({ price: 150, stock: 10 });
  const [first, second] = [sold(rice), sold(rice, { receipt_number: 'T01-000124' })];
  const answer = await hand(first, second);
  expect(answer).toMatchObject({ accepted: 2, duplicates: 0, refused: 0 });
  expect(answer.results[0]?.sale).toMatchObject({
    status: 'completed',
    receipt_number: 'T01-000123',
    offline: true,
    flags: [],
    total: 150,
    amount_paid: 150,
    change_due: 50,
    completed_at: first['occurred_at'],
  });
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 8 });
  const again = await hand(second, first);
  expect(again).toMatchObject({ accepted: 0, duplicates: 2 });
  expect(again.results.map(({ sale }) => sale)).toEqual([answer.results[1]?.sale, answer.results[0]?.sale]);
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 8 });
});

test('what the service would have said otherwise is flagged, and the sale stands', async () => {
  const rice = await till.goods({ price: 200, stock: 1, tax_rate: 15, tax_inclusive: true });
  const { data: session } = await shop.client.openCashSession({ body: { opening_float: 10 } });
  await shop.client.closeCashSession({
    params: { id: session.id },
    body: { counted: [{ tender: 'cash', amount: 10 }] },
  });
  const answer = await hand(
    sold(rice),
    sold(rice, {
      items: [
        {
          variant_id: rice.variantId,
          quantity: 3,
          unit_price: 200,
          taxes: [{ name: 'GST', rate: 10, inclusive: true }],
        },
      ],
      total: 600,
      payments: [{ channel: 'cash' }],
    }),
    sold(rice, {
      items: [{ variant_id: 'var_00000000000000000000000000', name: 'Old soap', quantity: 1, unit_price: 5 }],
      total: 5,
      payments: [{ channel: 'external', external_ref: 'OM-1' }],
    }),
    sold(rice, {
      items: [{ custom_name: 'Bag', unit_price: 5 }],
      total: 7,
      payments: [{ channel: 'cash', amount: 7 }],
      cash_session_id: session.id,
    }),
    sold(rice, {
      items: [{ custom_name: 'Bag', unit_price: 5 }],
      total: 5,
      payments: [{ channel: 'cash' }],
      occurred_at: ago(-120),
    }),
  );
  expect(answer.results.map(({ result }) => result)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'accepted',
    'accepted',
  ]);
  expect(answer.results.map(({ sale }) => sale?.flags)).toEqual([
    ['price_changed'],
    ['tax_changed', 'oversold'],
    ['unknown_item'],
    ['totals_differ', 'closed_session'],
    ['clock_skew'],
  ]);
  expect(answer.results[3]?.sale).toMatchObject({ total: 7, amount_paid: 7 });
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: -3 });
  const flagged = (await shop.client.listSales({ query: { flagged: true } })).data;
  expect(flagged).toHaveLength(5);
});

test('an item that cannot be read is refused by itself', async () => {
  const rice = await till.goods({ price: 150, stock: 10 });
  const known = sold(rice);
  await hand(known);
  const answer = await hand(
    { client_id: 'no' },
    sold(rice),
    { ...known, notes: 'Another' },
    sold(rice, { currency: 'USD' }),
  );
  expect(answer.results.map(({ result, error }) => [result, error?.code ?? null])).toEqual([
    ['refused', 'VALIDATION_ERROR'],
    ['accepted', null],
    ['refused', 'IDEMPOTENCY_KEY_REUSED'],
    ['refused', 'CURRENCY_MISMATCH'],
  ]);
});

test('what a scanner or a hurried hand typed spoils neither the sale nor its neighbours', async () => {
  const rice = await till.goods({ price: 150, stock: 10 });
  const answer = await hand(
    sold(rice),
    sold(rice, {
      items: [{ custom_name: '\u001d(01)Soap\u0000 \ud800', unit_price: 150 }],
      notes: 'Table\u001b 4',
      customer: { name: 'Fatmata', phone: 'next door' },
    }),
  );
  expect(answer.results.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
  expect(answer.results[1]?.sale).toMatchObject({
    items: [{ name: '(01)Soap \ufffd' }],
    notes: 'Table 4\nnext door',
    customer: { name: 'Fatmata', phone: null },
  });
});

test('a sale of more than can be written is refused by itself', async () => {
  const rice = await till.goods({ price: 150, stock: 10 });
  const answer = await hand(
    sold(rice),
    sold(rice, {
      items: [{ custom_name: 'Island', unit_price: 9_999_999_999_999.99, quantity: 999_999 }],
      total: 9_999_999_999_999.99,
    }),
  );
  expect(answer.results.map(({ result, error }) => [result, error?.code ?? null])).toEqual([
    ['accepted', null],
    ['refused', 'VALIDATION_ERROR'],
  ]);
});

test('a till whose cash does not cover what it says was paid is looked at', async () => {
  const rice = await till.goods({ price: 150, stock: 10 });
  const answer = await hand(sold(rice, { payments: [{ channel: 'cash', tendered: 30 }] }));
  expect(answer.results[0]).toMatchObject({ result: 'accepted', sale: { flags: ['totals_differ'] } });
});

test('a sale that had reached the service before the network went is the same sale', async () => {
  const rice = await till.goods({ price: 150, stock: 10 });
  const clientId = randomUUID();
  const online = await till.sell(rice, { client_id: clientId });
  const answer = await hand(sold(rice, { client_id: clientId }));
  expect(answer.results).toMatchObject([{ result: 'duplicate', sale: { id: online.id, offline: false } }]);
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 9 });
});

test('a repeated request is answered as before', async () => {
  const rice = await till.goods();
  const body = { sales: [sold(rice)] };
  const key = randomUUID();
  const first = await shop.client.syncSales({ body, idempotencyKey: key });
  expect((await shop.client.syncSales({ body, idempotencyKey: key })).data).toEqual(first.data);
});
