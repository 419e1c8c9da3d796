import { randomUUID } from 'node:crypto';
import { amountMax, decimalText, reportGroups, salesReportGroups, toMajor } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

/** So many of the greatest amounts are more than bigint holds. */
const TIMES = 10_000;
const GREATEST = amountMax('SLE');
const LARGE = toMajor(GREATEST, 'SLE');
const SUM = decimalText(GREATEST * BigInt(TIMES), 'SLE');
/** What a link has that collected so much, and 1 more. */
const COLLECTED = decimalText(GREATEST * BigInt(TIMES) + 100n, 'SLE');

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Writes rows once more so often, each with other ids, as so many requests would have. */
async function repeat(table: string, ids: Readonly<Record<string, string>>): Promise<void> {
  const others = Object.entries(ids)
    .map(([column, text]) => `'${column}', ${text}`)
    .join(', ');
  await service.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${others}))).* FROM ${table} t, generate_series(2, ${TIMES}) n WHERE t.merchant_id = $1`,
    [shop.id],
  );
  await service.query(`ANALYZE ${table}`);
}

/** Posts the greatest amount so often from one account to another. */
async function post({
  kind,
  debit,
  credit,
}: Readonly<Record<'kind' | 'debit' | 'credit', string>>): Promise<void> {
  await service.query(
    `WITH made AS (INSERT INTO ledger_tx (merchant_id, livemode, id, kind, subject, created_at) SELECT $1, false, $3 || n, $3, $3 || n, now() FROM generate_series(1, ${TIMES}) n RETURNING merchant_id, livemode, id, created_at)
     INSERT INTO ledger_entries (merchant_id, livemode, tx_id, account, amount, currency, created_at)
     SELECT m.merchant_id, m.livemode, m.id, a.account, a.amount, 'SLE', m.created_at FROM made m CROSS JOIN (VALUES ($4::text, $2::bigint), ($5::text, -$2::bigint)) a (account, amount)`,
    [shop.id, String(GREATEST), kind, debit, credit],
  );
  await service.query('ANALYZE ledger_tx, ledger_entries');
}

describe('ten thousand sales of the greatest amount', () => {
  beforeAll(async () => {
    const { data: product } = await shop.client.createProduct({
      body: { name: 'Gold', price: LARGE, cost: LARGE, track_inventory: false },
    });
    const [item] = [{ product_id: product.id, quantity: 1, unit_price: LARGE }];
    const answer = await shop.client.syncSales({
      body: {
        sales: [
          {
            client_id: randomUUID(),
            receipt_number: 'T01-000001',
            occurred_at: new Date(service.server.runtime.context.world.now()).toISOString(),
            items: [item],
            payments: [{ channel: 'cash', amount: LARGE }],
            total: LARGE,
          },
        ],
      } as never,
    });
    expect(answer.data).toMatchObject({ accepted: 1 });
    for (const [table, ids] of [
      [
        'sales',
        {
          id: 't.id || n',
          receipt_token: 't.receipt_token || n',
          client_id: 'gen_random_uuid()',
          number: 't.number + n',
        },
      ],
      ['sale_lines', { sale_id: 't.sale_id || n' }],
      ['sale_payments', { sale_id: 't.sale_id || n', payment_id: 't.payment_id || n' }],
      ['ledger_tx', { id: 't.id || n', subject: 't.subject || n' }],
      ['ledger_entries', { tx_id: 't.tx_id || n' }],
    ] as const)
      await repeat(table, ids);
  }, 300_000);

  test.each(salesReportGroups)('are reported by %s, to the last cent', async (group_by) => {
    const { data } = await shop.client.reportSales({ query: { group_by } });
    if (group_by === 'tax') return expect(data).toEqual([]);
    expect(data).toMatchObject([{ sales: TIMES, collected: Number(SUM), exact: { collected: SUM } }]);
  });

  test('stand on the accounts of the balance', async () => {
    const { data } = await shop.client.getBalance();
    expect(data.accounts.map(({ account, exact }) => [account, exact?.['balance']])).toContainEqual([
      'sales',
      `-${SUM}`,
    ]);
    for (const { balance, exact } of data.accounts) expect(balance).toBe(Number(exact?.['balance']));
    expect((await shop.client.listLedgerEntries({ query: { account: 'sales' } })).meta.total).toBe(TIMES);
  });
});

describe('ten thousand payments of the greatest amount at one link', () => {
  test('are collected, available, and paid out in part', async () => {
    const { data: link } = await shop.client.createPaymentLink({
      body: { title: 'Gold', type: 'open', currency: 'SLE' },
    });
    await service.query('UPDATE payment_links SET uses = $2, total_collected = $3::numeric WHERE id = $1', [
      link.id,
      TIMES,
      String(GREATEST * BigInt(TIMES)),
    ]);
    await shop.client.payPaymentLink({
      params: { slug: link.slug },
      body: { amount: 1, channel: 'mobile_money', phone: '+23200000001' },
    });
    service.advance(3_000);
    await service.drain();
    expect((await shop.client.getPaymentLink({ params: { id: link.id } })).data).toMatchObject({
      uses: TIMES + 1,
      total_collected: Number(COLLECTED),
      exact: { total_collected: COLLECTED },
    });
    expect((await shop.client.listPaymentLinks()).data).toMatchObject([
      { id: link.id, exact: { total_collected: COLLECTED } },
    ]);
    await post({ kind: 'payment.succeeded', debit: 'provider_clearing:test', credit: 'sales' });
    const { available } = (await shop.client.getBalance()).data;
    expect(available).toMatchObject([
      { provider: 'test', exact: { amount: expect.stringMatching(/^\d{17}\.\d\d$/) } },
    ]);
    expect(
      (
        await shop.client.createPayout({
          body: { amount: LARGE, destination: { bank: 'SLCB', account_number: '0077' } },
        })
      ).data.amount,
    ).toBe(LARGE);
  }, 300_000);
});

describe('ten thousand deliveries at the greatest fee, with the greatest cash', () => {
  test.each(reportGroups)(
    'are reported by %s',
    async (group_by) => {
      if (group_by === reportGroups[0]) {
        await shop.client.createDelivery({
          body: { pickup_city: 'Freetown', delivery_address: '12 Wilkinson Road', delivery_city: 'Lumley' },
        });
        await service.query('UPDATE deliveries SET shipping_fee = $2 WHERE merchant_id = $1', [
          shop.id,
          String(GREATEST),
        ]);
        await repeat('deliveries', {
          job_number: 't.job_number || n',
          order_number: 't.order_number || n',
          tracking_token: 't.tracking_token || n',
        });
      }
      const { data } = await shop.client.reportDeliveries({ query: { group_by } });
      expect(data).toMatchObject([{ jobs: TIMES, fees: Number(SUM), exact: { fees: SUM } }]);
    },
    120_000,
  );

  test('their cash is reported by day and by courier', async () => {
    const driver = await service.driver();
    await service.query(
      `UPDATE deliveries SET cod_amount = $2, cod_status = 'collected', driver_id = $3, assigned_at = created_at WHERE merchant_id = $1`,
      [shop.id, String(GREATEST), driver],
    );
    await post({ kind: 'cod.collected', debit: 'office_cash', credit: 'merchant_payable' });
    expect((await shop.client.reportCod()).data).toMatchObject([
      { collected: Number(SUM), exact: { collected: SUM } },
    ]);
    expect((await shop.client.reportDrivers()).data).toMatchObject([
      { driver_id: driver, cash_collected: Number(SUM), exact: { cash_collected: SUM } },
    ]);
    expect((await shop.client.getBalance()).data).toMatchObject({ owed: Number(SUM), exact: { owed: SUM } });
  }, 300_000);
});
