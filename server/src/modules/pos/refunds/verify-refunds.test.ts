import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../../../test/kit/service.ts';
import { openTill } from '../../../../test/kit/till.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyPos } from '../pos-module.ts';

let service: TestService;
const TABLES = ['sales', 'sale_refunds', 'refunds'] as const;
const broken = async (): Promise<string[]> =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyPos)).map(({ check }) =>
    check.replace('verify.', ''),
  );

beforeAll(async () => {
  service = await startService();
  const shop = await service.merchant();
  const till = openTill(shop);
  const sale = await till.sell(await till.goods(), { quantity: 3 });
  await shop.client.refundSale({ params: { id: sale.id }, body: { items: [{ line: 1, quantity: 1 }] } });
  await shop.client.refundSale({ params: { id: sale.id }, body: { amount: 20 } });
  expect(await broken()).toEqual([]);
  for (const table of TABLES) await service.query(`CREATE TABLE whole_${table} AS SELECT * FROM ${table}`);
  for (const table of TABLES) await service.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of TABLES) await service.query(`DELETE FROM ${table}`);
  for (const table of TABLES) await service.query(`INSERT INTO ${table} SELECT * FROM whole_${table}`);
  expect(await broken()).toEqual([]);
});

test.each([
  [
    'a sale that says less than its refunds',
    'UPDATE sales SET amount_refunded = amount_refunded - 1',
    'saleRefundsAddUp',
  ],
  [
    'a refund of no sale',
    `UPDATE sale_refunds SET sale_id = 'sale_gone' WHERE amount = 2000`,
    'saleRefundsHaveTheirSale',
  ],
  [
    'a line that came back more often than it was refunded',
    `UPDATE sales SET lines = jsonb_set(lines, '{0,refunded}', '"2000"')`,
    'saleLinesCameBackOnce',
  ],
  [
    'a refund with a part less',
    `UPDATE sale_refunds SET parts = jsonb_set(parts, '{0,amount}', '"1"') WHERE amount = 2000`,
    'saleRefundsAreTheirParts',
  ],
  [
    'a refund that payments know nothing of',
    'DELETE FROM refunds WHERE amount = 2000',
    'saleRefundsAreRefundsOfPayments',
  ],
])('%s', async (_what, sql, check) => {
  await service.query(sql);
  expect(await broken()).toContain(check);
});
