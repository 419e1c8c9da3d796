import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSnapshot } from '../../../store/index.ts';
import { verifyPos } from '../index.ts';
import { startService, type TestService } from '../../../../test/kit/service.ts';
import { openTill } from '../../../../test/kit/till.ts';

let service: TestService;
let saleId: string;

const broken = async () =>
  (await readSnapshot({ connectionString: service.databaseUrl }, verifyPos)).map(({ check }) =>
    check.replace('verify.', ''),
  );

beforeAll(async () => {
  service = await startService();
  const shop = await service.merchant();
  const till = openTill(shop);
  const rice = await till.goods();
  await till.sell(rice);
  const { data: drawer } = await shop.client.openCashSession({ body: {} });
  saleId = (await till.sell(rice, { cash_session_id: drawer.id })).id;
  await till.sell(rice, { status: 'parked', payments: [] });
});
afterAll(() => service[Symbol.asyncDispose]());

test('sales as they were made are in order', async () => {
  expect(await broken()).toEqual([]);
});

/** Each fault, undone after. */
test.each([
  [
    'a line that costs more',
    `UPDATE sales SET lines = jsonb_set(lines, '{0,total}', '"15001"') WHERE id = $1`,
    ['saleLinesAddUp', 'reportedLinesAreThoseSold'],
    `UPDATE sales SET lines = jsonb_set(lines, '{0,total}', '"15000"') WHERE id = $1`,
  ],
  [
    'a payment that is not there',
    `UPDATE sale_payments SET amount = amount - 1 WHERE sale_id = $1`,
    ['salePaymentsAreKept', 'keptSalePaymentsSucceeded'],
    `UPDATE sale_payments SET amount = amount + 1 WHERE sale_id = $1`,
  ],
  [
    'a number that is left out',
    `UPDATE sales SET number = number + 1 WHERE id = $1`,
    ['saleNumbersHaveNoGap'],
    `UPDATE sales SET number = number - 1 WHERE id = $1`,
  ],
  [
    'more sold than left the shelf',
    `UPDATE sales SET lines = jsonb_set(lines, '{0,quantity}', '"2000"') WHERE id = $1`,
    ['soldGoodsLeftTheStock', 'reportedLinesAreThoseSold'],
    `UPDATE sales SET lines = jsonb_set(lines, '{0,quantity}', '"1000"') WHERE id = $1`,
  ],
  [
    'money that is not in the drawer',
    `UPDATE cash_entries SET amount_minor = amount_minor - 1 WHERE sale_id = $1`,
    ['drawersHaveWhatSalesBrought'],
    `UPDATE cash_entries SET amount_minor = amount_minor + 1 WHERE sale_id = $1`,
  ],
  [
    'stock that a completed sale still keeps',
    `UPDATE sales SET stock_state = 'none' WHERE id = $1`,
    ['salesKeepStockOnlyWhileTheyWait'],
    `UPDATE sales SET stock_state = 'taken' WHERE id = $1`,
  ],
])('%s is found', async (...[, fault, checks, undo]) => {
  await service.query(fault, [saleId]);
  expect(await broken()).toEqual(expect.arrayContaining([...checks]));
  await service.query(undo, [saleId]);
  expect(await broken()).toEqual([]);
});
