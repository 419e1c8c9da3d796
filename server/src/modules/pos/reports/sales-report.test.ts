import type { Sale, SalesReportGroup, SalesReportRow } from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});

type Body = Parameters<TestMerchant['client']['createSale']>[0]['body'];
type Item = Body['items'][number];

const sell = async (items: readonly Item[], more: Partial<Body> = {}): Promise<Sale> => {
  const cart = { items: [...items], ...more };
  const { total } = (
    await shop.client.quoteSale({
      body: {
        items: cart.items,
        ...(more.discount ? { discount: more.discount } : {}),
        ...(more.tip ? { tip: more.tip } : {}),
        ...(more.service_charge ? { service_charge: more.service_charge } : {}),
      },
    })
  ).data;
  return (await shop.client.createSale({ body: { ...cart, payments: [{ channel: 'cash', amount: total }] } }))
    .data;
};
const rice = async (fields: object = {}) =>
  (
    await shop.client.createProduct({
      body: { name: 'Rice', price: 150, cost: 100, track_inventory: false, ...fields },
    })
  ).data;
const report = async (group_by: SalesReportGroup, query: object = {}): Promise<readonly SalesReportRow[]> =>
  (await shop.client.reportSales({ query: { group_by, ...query } })).data;
const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100);
const sum = (rows: readonly SalesReportRow[], column: keyof SalesReportRow): number =>
  rows.reduce((total, row) => total + cents(row[column] as number | null), 0);

describe('a report on sales', () => {
  test('is empty before anything is sold', async () => {
    for (const group of ['day', 'product', 'category', 'staff', 'channel', 'tax'] as const)
      expect(await report(group)).toEqual([]);
  });

  test('tells what was earned, by what it was sold for and what it had cost', async () => {
    const { id } = await rice({ tax_rate: 15, tax_inclusive: true });
    await sell([{ product_id: id, quantity: 2 }], { tip: 5, discount: { type: 'fixed', value: 30 } });
    const [row] = await report('product');
    expect(row).toEqual({
      group: id,
      name: 'Rice',
      currency: 'SLE',
      sales: 1,
      refunds: 0,
      quantity: 2,
      gross: 300,
      discounts: 30,
      refunded: 0,
      net: 234.78,
      tax: 35.22,
      tips: 0,
      cash_rounding: 0,
      collected: 270,
      cost: 200,
      margin: 34.78,
      exact: null,
    });
    expect((await report('product'))[1]).toMatchObject({ group: 'other', tips: 5, collected: 5, gross: 0 });
    expect(await report('tax')).toMatchObject([{ net: 234.78, tax: 35.22, sales: 1 }]);
    expect(await report('channel')).toMatchObject([{ group: 'cash', collected: 275, sales: 1, net: null }]);
  });

  test('takes off what came back, on the day on which it came', async () => {
    const { id } = await rice({ track_inventory: true, allow_negative_stock: true });
    const sale = await sell([{ product_id: id, quantity: 3 }]);
    const soldOn = sale.completed_at?.slice(0, 10);
    service.advance(86_400_000);
    await shop.client.refundSale({ params: { id: sale.id }, body: { items: [{ line: 1, quantity: 1 }] } });
    const days = await report('day');
    expect(
      days.map(({ sales, refunds, quantity, collected, cost }) => [
        sales,
        refunds,
        quantity,
        collected,
        cost,
      ]),
    ).toEqual([
      [1, 0, 3, 450, 300],
      [0, 1, -1, -150, -100],
    ]);
    expect(days[0]?.group).toBe(soldOn);
    expect(await report('product')).toMatchObject([
      {
        group: id,
        sales: 1,
        refunds: 1,
        quantity: 2,
        gross: 450,
        refunded: 150,
        net: 300,
        cost: 200,
        margin: 100,
      },
    ]);
    expect(await report('day', { from: soldOn, to: soldOn })).toHaveLength(1);
    expect(await report('channel')).toMatchObject([{ group: 'cash', collected: 300, refunded: 150 }]);
    await shop.client.refundSale({
      params: { id: sale.id },
      body: { items: [{ line: 1, quantity: 1, restock: false }] },
    });
    expect((await report('product'))[0], 'what is broken has cost what it cost').toMatchObject({
      quantity: 1,
      net: 150,
      cost: 200,
      margin: -50,
    });
  });

  test('does not know what was voided', async () => {
    const { id } = await rice();
    const sale = await sell([{ product_id: id, quantity: 1 }]);
    await shop.client.voidSale({ params: { id: sale.id }, body: { reason: 'Rung up twice' } });
    for (const group of ['day', 'product', 'channel', 'tax'] as const)
      expect(await report(group)).toEqual([]);
  });

  test('knows the margin only where every cost is known', async () => {
    await sell([
      { custom_name: 'Repair', unit_price: 20, quantity: 1 },
      { product_id: (await rice()).id, quantity: 1 },
    ]);
    const rows = await report('product');
    expect(rows.map(({ group, margin }) => [group, margin])).toEqual([
      [expect.stringMatching(/^prod_/), 50],
      ['none', null],
    ]);
    expect((await report('day'))[0]).toMatchObject({ cost: 100, margin: null });
  });

  test('tells locations apart', async () => {
    const { id } = (await shop.client.createLocation({ body: { name: 'Stall' } })).data;
    const product = await rice();
    await sell([{ product_id: product.id, quantity: 1 }]);
    await sell([{ product_id: product.id, quantity: 4 }], { location_id: id });
    expect((await report('day', { location_id: id }))[0]).toMatchObject({ sales: 1, quantity: 4 });
    expect((await report('day'))[0]).toMatchObject({ sales: 2, quantity: 5 });
  });

  test('of another merchant shows nothing of this one', async () => {
    await sell([{ product_id: (await rice()).id, quantity: 1 }]);
    shop = await service.merchant();
    expect(await report('product')).toEqual([]);
  });

  test('as CSV keeps what a spreadsheet would run as plain text', async () => {
    await sell([{ product_id: (await rice({ name: '=1+1,"x"' })).id, quantity: 1 }]);
    const answer = await fetch(`${service.baseUrl}/pos/reports/sales?group_by=product`, {
      headers: { 'x-api-key': shop.key, accept: 'text/csv' },
    });
    const text = await answer.text();
    expect(text.split('\r\n')[0]).toBe(
      'group,name,currency,sales,refunds,quantity,gross,discounts,refunded,net,tax,tips,cash_rounding,collected,cost,margin,exact',
    );
    expect(text).toContain(`"'=1+1,""x"""`);
  });

  test('of a location that is not there is refused, and so are days that do not exist or are too many', async () => {
    await expect(report('day', { location_id: 'loc_none' })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
      status: 404,
    });
    await expect(report('day', { from: '2026-02-30' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(report('day', { from: '2024-01-01', to: '2026-01-01' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'from' }] },
    });
  });
});

