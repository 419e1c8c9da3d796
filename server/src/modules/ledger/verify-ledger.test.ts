import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { collectCash } from '../../../test/kit/cash.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyLedger } from './ledger-module.ts';

let service: TestService;
let shop: TestMerchant;
let courierId: string;
const TABLES = ['ledger_tx', 'ledger_entries', 'courier_cash'] as const;
const broken = async (): Promise<string[]> =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyLedger)).map(({ check }) =>
    check.replace('verify.', ''),
  );

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  courierId = (await collectCash(service, shop, 120.5)).courier.id;
  expect(await broken()).toEqual([]);
  for (const table of TABLES) await service.query(`CREATE TABLE whole_${table} AS SELECT * FROM ${table}`);
  for (const table of TABLES) await service.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of [...TABLES].reverse()) await service.query(`DELETE FROM ${table}`);
  for (const table of TABLES) await service.query(`INSERT INTO ${table} SELECT * FROM whole_${table}`);
  expect(await broken()).toEqual([]);
});

test('a transaction that does not add up', async () => {
  await service.query(`UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'merchant_payable'`);
  expect(await readSnapshot(service.server.runtime.ownerConnection, verifyLedger)).toEqual([
    {
      check: 'verify.ledgerAddsUpToNothing',
      count: 1,
      examples: [expect.stringMatching(new RegExp(`_collected of ${shop.id} \\(test\\) is 1 SLE apart$`))],
    },
  ]);
});

test('a transaction that says nothing', async () => {
  await service.query(`INSERT INTO ledger_tx VALUES ($1, false, 'ltx_empty', 'x', 'x', now())`, [shop.id]);
  expect(await broken()).toEqual(['everyLedgerTransactionHasEntries']);
});

test.each([
  ['cash in hand that nobody posted', 'UPDATE courier_cash SET amount = amount + 100'],
  ['cash that the ledger knows and nobody has in hand', 'DELETE FROM courier_cash'],
])('%s', async (_what, sql) => {
  await service.query(sql);
  const [violation] = await readSnapshot(service.server.runtime.ownerConnection, verifyLedger);
  expect(violation).toMatchObject({
    check: 'verify.courierCashEqualsLedger',
    count: 1,
    examples: [expect.stringContaining(courierId)],
  });
});
