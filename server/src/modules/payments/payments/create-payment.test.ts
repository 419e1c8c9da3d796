import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectWholeBooks, openTill, PAID, type Till } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  till = openTill(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

test('a payer who has the money pays, and the books say so', async () => {
  const asked = await till.ask('+232 00 000001', { reference: 'ORD-7', metadata: { table: 4 } });
  expect(asked).toMatchObject({
    status: 'requires_action',
    amount: 150,
    currency: 'SLE',
    provider: 'test',
    amount_source: 'server',
    reference: 'ORD-7',
    metadata: { table: 4 },
    next_action: { type: 'ussd' },
    late: false,
    livemode: false,
    test: true,
  });
  expect(asked.pay_url).toMatch(/\/pay\/[\w-]{22}$/);
  expect(asked.client_secret).toMatch(new RegExp(`^${asked.id}_secret_[\\w-]{22}$`));
  await till.wait(3);
  expect(await till.read(asked.id)).toMatchObject({
    status: 'succeeded',
    fee: 0,
    net: 150,
    verified: true,
    next_action: { type: 'none' },
  });
  expect(await till.posted(asked.id)).toEqual(PAID);
  expect(await till.told(asked.id)).toEqual(['created', 'requires_action', 'succeeded']);
});

describe('the numbers of the test provider', () => {
  test.each([
    ['00000002', 'insufficient_funds'],
    ['+23200000003', 'customer_rejected'],
  ])('%s fails: %s', async (phone, code) => {
    const { id } = await till.ask(phone);
    await till.wait(3);
    expect(await till.read(id)).toMatchObject({ status: 'failed', failure: { code } });
    expect([await till.told(id), await till.posted(id)]).toEqual([
      ['created', 'failed', 'requires_action'],
      [],
    ]);
  });

  test('04: nobody answers, and it expires', async () => {
    const { id } = await till.ask('00232 00 000004', { expires_in: 60 });
    await till.wait(59);
    expect((await till.read(id)).status).toBe('requires_action');
    await till.wait(2);
    expect((await till.read(id)).status).toBe('expired');
  });

  test('05: the money comes after it has expired, and is late', async () => {
    const { id } = await till.ask('23200000005', { expires_in: 60 });
    await till.wait(61);
    expect(await till.read(id)).toMatchObject({ status: 'expired', late: false });
    await till.wait(400);
    expect(await till.read(id)).toMatchObject({ status: 'succeeded', late: true });
    expect([await till.told(id), await till.posted(id)]).toEqual([
      ['created', 'expired', 'requires_action', 'succeeded'],
      PAID,
    ]);
  });

  test('06: the provider breaks down while it is asked, which is no failure', async () => {
    const asked = await till.ask('+23200000006');
    expect(asked).toMatchObject({ status: 'processing', failure: null });
    await till.wait(3);
    expect((await till.read(asked.id)).status).toBe('succeeded');
    expect(await till.posted(asked.id)).toEqual(PAID);
  });

  test('07: three equal callbacks are one success', async () => {
    const { id } = await till.ask('+23200000007');
    await till.wait(2);
    expect((await till.read(id)).status).toBe('succeeded');
    expect([await till.told(id), await till.posted(id)]).toEqual([
      ['created', 'requires_action', 'succeeded'],
      PAID,
    ]);
  });

  test('08: another amount than ours is held for a person to look at, and told once', async () => {
    const { id } = await till.ask('+23200000008');
    await till.wait(3);
    await till.wait(30);
    expect(await till.read(id)).toMatchObject({
      status: 'processing',
      review: { reason: 'The provider says that NLe 149.99 was paid instead of NLe 150.00.' },
    });
    await till.wait(1_000);
    expect((await till.read(id)).status).toBe('processing');
    expect([await till.told(id), await till.posted(id)]).toEqual([
      ['created', 'processing', 'requires_action', 'review_required'],
      [],
    ]);
  });

  test('10: what stays processing is never failed and never expired', async () => {
    const { id } = await till.ask('+23200000010', { expires_in: 60 });
    await till.wait(7_200);
    expect(await till.read(id)).toMatchObject({ status: 'processing', failure: null });
  });
});

describe('the cards of the test provider', () => {
  const pay = (test_card: string) =>
    shop.client.createPayment({ body: { amount: 20, channel: 'card', test_card } });

  test('a good one pays', async () => {
    const { data } = await pay('4242424242424242');
    expect(data).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect' } });
    await till.wait(3);
    expect((await till.read(data.id)).status).toBe('succeeded');
  });

  test('one that wants its payer waits for the page', async () => {
    const { data } = await pay('4000002500003155');
    await till.wait(300);
    expect(await till.read(data.id)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect', url: data.pay_url },
    });
  });

  test.each([
    ['4000000000000002', 'declined', 'The payment was declined.'],
    ['4000000000009995', 'insufficient_funds', 'There is too little money in the wallet or account.'],
  ])('%s is declined at once: %s', async (card, code, message) => {
    const refusal = await pay(card).catch(
      (error: unknown) => error as { readonly details: { readonly payment_id: string } },
    );
    expect(refusal).toMatchObject({
      code: 'PAYMENT_DECLINED',
      status: 402,
      message,
      details: { failure: { code, message } },
    });
    const { payment_id: id } = (refusal as { readonly details: { readonly payment_id: string } }).details;
    expect(await till.read(id)).toMatchObject({ status: 'failed', failure: { code } });
  });
});

