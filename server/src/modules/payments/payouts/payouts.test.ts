import type { Payout } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startService,
  type TestMerchant,
  type TestPerson,
  type TestService,
} from '../../../../test/kit/service.ts';

let service: TestService;
let operator: TestPerson;

beforeAll(async () => {
  service = await startService();
  operator = await service.operator();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A merchant for whom so much lies with the test provider. */
async function shopWith(...amounts: readonly number[]): Promise<TestMerchant> {
  const shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  for (const amount of amounts)
    await shop.client.createPayment({
      body: { amount, channel: 'mobile_money', customer: { phone: '+23200000001' } },
    });
  service.advance(5_000);
  await service.drain();
  return shop;
}

const payOut = async (
  { client }: TestMerchant,
  amount: number | string,
  body: object = {},
): Promise<Payout> => (await client.createPayout({ body: { amount, ...body } })).data;
const availableTo = async ({ client }: TestMerchant) => (await client.getBalance()).data.available;
const accountsOf = async ({ client }: TestMerchant) =>
  Object.fromEntries(
    (await client.getBalance()).data.accounts.map(({ account, balance }) => [account, balance]),
  );

test('what can be paid out and what lies there are of one moment, while payouts are asked for', async () => {
  const shop = await shopWith(1_000);
  let isOver = false;
  const asking = Array.from({ length: 15 }).reduce<Promise<unknown>>(
    (before) => before.then(() => payOut(shop, 1)),
    Promise.resolve(),
  );
  const reading = async (): Promise<void> => {
    while (!isOver) {
      const { available, accounts } = (await shop.client.getBalance()).data;
      const lying = accounts.find(({ account }) => account === 'provider_clearing:test');
      expect(available[0]?.amount).toBe(lying?.balance);
    }
  };
  const readers = Promise.all([reading(), reading()]);
  await asking.finally(() => (isOver = true));
  await readers;
});

test('money that lies with a provider is paid out by an operator, and the books say so', async () => {
  const shop = await shopWith(100, 50.5);
  await shop.client.createWebhook({ body: { url: 'http://127.0.0.1:65534/hook', events: ['payout.*'] } });
  expect(await availableTo(shop)).toEqual([
    { provider: 'test', amount: 150.5, currency: 'SLE', exact: null },
  ]);
  const payout = await payOut(shop, '120.25', {
    destination: { bank: 'SLCB', account_number: '0077' },
    description: 'Week 47',
  });
  expect(payout).toMatchObject({
    status: 'pending',
    amount: 120.25,
    currency: 'SLE',
    provider: 'test',
    by_hand: true,
    destination: { bank: 'SLCB', account_number: '0077' },
    description: 'Week 47',
    reference: null,
    livemode: false,
    test: true,
  });
  expect(await availableTo(shop)).toEqual([
    { provider: 'test', amount: 30.25, currency: 'SLE', exact: null },
  ]);
  expect(await accountsOf(shop)).toMatchObject({ payout_pending: 120.25, 'provider_clearing:test': 30.25 });

  const [waiting] = (await operator.client.listDispatchPayouts({ query: { status: 'pending' } })).data;
  expect(waiting).toEqual({ ...payout, merchant_id: shop.id });
  const { data: ofMoney } = await operator.client.listDispatchPayouts({
    query: { status: 'pending', livemode: true },
  });
  expect(ofMoney).toEqual([]);
  const paid = (
    await operator.client.markPayoutPaid({ params: { id: payout.id }, body: { reference: 'TRF-88123' } })
  ).data;
  expect(paid).toMatchObject({ status: 'paid', reference: 'TRF-88123', merchant_id: shop.id });
  expect(
    (await operator.client.markPayoutPaid({ params: { id: payout.id }, body: { reference: 'TRF-other' } }))
      .data,
  ).toEqual(paid);
  expect((await shop.client.getPayout({ params: { id: payout.id } })).data).toMatchObject({
    status: 'paid',
    paid_at: paid.paid_at,
  });
  expect(await accountsOf(shop)).toMatchObject({ payout: 120.25, payout_pending: 0 });
  expect((await shop.client.listPayouts({ query: { status: 'paid' } })).data.map(({ id }) => id)).toEqual([
    payout.id,
  ]);
  await service.drain();
  expect(
    (await shop.client.listMessages({ query: { entity: payout.id } })).data
      .map(({ event }) => event)
      .toSorted(),
  ).toEqual(['payout.created', 'payout.paid']);
});

test('what cannot be paid is available again, with the reason', async () => {
  const shop = await shopWith(40);
  const { id } = await payOut(shop, 40);
  expect(
    (await operator.client.failPayout({ params: { id }, body: { reason: 'The account does not exist.' } }))
      .data,
  ).toMatchObject({
    status: 'failed',
    failure: { code: 'declined', message: 'The account does not exist.' },
    paid_at: null,
  });
  expect(await availableTo(shop)).toEqual([{ provider: 'test', amount: 40, currency: 'SLE', exact: null }]);
  expect((await payOut(shop, 40)).status).toBe('pending');
});

test('of 64 payouts at once as many are made as there is money for', async () => {
  const shop = await shopWith(10);
  const results = await Promise.allSettled(Array.from({ length: 64 }, () => payOut(shop, 1)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(10);
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'BALANCE_TOO_LOW', status: 422 });
  expect(await accountsOf(shop)).toMatchObject({ payout_pending: 10, 'provider_clearing:test': 0 });
});

test('the same request twice is one payout', async () => {
  const shop = await shopWith(40);
  const ask = () => shop.client.createPayout({ body: { amount: 10 }, idempotencyKey: 'week-47' });
  const first = await ask();
  expect(await ask()).toMatchObject({ data: { id: first.data.id }, replayed: true });
  expect((await shop.client.listPayouts()).meta.total).toBe(1);
});

test('of an operator who pays and one who cannot, one is believed', async () => {
  const shop = await shopWith(40);
  const { id } = await payOut(shop, 40);
  const results = await Promise.allSettled([
    operator.client.markPayoutPaid({ params: { id }, body: { reference: 'TRF-1' } }),
    operator.client.failPayout({ params: { id }, body: { reason: 'No.' } }),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({
    reason: { code: 'STATE_CONFLICT', status: 409 },
  });
});

test('noted as paid by many at once it is paid once, and each is told so', async () => {
  const shop = await shopWith(40);
  const { id } = await payOut(shop, 40);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      operator.client.markPayoutPaid({ params: { id }, body: { reference: `TRF-${at}` } }),
    ),
  );
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(answers[0]?.data.status).toBe('paid');
});

describe('is refused', () => {
  test('an amount of too many decimals, and nothing', async () => {
    const shop = await shopWith(5);
    await expect(payOut(shop, 1.005)).rejects.toMatchObject({ code: 'AMOUNT_PRECISION', status: 400 });
    await expect(payOut(shop, 0)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('more than lies there, and what lies with nobody', async () => {
    const shop = await shopWith(5);
    await expect(payOut(shop, 5.01)).rejects.toMatchObject({
      code: 'BALANCE_TOO_LOW',
      details: { available: 5, provider: 'test', currency: 'SLE' },
    });
    await expect(payOut(shop, 1, { currency: 'USD' })).rejects.toMatchObject({
      code: 'BALANCE_TOO_LOW',
      details: { available: 0, provider: null, currency: 'USD' },
    });
    await expect(payOut(shop, 1, { provider: 'monime' })).rejects.toMatchObject({
      code: 'BALANCE_TOO_LOW',
      details: { available: 0, provider: 'monime' },
    });
  });

  test('what is on its way back to whoever paid it', async () => {
    const shop = await shopWith(100);
    // So that its provider is not asked about it: the refund stays under way.
    await service.query('UPDATE payments SET provider_ref = NULL WHERE merchant_id = $1', [shop.id]);
    const [payment] = (await shop.client.listPayments()).data;
    const { data: refund } = await shop.client.createRefund({
      params: { id: payment?.id ?? '' },
      body: { amount: 60 },
    });
    expect(refund.status).toBe('pending');
    expect(await availableTo(shop)).toMatchObject([{ provider: 'test', amount: 40 }]);
    await expect(payOut(shop, 41)).rejects.toMatchObject({
      code: 'BALANCE_TOO_LOW',
      details: { available: 40 },
    });
    await payOut(shop, 40);
    expect(await availableTo(shop)).toMatchObject([{ provider: 'test', amount: 0 }]);
  });

  test('cash in the drawer, which the merchant has already', async () => {
    const shop = await service.merchant();
    const { data } = await shop.client.createPayment({ body: { amount: 20, channel: 'cash' } });
    await shop.client.confirmPayment({ params: { id: data.id } });
    await expect(payOut(shop, 1)).rejects.toMatchObject({
      code: 'BALANCE_TOO_LOW',
      details: { available: 0 },
    });
  });

  test('a payout of somebody else, and a merchant who marks its own', async () => {
    const shop = await shopWith(5);
    const { id } = await payOut(shop, 5);
    const { client } = await service.merchant();
    await expect(client.getPayout({ params: { id } })).rejects.toMatchObject({
      code: 'PAYOUT_NOT_FOUND',
      status: 404,
    });
    expect((await client.listDispatchPayouts()).data).toEqual([]);
    await expect(
      shop.client.markPayoutPaid({ params: { id }, body: { reference: 'x' } }),
    ).rejects.toMatchObject({ code: 'OPERATORS_ONLY', status: 403 });
    await expect(
      operator.client.failPayout({ params: { id: 'po_none' }, body: { reason: 'x' } }),
    ).rejects.toMatchObject({ code: 'PAYOUT_NOT_FOUND' });
  });
});

// The last one: by then everybody's session is over.
test('a payout whose provider account was removed does not wait for ever: once nobody can be asked it fails, says what to look for, and its money is there again', async () => {
  const shop = await shopWith(40);
  const body = {
    provider: 'monime',
    credentials: { access_token: 'mon_test_1', space_id: 'spc-1' },
    settings: { base_url: 'http://127.0.0.1:65534/' },
  } as const;
  const account = (await shop.client.createProviderAccount({ body })).data;
  await service.query(
    `UPDATE ledger_entries SET account = 'provider_clearing:monime' WHERE account = 'provider_clearing:test' AND merchant_id = $1`,
    [shop.id],
  );
  const asked = await payOut(shop, 40, {
    provider: 'monime',
    destination: { type: 'momo', provider_id: 'm17', phone_number: '+23276123456' },
  });
  const stands = async () => (await shop.client.getPayout({ params: { id: asked.id } })).data;
  await shop.client.deleteProviderAccount({ params: { providerAccountId: account.id } });
  service.advance(6 * 86_400_000);
  await service.drain();
  expect((await stands()).status).toBe('pending');
  service.advance(2 * 86_400_000);
  await service.drain();
  service.advance(3_600_000);
  await service.drain();
  expect(await stands()).toMatchObject({
    status: 'failed',
    failure: { code: 'provider_error', message: expect.stringContaining('account was removed') },
  });
  expect(await availableTo(shop)).toEqual([{ provider: 'monime', amount: 40, currency: 'SLE', exact: null }]);
});
