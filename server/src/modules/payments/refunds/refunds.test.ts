import type { Payment } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const SUCCEEDS = '+23200000001';
const REFUND_FAILS = '+23200000009';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

/** Money that came. */
async function paid(amount: number, phone = SUCCEEDS): Promise<Payment> {
  const { data } = await shop.client.createPayment({
    body: { amount, channel: 'mobile_money', customer: { phone } },
  });
  service.advance(5_000);
  await service.drain();
  const now = (await shop.client.getPayment({ params: { id: data.id } })).data;
  expect(now.status).toBe('succeeded');
  return now;
}

async function paidInCash(amount: number): Promise<Payment> {
  const { data } = await shop.client.createPayment({ body: { amount, channel: 'cash' } });
  return (await shop.client.confirmPayment({ params: { id: data.id } })).data;
}

const refund = (
  id: string,
  body: { amount?: number | string; reason?: string; metadata?: Record<string, string> } = {},
) => shop.client.createRefund({ params: { id }, body });
const read = async (id: string): Promise<Payment> => (await shop.client.getPayment({ params: { id } })).data;
const entriesOf = async (subject: string) =>
  (await shop.client.listLedgerEntries({ query: { subject } })).data.map(({ account, amount, kind }) => [
    kind,
    account,
    amount,
  ]);

test('a part goes back, then the rest, each told and booked', async () => {
  const webhook = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['refund.*'] },
  });
  const payment = await paid(150.5);
  const first = (
    await refund(payment.id, {
      amount: '50.25',
      reason: 'One of two shirts came back.',
      metadata: { resource: 'B' },
    })
  ).data;
  expect(first).toMatchObject({
    payment_id: payment.id,
    status: 'succeeded',
    amount: 50.25,
    currency: 'SLE',
    reason: 'One of two shirts came back.',
    metadata: { resource: 'B' },
    failure: null,
    livemode: false,
    test: true,
  });
  expect((await shop.client.getRefund({ params: { id: first.id } })).data).toEqual(first);
  expect(await read(payment.id)).toMatchObject({
    status: 'succeeded',
    amount_refunded: 50.25,
    version: payment.version + 1,
  });

  const rest = (await refund(payment.id)).data;
  expect(rest).toMatchObject({ status: 'succeeded', amount: 100.25, reason: null });
  expect((await read(payment.id)).amount_refunded).toBe(150.5);
  expect(
    (await shop.client.listPaymentRefunds({ params: { id: payment.id } })).data.map(({ id }) => id),
  ).toEqual([rest.id, first.id]);
  expect(
    (await shop.client.listRefunds({ query: { payment_id: payment.id, status: 'succeeded' } })).meta.total,
  ).toBe(2);

  expect((await entriesOf(payment.id)).filter(([kind]) => kind === 'refund.succeeded').toSorted()).toEqual(
    [
      ['refund.succeeded', 'provider_clearing:test', -100.25],
      ['refund.succeeded', 'provider_clearing:test', -50.25],
      ['refund.succeeded', 'refunds', 100.25],
      ['refund.succeeded', 'refunds', 50.25],
    ].toSorted(),
  );
  await service.drain();
  const told = (await shop.client.listMessages({ query: { entity: first.id } })).data;
  expect(told.map(({ event }) => event).toSorted()).toEqual(['refund.created', 'refund.succeeded']);
  await shop.client.deleteWebhook({ params: { id: webhook.data.id } });
});

test('cash is handed back at once and leaves the drawer', async () => {
  const payment = await paidInCash(20);
  expect((await refund(payment.id, { amount: 5 })).data).toMatchObject({ status: 'succeeded', amount: 5 });
  expect((await read(payment.id)).amount_refunded).toBe(5);
  expect((await entriesOf(payment.id)).filter(([kind]) => kind === 'refund.succeeded').toSorted()).toEqual([
    ['refund.succeeded', 'cash_drawer', -5],
    ['refund.succeeded', 'refunds', 5],
  ]);
});