test('a request that is repeated gets the first answer, and asks nobody for money again', async () => {
  const body = { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000001' } } as const;
  const send = () => shop.client.createPayment({ body, idempotencyKey: 'till-1' });
  const [first, again] = [await send(), await send()];
  expect(again.data).toEqual(first.data);
  expect(
    await service.query('SELECT count(*)::int AS n FROM test_provider_payments WHERE payment_id = $1', [
      first.data.id,
    ]),
  ).toEqual([{ n: 1 }]);
});

describe('is refused', () => {
  const ask = (fields: object) =>
    shop.client.createPayment({ body: { amount: 5, channel: 'mobile_money', ...fields } });
  test.each([
    ['AMOUNT_PRECISION', 'more decimals than the currency has', { amount: 1.005 }],
    ['VALIDATION_ERROR', 'nothing at all', { amount: 0 }],
    ['VALIDATION_ERROR', 'less than nothing', { amount: '-1' }],
    ['AMOUNT_TOO_LARGE', 'more than the provider takes', { amount: '1000000001' }],
    ['AMOUNT_TOKEN_INVALID', 'an amount that nobody has signed', { amount_token: 'made-up' }],
    ['INVALID_PHONE', 'a number that cannot exist', { customer: { phone: '12' } }],
    ['CHANNEL_NOT_AVAILABLE', 'a provider that the merchant does not have', { provider: 'stripe' }],
    ['VALIDATION_ERROR', 'something that cannot be paid for this way', { sale_id: 'sale_1' }],
    ['VALIDATION_ERROR', 'two things at once', { sale_id: 'sale_1', invoice_id: 'inv_1' }],
    ['VALIDATION_ERROR', 'a page that no browser can go to', { return_url: 'https://' }],
    [
      'VALIDATION_ERROR',
      'a page whose address hides where it leads',
      { cancel_url: 'https://shop.example.sl@evil.example/' },
    ],
    ['VALIDATION_ERROR', 'a status that only its provider can give it', { status: 'succeeded' }],
    ['VALIDATION_ERROR', 'a time that follows from expires_in', { expires_at: '2030-01-01T00:00:00Z' }],
  ])('%s: %s', async (code, _what, fields) => {
    await expect(ask(fields)).rejects.toMatchObject({ code });
  });

  test('TEST_ONLY: a test card with a live key; and a live key has no test provider', async () => {
    const live = await service.merchant({ livemode: true });
    const body = { amount: 5, channel: 'card' } as const;
    await expect(
      live.client.createPayment({ body: { ...body, test_card: '4242424242424242' } }),
    ).rejects.toMatchObject({ code: 'TEST_ONLY' });
    await expect(live.client.createPayment({ body })).rejects.toMatchObject({
      code: 'CHANNEL_NOT_AVAILABLE',
    });
    await expect(
      live.client.createPayment({
        body: { ...body, channel: 'mobile_money', customer: { phone: '+23200000001' } },
      }),
    ).rejects.toMatchObject({ code: 'INVALID_PHONE' });
  });

  test('PROVIDER_UNAVAILABLE: by who did not answer five times in a row, until half a minute later', async () => {
    const other = await service.merchant();
    const ask = () =>
      other.client.createPayment({
        body: { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000006' } },
      });
    for (let time = 0; time < 5; time += 1) await ask();
    await expect(ask()).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      status: 503,
      retryAfterSeconds: 30,
    });
    expect(
      (await other.client.listPaymentChannels()).data.channels.find(({ provider }) => provider === 'test')
        ?.available,
    ).toBe(false);
    service.advance(31_000);
    expect((await ask()).data.status).toBe('processing');
  });
});

test('the books are whole after all of this', async () => {
  await service.drain();
  await expectWholeBooks(service);
});
