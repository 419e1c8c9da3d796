import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectCash, payCod } from '../../../../test/kit/cash.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyShipping } from '../shipping-module.ts';

let service: TestService;
let shop: TestMerchant;
let held: string;
let settled: string;
const TABLES = [
  'deliveries',
  'ledger_tx',
  'ledger_entries',
  'cash_deposits',
  'cash_deposit_jobs',
  'settlements',
  'settlement_jobs',
  'claims',
  'payments',
  'delivery_payments',
] as const;
const verify = () => readSnapshot(service.server.runtime.ownerConnection, verifyShipping);
const broken = async (): Promise<string[]> =>
  (await verify()).map(({ check }) => check.replace('verify.', ''));

/** One parcel whose cash is held, one whose cash was paid out, one that its recipient paid, and a claim that was approved. */
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const [cashier, chief] = [(await service.operator('cashier')).client, (await service.operator()).client];
  held = (await collectCash(service, shop, 80)).jobNumber;
  const { courier, jobNumber } = await collectCash(service, shop, 50);
  settled = jobNumber;
  const { data: deposit } = await courier.client.depositCash({ body: {} });
  await cashier.countCashDeposit({ params: { id: deposit.id }, body: { amount: 50 } });
  await chief.settleCash({ body: { merchant_id: shop.id, livemode: false, deduct_fees: true } });
  const { data: claim } = await shop.client.createClaim({
    body: { job_number: held, type: 'overcharged', amount: 5 },
  });
  await chief.decideClaim({ params: { id: claim.id }, body: { approve: true, decision: 'Paid as asked.' } });
  const { data: paid } = await shop.client.createDelivery({ body: { ...parcel, cod_amount: 30 } });
  expect((await payCod(service, new URL(paid.tracking_url).pathname)).status).toBe(303);
  service.advance(5_000);
  await service.drain();
  expect(await verify()).toEqual([]);
  for (const table of TABLES) {
    await service.query(`CREATE TABLE whole_${table} AS SELECT * FROM ${table}`);
    await service.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  }
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of TABLES) {
    await service.query(`DELETE FROM ${table}`);
    await service.query(`INSERT INTO ${table} SELECT * FROM whole_${table}`);
  }
  expect(await broken()).toEqual([]);
});

describe('cash that somebody broke by hand is found out', () => {
  test.each([
    ['collected, and not posted', `DELETE FROM ledger_tx WHERE id LIKE '%_collected'`, ['cashIsPosted']],
    [
      'posted as paid out, and only collected',
      `UPDATE deliveries SET cod_status = 'collected' WHERE cod_status = 'settled' AND cod_amount = 5000`,
      ['postedCashHasItsStatus'],
    ],
    [
      'more than was to be collected',
      `UPDATE ledger_entries SET amount = 2 * amount WHERE tx_id LIKE '%_collected' AND amount > 0`,
      ['postedCashIsTheWholeOfIt'],
    ],
    [
      'a deposit that declares more than its parcels',
      'UPDATE cash_deposits SET declared = declared + 1',
      ['depositsEqualTheirJobs'],
    ],
    ['a deposit without parcels', 'DELETE FROM cash_deposit_jobs', ['depositsEqualTheirJobs']],
    [
      'a payout of more than its parcels brought',
      'UPDATE settlements SET paid = paid + 1',
      ['settlementsEqualTheirJobs'],
    ],
    [
      'an approved claim that owes nothing',
      `DELETE FROM ledger_entries WHERE tx_id LIKE '%_approved'`,
      ['approvedClaimsArePosted'],
    ],
    [
      'cash that nobody paid, said to be settled by a payment',
      `UPDATE delivery_payments SET amount = amount + 1`,
      ['paymentsOfDeliveriesSettleThem', 'paymentsOfDeliveriesSucceeded'],
    ],
    [
      'a payment that settles what is still to be collected',
      `UPDATE deliveries SET cod_status = 'to_collect' WHERE cod_amount = 3000`,
      ['paymentsOfDeliveriesSettleThem'],
    ],
    [
      'a settled delivery whose payment is not known of',
      'DELETE FROM delivery_payments',
      ['cashIsPosted', 'paymentsForDeliveriesAreKnownThere'],
    ],
    [
      'a kept payment of another amount',
      `UPDATE payments SET amount = amount + 1`,
      ['paymentsOfDeliveriesSucceeded'],
    ],
    ['a rejected claim that was paid', `UPDATE claims SET status = 'rejected'`, ['approvedClaimsArePosted']],
  ])('%s', async (_what, sql, expected) => {
    await service.query(sql);
    expect(await broken()).toEqual(expected);
  });

  test('and which parcels it is about is said', async () => {
    await service.query(`DELETE FROM ledger_tx WHERE id = 'ltx_' || $1 || '_collected'`, [held]);
    expect((await verify())[0]).toEqual({
      check: 'verify.cashIsPosted',
      count: 1,
      examples: [`${held} of ${shop.id} (test) is collected, and that it was collected is not posted`],
    });
    await service.query(`UPDATE deliveries SET cod_status = 'deposited' WHERE job_number = $1`, [settled]);
    expect((await verify()).find(({ check }) => check === 'verify.postedCashHasItsStatus')?.examples).toEqual(
      [`${settled} of ${shop.id} (test) is deposited, and ltx_${settled}_settled is posted`],
    );
  });
});
