import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyPayments } from './payment-module.ts';

let service: TestService;
let shop: TestMerchant;
const TABLES = [
  'payments',
  'refunds',
  'money_out_polls',
  'payment_links',
  'payment_link_uses',
  'payouts',
  'ledger_entries',
] as const;
const broken = async (): Promise<string[]> =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyPayments)).map(({ check }) =>
    check.replace('verify.', ''),
  );

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const { client } = shop;
  const paid = async (): Promise<string> => {
    const { data } = await client.createPayment({
      body: { amount: 20, channel: 'card', test_card: '4000002500003155' },
    });
    await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded' } });
    return data.id;
  };
  await client.createRefund({ params: { id: await paid() }, body: { amount: 5 } });
  await client.createPayout({ body: { amount: 3 } });
  const { slug } = (await client.createPaymentLink({ body: { title: 'Fees', amount: 7 } })).data;
  for (const phone of ['+23200000001', '+23200000010'])
    await client.payPaymentLink({ params: { slug }, body: { channel: 'mobile_money', phone } });
  service.advance(5_000);
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
    'a payment that counts another sum than its refunds',
    'refundsAddUp',
    'UPDATE payments SET amount_refunded = 400 WHERE amount_refunded = 500',
  ],
  [
    'a hold that no refund has',
    'refundsAddUp',
    'UPDATE payments SET amount_refunding = 1 WHERE amount_refunded = 500',
  ],
  ['a refund that nobody posted', 'refundsArePosted', `DELETE FROM ledger_entries WHERE account = 'refunds'`],
  ['a use that is not counted', 'linksCountTheirUses', 'UPDATE payment_links SET uses = 0'],
  ['a use under way that nobody holds', 'linksCountTheirUses', 'UPDATE payment_links SET in_flight = 2'],
  [
    'money collected that no payment brought',
    'linksCountTheirUses',
    'UPDATE payment_links SET total_collected = 701',
  ],
  [
    'a use without a payment',
    'usesFollowTheirPayments',
    `UPDATE payment_link_uses SET payment_id = 'pay_gone' WHERE state = 'held'`,
  ],
  [
    'a use taken by money that has not come',
    'usesFollowTheirPayments',
    `UPDATE payments p SET status = 'failed', succeeded_at = NULL FROM payment_link_uses u WHERE u.payment_id = p.id AND u.state = 'used'`,
  ],
  [
    'a payout that is out of no account',
    'payoutsArePosted',
    `DELETE FROM ledger_entries WHERE account = 'payout_pending'`,
  ],
  [
    'a payout that was paid in one book only',
    'payoutsArePosted',
    `UPDATE payouts SET status = 'paid', paid_at = now()`,
  ],
])('%s', async (_what, check, sql) => {
  await service.query(sql);
  expect(await broken()).toContain(check);
});

test('a refund and a payout that nobody asks about', async () => {
  await service.query(`UPDATE refunds SET status = 'pending', succeeded_at = NULL`);
  await service.query('UPDATE payouts SET by_hand = false');
  const found = (await readSnapshot(service.server.runtime.ownerConnection, verifyPayments)).find(
    ({ check }) => check === 'verify.openMoneyIsAskedAbout',
  );
  expect(found?.count).toBe(2);
});
