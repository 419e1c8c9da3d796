import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTill } from '../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyPayments } from './payment-module.ts';

let service: TestService;
let shop: TestMerchant;
const TABLES = [
  'payments',
  'payment_polls',
  'payment_ends',
  'ledger_tx',
  'ledger_entries',
  'webhook_messages',
] as const;
const broken = async (): Promise<string[]> =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyPayments)).map(({ check }) =>
    check.replace('verify.', ''),
  );

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const till = openTill(service, shop);
  await till.ask('+23200000005', { expires_in: 60 });
  await till.ask('+23200000001');
  await till.wait(61);
  await till.wait(400);
  await till.ask('+23200000010');
  await service.drain();
  expect(await broken()).toEqual([]);
  for (const table of TABLES) await service.query(`CREATE TABLE whole_${table} AS SELECT * FROM ${table}`);
  for (const table of TABLES) await service.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of [...TABLES].reverse()) await service.query(`DELETE FROM ${table}`);
  for (const table of TABLES) await service.query(`INSERT INTO ${table} SELECT * FROM whole_${table}`);
  expect(await broken()).toEqual([]);
});

test.each([
  [
    'a success that nobody was told of',
    `DELETE FROM webhook_messages WHERE event = 'payment.succeeded'`,
    ['everyPaymentStatusHasItsMessage'],
  ],
  ['a success for which nothing was posted', 'DELETE FROM ledger_entries', ['everySuccessIsPostedOnce']],
  [
    'a success posted with another amount',
    `UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'sales'`,
    ['everySuccessIsPostedOnce'],
  ],
  [
    'a posting without its success',
    `UPDATE payments SET status = 'expired', succeeded_at = NULL WHERE status = 'succeeded' AND late`,
    ['everyPostedSuccessIsOne'],
  ],
  [
    'an end of which nobody was told',
    `UPDATE payment_ends SET settled = false, verdict = NULL, due_at = now() - interval '2 hours'`,
    ['everyEndIsTold'],
  ],
  ['an open payment about which nobody asks', 'DELETE FROM payment_polls', ['everyOpenPaymentIsAskedAbout']],
])('%s', async (_what, sql, checks) => {
  await service.query(sql);
  expect(await broken()).toEqual(checks);
});