test('what the provider refuses can be refunded again', async () => {
  const payment = await paid(40, REFUND_FAILS);
  const failed = (await refund(payment.id)).data;
  expect(failed).toMatchObject({
    status: 'failed',
    amount: 40,
    failure: { code: 'provider_error' },
    succeeded_at: null,
  });
  expect((await read(payment.id)).amount_refunded).toBe(0);
  expect((await refund(payment.id, { amount: 40 })).data.status).toBe('failed');
  expect(await entriesOf(payment.id)).not.toContainEqual(expect.arrayContaining(['refund.succeeded']));
});

test('of 64 refunds at once as many take effect as the payment has money for', async () => {
  const payment = await paid(10);
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, () => refund(payment.id, { amount: 1 })),
  );
  const done = results.filter(({ status }) => status === 'fulfilled');
  expect(done.length).toBe(10);
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'REFUND_EXCEEDS_PAYMENT', status: 422 });
  expect((await read(payment.id)).amount_refunded).toBe(10);
  const [row] = await service.query('SELECT amount_refunded, amount_refunding FROM payments WHERE id = $1', [
    payment.id,
  ]);
  expect(row).toEqual({ amount_refunded: '1000', amount_refunding: '0' });
});

test('all that is left goes back once, however many ask for it', async () => {
  const payment = await paid(30);
  const results = await Promise.allSettled(Array.from({ length: 16 }, () => refund(payment.id)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect((await read(payment.id)).amount_refunded).toBe(30);
});

test('the same request twice is one refund', async () => {
  const payment = await paid(30);
  const ask = () =>
    shop.client.createRefund({
      params: { id: payment.id },
      body: { amount: 10 },
      idempotencyKey: `refund-${payment.id}`,
    });
  const first = await ask();
  expect(await ask()).toMatchObject({ data: first.data, replayed: true });
  expect((await read(payment.id)).amount_refunded).toBe(10);
});

test("another room's key finds its first refund, also when many ask at once", async () => {
  const payment = await paid(30);
  const { port } = service.server.modules.payments;
  const tenant = { merchantId: shop.id, livemode: false };
  const wanted = {
    paymentId: payment.id,
    amountMinor: 1_000n,
    reason: 'It came too late.',
    key: 'order-1',
  };
  const made = await Promise.all(Array.from({ length: 12 }, () => port.refund(tenant, wanted)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await port.refund(tenant, { ...wanted, key: 'order-2' })).id).not.toBe(made[0]?.id);
  expect((await read(payment.id)).amount_refunded).toBe(20);
});

test('a refund whose provider was never asked is asked for by whoever finds it', async () => {
  const payment = await paid(30);
  await service.query(
    `WITH held AS (UPDATE payments SET amount_refunding = 500 WHERE id = $1 RETURNING *), made AS (
      INSERT INTO refunds (merchant_id, livemode, id, payment_id, version, status, amount, currency, metadata, created_at, updated_at)
      SELECT merchant_id, livemode, 're_left', id, 1, 'pending', 500, currency, '{}', updated_at, updated_at FROM held)
    INSERT INTO money_out_polls (merchant_id, livemode, id, kind, due_at, polls) SELECT merchant_id, livemode, 're_left', 'refund', now(), 0 FROM held`,
    [payment.id],
  );
  service.advance(15_000);
  await service.drain();
  expect((await shop.client.getRefund({ params: { id: 're_left' } })).data).toMatchObject({
    status: 'succeeded',
    provider_ref: 'test_re_left',
  });
  const [row] = await service.query(
    'SELECT amount_refunded, amount_refunding, (SELECT count(*)::int FROM money_out_polls WHERE id = $2) AS polls FROM payments WHERE id = $1',
    [payment.id, 're_left'],
  );
  expect(row).toEqual({ amount_refunded: '500', amount_refunding: '0', polls: 0 });
});

test('money that goes back by itself is not held up by what went back by hand', async () => {
  for (const [byHand, left] of [
    [5, 25],
    [30, 0],
  ] as const) {
    const payment = await paid(30);
    await refund(payment.id, { amount: byHand });
    await service.query(
      `INSERT INTO payment_ends (merchant_id, livemode, payment_id, version, status, late, at, verdict, settled, tries, due_at) SELECT merchant_id, livemode, id, 99, 'succeeded', true, updated_at, 'refund', false, 0, '2000-01-01' FROM payments WHERE id = $1`,
      [payment.id],
    );
    await service.drain();
    expect((await read(payment.id)).amount_refunded).toBe(30);
    expect(
      (await shop.client.listPaymentRefunds({ params: { id: payment.id } })).data.map(({ amount }) => amount),
    ).toEqual(left > 0 ? [left, byHand] : [byHand]);
    expect(
      (
        await service.query('SELECT settled FROM payment_ends WHERE payment_id = $1 AND version = 99', [
          payment.id,
        ])
      )[0],
    ).toEqual({ settled: true });
  }
});

describe('is refused', () => {
  test('with more decimals than the currency has, and for nothing', async () => {
    const payment = await paid(30);
    await expect(refund(payment.id, { amount: 1.005 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      status: 400,
    });
    await expect(refund(payment.id, { amount: 0 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'amount' }] },
    });
  });

  test('for payments and refunds of others', async () => {
    const payment = await paid(30);
    const { data } = await refund(payment.id, { amount: 1 });
    const { client } = await service.merchant();
    await expect(client.createRefund({ params: { id: payment.id }, body: {} })).rejects.toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
      status: 404,
    });
    await expect(client.listPaymentRefunds({ params: { id: payment.id } })).rejects.toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
    });
    await expect(client.getRefund({ params: { id: data.id } })).rejects.toMatchObject({
      code: 'REFUND_NOT_FOUND',
      status: 404,
    });
    expect((await client.listRefunds()).data).toEqual([]);
  });

  test('while the money has not come', async () => {
    const { data } = await shop.client.createPayment({ body: { amount: 5, channel: 'cash' } });
    await expect(refund(data.id)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
      details: {
        from: 'requires_action',
        to: 'refunded',
        allowed: ['processing', 'succeeded', 'failed', 'cancelled', 'expired'],
      },
    });
  });

  test('beyond what is left, which is told', async () => {
    const payment = await paid(30);
    await refund(payment.id, { amount: 12.5 });
    await expect(refund(payment.id, { amount: 17.51 })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      status: 422,
      details: { refundable: 17.5 },
      message: expect.stringContaining('NLe 17.50'),
    });
    await refund(payment.id);
    await expect(refund(payment.id)).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      details: { refundable: 0 },
    });
  });

  test('where the provider sends nothing back', async () => {
    const payment = await paid(30);
    await service.query(`UPDATE payments SET provider = 'monime', account_id = 'prv_gone' WHERE id = $1`, [
      payment.id,
    ]);
    await expect(refund(payment.id)).rejects.toMatchObject({ code: 'REFUND_NOT_SUPPORTED', status: 422 });
  });
});

test('whose provider account was removed does not wait for ever: once nobody can be asked it fails, and says what to look for', async () => {
  const payment = await paid(40);
  const account = (
    await shop.client.createProviderAccount({
      body: {
        provider: 'generic_http',
        credentials: { secret: 's'.repeat(32) },
        settings: { base_url: 'http://127.0.0.1:65534/' },
      },
    })
  ).data;
  await service.query(`UPDATE payments SET provider = 'generic_http', account_id = $1 WHERE id = $2`, [
    account.id,
    payment.id,
  ]);
  const asked = (await refund(payment.id)).data;
  expect(asked.status).toBe('pending');
  await shop.client.deleteProviderAccount({ params: { providerAccountId: account.id } });
  service.advance(6 * 86_400_000);
  await service.drain();
  const stands = async () => (await shop.client.getRefund({ params: { id: asked.id } })).data;
  expect((await stands()).status).toBe('pending');
  service.advance(2 * 86_400_000);
  await service.drain();
  service.advance(3_600_000);
  await service.drain();
  expect(await stands()).toMatchObject({
    status: 'failed',
    failure: { code: 'provider_error', message: expect.stringContaining('account was removed') },
  });
  expect((await read(payment.id)).amount_refunded).toBe(0);
});