test('over sales and refunds of every kind, whatever they are grouped by, the sums are those of the sales, to the cent', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  await shop.client.updatePosSettings({ body: { cash_rounding_increment: 0.05 } });
  const products = await Promise.all(
    [
      {},
      { name: 'Oil', price: 33.33, cost: 21.07, tax_rate: 15 },
      { name: 'Soap', price: 7.77, tax_rate: 12.5, tax_inclusive: true },
      { name: 'Salt', price: 0.99, cost: 0.33 },
    ].map(rice),
  );
  const sales: Sale[] = [];
  for (let at = 0; at < 24; at += 1) {
    const items = Array.from({ length: 1 + chance(4) }, (): Item => {
      const discount = chance(3) === 0 ? { discount: { type: 'percent' as const, value: chance(50) } } : {};
      return chance(6) === 0
        ? { custom_name: 'Repair', unit_price: chance(5_000) / 100, quantity: 1 }
        : { product_id: products[chance(products.length)]?.id ?? '', quantity: 1 + chance(4), ...discount };
    });
    const more: Partial<Body> = {
      ...(chance(3) === 0 ? { tip: chance(500) / 100 } : {}),
      ...(chance(3) === 0 ? { discount: { type: 'percent', value: chance(30) } } : {}),
      ...(chance(4) === 0 ? { service_charge: { type: 'percent', value: 10, tax_rate: 15 } } : {}),
    };
    sales.push(await sell(items, more));
    service.advance(chance(6) * 3_600_000);
  }
  for (const sale of sales) {
    const kind = chance(5);
    if (kind === 0 && sale.total > 0)
      await shop.client.refundSale({ params: { id: sale.id }, body: { everything: true } });
    if (kind === 1 && sale.total >= 1)
      await shop.client.refundSale({ params: { id: sale.id }, body: { amount: 0.5 } });
    if (kind > 2)
      for (const { line } of sale.items)
        await shop.client
          .refundSale({ params: { id: sale.id }, body: { items: [{ line, quantity: 1 }] } })
          .catch(() => null);
  }
  const all = await Promise.all(
    sales.map(async ({ id }) => (await shop.client.getSale({ params: { id } })).data),
  );
  const expected = {
    gross: all.reduce((total, one) => total + cents(one.subtotal), 0),
    discounts: all.reduce((total, one) => total + cents(one.discount_total), 0),
    refunded: all.reduce((total, one) => total + cents(one.amount_refunded), 0),
  };
  const collected = all.reduce(
    (total, one) => total + cents(one.total) + cents(one.cash_rounding) - cents(one.amount_refunded),
    0,
  );
  expect(expected.refunded, `seed ${seed}`).toBeGreaterThan(0);
  const days = await report('day');
  for (const group of ['day', 'product', 'category', 'staff'] as const) {
    const rows = await report(group);
    for (const column of ['gross', 'discounts', 'refunded'] as const)
      expect(sum(rows, column), `${column} by ${group}, seed ${seed}`).toBe(expected[column]);
    expect(sum(rows, 'collected'), `collected by ${group}, seed ${seed}`).toBe(collected);
    for (const column of ['net', 'tax', 'tips', 'cash_rounding', 'quantity', 'cost'] as const)
      expect(sum(rows, column), `${column} by ${group}, seed ${seed}`).toBe(sum(days, column));
    for (const row of rows)
      expect(
        cents(row.net) + cents(row.tax) + cents(row.tips) + cents(row.cash_rounding),
        `seed ${seed}`,
      ).toBe(cents(row.collected));
  }
  expect(sum(await report('channel'), 'collected'), `seed ${seed}`).toBe(collected);
  expect(sum(await report('tax'), 'tax'), `seed ${seed}`).toBe(sum(days, 'tax'));
}, 300_000);
