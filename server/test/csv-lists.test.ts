import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const rowsOf = async (path: string): Promise<readonly string[]> => {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
  });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return (await answer.text()).trimEnd().split('\r\n').slice(1);
};

test('a list that is walked by pages is whole', async () => {
  for (let made = 0; made < 230; made += 1)
    await shop.client.createDiscount({ body: { name: `Discount ${made}`, type: 'fixed', value: 1 } });
  const rows = await rowsOf('/pos/discounts');
  expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(230);
});

test('the lines of a stock count are all there, however many', async () => {
  const products = Array.from({ length: 130 }, (_, place) => ({ name: `Soap ${place}`, price: 1 }));
  await shop.client.importProducts({ body: { products } });
  const { data: count } = await shop.client.createStockCount({ body: {} });
  expect(await rowsOf(`/pos/inventory/counts/${count.id}/lines`)).toHaveLength(130);
});

test('a report is told once, whichever page is asked for', async () => {
  await shop.client.createSale({
    body: { items: [{ custom_name: 'Soap', unit_price: 5 }], payments: [{ channel: 'cash' }] },
  });
  expect(await rowsOf('/pos/reports/sales?group_by=day')).toHaveLength(1);
});
