import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAID, expectWholeBooks, openTill, type Till } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { decideTestPayment, refreshPaymentPage } from '../index.ts';
import { testCallbackToken } from '../providers/test/test-callbacks.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;
let page: Client;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  till = openTill(service, shop);
  page = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { kind: 'public' }),
    retries: 0,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const WAITS = '4000002500003155' as const;
const open = async (more: object = {}) =>
  (await shop.client.createPayment({ body: { amount: 150, channel: 'card', test_card: WAITS, ...more } }))
    .data;
const refusal = (code: string) => ({ code });

describe('cash and external money', () => {
  test('a person confirms cash, and it lies in the drawer', async () => {
    const { data } = await shop.client.createPayment({ body: { amount: 150, channel: 'cash' } });
    expect(data).toMatchObject({
      status: 'requires_action',
      provider: 'cash',
      next_action: { type: 'none', message: 'Take the cash, then confirm the payment.' },
    });
    expect((await shop.client.confirmPayment({ params: { id: data.id }, body: {} })).data).toMatchObject({
      status: 'succeeded',
      verified: true,
    });
    expect((await shop.client.confirmPayment({ params: { id: data.id }, body: {} })).data.version).toBe(3);
    expect([await till.told(data.id), await till.posted(data.id)]).toEqual([
      ['created', 'requires_action', 'succeeded'],
      [
        ['cash_drawer', 150],
        ['sales', -150],
      ],
    ]);
  });

  test('what is typed in is not verified, and the same number may be typed in twice', async () => {
    for (const _time of [1, 2]) {
      const { data } = await shop.client.createPayment({ body: { amount: 150, channel: 'external' } });
      const { data: confirmed } = await shop.client.confirmPayment({
        params: { id: data.id },
        body: { external_ref: 'OM-771' },
      });
      expect(confirmed).toMatchObject({ status: 'succeeded', provider_ref: 'OM-771', verified: false });
    }
  });

  test('what was confirmed is not confirmed with another number', async () => {
    const confirmed = async (first: object, then: object) => {
      const { data } = await shop.client.createPayment({ body: { amount: 150, channel: 'external' } });
      const confirm = async (body: object) =>
        (await shop.client.confirmPayment({ params: { id: data.id }, body })).data;
      const before = await confirm(first);
      return { before, after: await confirm(then) };
    };
    for (const again of [{ external_ref: 'OM-771' }, {}]) {
      const { before, after } = await confirmed({ external_ref: 'OM-771' }, again);
      expect(after).toEqual(before);
    }
    for (const first of [{ external_ref: 'OM-771' }, {}])
      await expect(confirmed(first, { external_ref: 'OM-772' })).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
        status: 409,
        details: { from: 'succeeded', to: 'succeeded' },
      });
  });

  test('cash that comes after its time is asked for anew', async () => {
    const { data } = await shop.client.createPayment({
      body: { amount: 150, channel: 'cash', expires_in: 60 },
    });
    await till.wait(61);
    await expect(shop.client.confirmPayment({ params: { id: data.id }, body: {} })).rejects.toMatchObject(
      refusal('PAYMENT_EXPIRED'),
    );
  });

  test('no page may ask for them, or say that they are there', async () => {
    await expect(page.createPayment({ body: { amount: 150, channel: 'cash' } })).rejects.toMatchObject(
      refusal('CHANNEL_NOT_AVAILABLE'),
    );
    const { data } = await shop.client.createPayment({ body: { amount: 150, channel: 'cash' } });
    await expect(
      page.confirmPayment({ params: { id: data.id }, body: { client_secret: data.client_secret ?? '' } }),
    ).rejects.toMatchObject(refusal('PAYMENT_NOT_FOUND'));
  });
});

describe('a page with a public key', () => {
  test('asks for an amount of its own, and follows that one payment by its secret', async () => {
    const { data } = await page.createPayment({
      body: { amount: 150, channel: 'mobile_money', customer: { phone: '+23200000001' } },
    });
    expect(data.amount_source).toBe('client');
    const query = { client_secret: data.client_secret ?? '' };
    expect((await page.getPayment({ params: { id: data.id }, query })).data.id).toBe(data.id);
    service.advance(3_000);
    expect((await page.confirmPayment({ params: { id: data.id }, body: query })).data.status).toBe(
      'succeeded',
    );
  });

  test('sees no other payment, and none without the secret', async () => {
    const [mine, other] = [await open(), await open()];
    for (const query of [{}, { client_secret: other.client_secret ?? '' }, { client_secret: 'x' }])
      await expect(page.getPayment({ params: { id: mine.id }, query })).rejects.toMatchObject(
        refusal('PAYMENT_NOT_FOUND'),
      );
    await expect(page.cancelPayment({ params: { id: mine.id }, body: {} })).rejects.toMatchObject(
      refusal('PAYMENT_NOT_FOUND'),
    );
    await expect(page.listPayments({ query: {} })).rejects.toMatchObject(refusal('PUBLIC_KEY_NOT_ALLOWED'));
    const named = await fetch(`${service.baseUrl}/payments/${mine.id}`, {
      headers: {
        authorization: `Bearer ${await service.key(shop.id, { kind: 'public' })}`,
        'x-client-secret': mine.client_secret ?? '',
      },
    });
    expect(named.status).toBe(200);
  });

  test('is not shown the ways that want a person', async () => {
    expect(new Set((await page.listPaymentChannels()).data.channels.map(({ provider }) => provider))).toEqual(
      new Set(['test']),
    );
    expect(
      (await shop.client.listPaymentChannels()).data.channels.map(
        ({ channel, provider }) => `${channel} ${provider}`,
      ),
    ).toEqual([
      'mobile_money test',
      'card test',
      'hosted test',
      'qr test',
      'nfc test',
      'cash cash',
      'external manual',
    ]);
  });
});

describe('cancelling', () => {
  test('ends a payment that nobody has paid; said again it changes nothing', async () => {
    const { id } = await open();
    for (const _time of [1, 2])
      expect((await shop.client.cancelPayment({ params: { id } })).data).toMatchObject({
        status: 'cancelled',
        version: 3,
      });
    expect(await till.told(id)).toEqual(['cancelled', 'created', 'requires_action']);
  });

  test('money that comes all the same is late', async () => {
    const { id } = await till.ask('+23200000005', { expires_in: 60 });
    expect((await shop.client.cancelPayment({ params: { id } })).data.status).toBe('cancelled');
    await till.wait(600);
    expect(await till.read(id)).toMatchObject({ status: 'succeeded', late: true });
  });

  test('STATE_CONFLICT: of what is paid, or of what the provider is at', async () => {
    const { id } = await till.ask('+23200000001');
    await till.wait(3);
    await expect(shop.client.cancelPayment({ params: { id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'succeeded', to: 'cancelled', allowed: [] },
    });
  });

  test('PAYMENT_NOT_FOUND: of another merchant', async () => {
    const stranger = await service.merchant();
    const { id } = await open();
    await expect(stranger.client.cancelPayment({ params: { id } })).rejects.toMatchObject(
      refusal('PAYMENT_NOT_FOUND'),
    );
  });
});

describe('following a payment', () => {
  test('waits for the next state, and for a later version than the caller has', async () => {
    const { id, version } = await open();
    const waited = shop.client.getPayment({ params: { id }, query: { wait: 20 } });
    const later = shop.client.getPayment({ params: { id }, query: { wait: 20, since_version: version } });
    await shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    expect([(await waited).data.status, (await later).data.status]).toEqual(['succeeded', 'succeeded']);
    expect(
      (await shop.client.getPayment({ params: { id }, query: { wait: 20, since_version: version } })).data
        .status,
    ).toBe('succeeded');
  });

  test('a stream tells each state until the end', async () => {
    const { id } = await open();
    const response = await fetch(`${service.baseUrl}/payments/${id}/events`, {
      headers: { authorization: `Bearer ${shop.key}`, accept: 'text/event-stream' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader?.read())?.value ?? '';
    await shop.client.simulatePayment({ params: { id }, body: { outcome: 'failed' } });
    while (!heard.includes('"failed"'))
      heard += (await reader?.read())?.value ?? expect.fail('The stream ended.');
    await reader?.cancel();
    expect([...heard.matchAll(/event: payment/g)]).toHaveLength(2);
  });
});

describe('deciding a test payment', () => {
  test.each([
    ['succeeded', { status: 'succeeded', late: false }],
    ['failed', { status: 'failed', failure: { code: 'declined' } }],
    ['expired', { status: 'expired' }],
    ['cancelled', { status: 'cancelled' }],
    ['processing', { status: 'processing' }],
    ['succeeded_late', { status: 'succeeded', late: true }],
    ['wrong_amount', { status: 'processing', review: { reason: expect.stringContaining('NLe 149.99') } }],
  ] as const)('%s', async (outcome, expected) => {
    const { id } = await open();
    expect((await shop.client.simulatePayment({ params: { id }, body: { outcome } })).data).toMatchObject(
      expected,
    );
  });

  test.each(['failed', 'cancelled', 'expired'] as const)(
    '%s after all: nobody has to look any more',
    async (end) => {
      const { id } = await open();
      const simulate = async (outcome: 'wrong_amount' | typeof end) =>
        (await shop.client.simulatePayment({ params: { id }, body: { outcome } })).data;
      expect((await simulate('wrong_amount')).review).not.toBeNull();
      expect(await simulate(end)).toMatchObject({ status: end, review: null });
    },
  );

  test('as its payer does on the page; and whoever comes back has the provider asked at once', async () => {
    const { payments } = service.server.modules;
    const token = async (): Promise<string> => (await open()).pay_url.split('/').at(-1) ?? '';
    expect((await decideTestPayment(payments, await token(), 'approve'))?.status).toBe('succeeded');
    expect((await decideTestPayment(payments, await token(), 'decline'))?.failure).toMatchObject({
      code: 'customer_rejected',
    });
    expect((await decideTestPayment(payments, await token(), 'expire'))?.status).toBe('expired');
    expect(await decideTestPayment(payments, 'A'.repeat(22), 'approve')).toBeNull();
    const paid = await till.ask('+23200000001');
    service.advance(3_000);
    expect((await refreshPaymentPage(payments, paid.pay_url.split('/').at(-1) ?? ''))?.status).toBe(
      'succeeded',
    );
  });

  test('STATE_CONFLICT: what is paid, and what is not with the test provider', async () => {
    const { id } = await open();
    await shop.client.simulatePayment({ params: { id }, body: { outcome: 'succeeded' } });
    await expect(
      shop.client.simulatePayment({ params: { id }, body: { outcome: 'failed' } }),
    ).rejects.toMatchObject(refusal('STATE_CONFLICT'));
    const { data } = await shop.client.createPayment({ body: { amount: 1, channel: 'cash' } });
    await expect(
      shop.client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded' } }),
    ).rejects.toMatchObject(refusal('STATE_CONFLICT'));
  });
});

test('whoever keeps a copy finds what has changed since: what was paid, what went back, what was verified', async () => {
  const other = await service.merchant();
  const make = async (channel: 'cash' | 'external') =>
    (await other.client.createPayment({ body: { amount: 10, channel } })).data;
  const since = async (at: string): Promise<readonly string[]> =>
    (await other.client.listPayments({ query: { updated_since: at } })).data.map(({ id }) => id);
  const old = await make('external');
  await other.client.confirmPayment({ params: { id: old.id }, body: { external_ref: 'TRF-1' } });
  service.advance(60_000);
  const paid = await make('cash');
  expect([await since(paid.created_at), await since('2020-01-01')]).toEqual([[paid.id], [paid.id, old.id]]);
  service.advance(60_000);
  const { data: last } = await other.client.confirmPayment({ params: { id: paid.id }, body: {} });
  expect(await since(last.updated_at)).toEqual([paid.id]);
  service.advance(60_000);
  const { data: back } = await other.client.createRefund({ params: { id: paid.id }, body: { amount: 4 } });
  expect(await since(back.created_at)).toEqual([paid.id]);
  service.advance(60_000);
  const { data: books } = await other.client.createReconciliation({
    query: {},
    body: { provider: 'manual', transactions: [{ provider_ref: 'TRF-1', amount: 10, at: old.created_at }] },
  });
  expect([books.matched, await since(books.created_at)]).toEqual([1, [old.id]]);
});

test('lists find payments by what they are, and by what people remember of them', async () => {
  const other = await service.merchant();
  const make = (fields: object) =>
    other.client.createPayment({ body: { amount: 1, channel: 'cash', ...fields } });
  const [{ data: first }] = [
    await make({ reference: 'R-1', customer: { name: 'Fatmata Koroma' } }),
    await make({ order_ref: 'O-1', description: '100% cotton' }),
  ];
  const { data: third } = await other.client.createPayment({ body: { amount: 1, channel: 'qr' } });
  const found = async (query: object): Promise<number> =>
    (await other.client.listPayments({ query })).data.length;
  expect(
    await Promise.all(
      [
        {},
        { channel: 'cash' },
        { provider: 'test' },
        { reference: 'R-1' },
        { order_ref: 'O-1' },
        { q: 'koroma' },
        { q: '100%' },
        { q: '1%c' },
        { status: 'requires_action' },
        { status: 'succeeded, failed' },
        { ticket_order_id: 'tor_1' },
      ].map(found),
    ),
  ).toEqual([3, 2, 1, 1, 1, 1, 1, 0, 3, 0, 0]);
  const { data, meta } = await other.client.listPayments({ query: { limit: 1 } });
  expect([data[0]?.id, data[0]?.client_secret, meta.total]).toEqual([third.id, null, 3]);
  await expect(other.client.listPayments({ query: { status: 'paid' } })).rejects.toMatchObject(
    refusal('VALIDATION_ERROR'),
  );
  const csv = await fetch(`${service.baseUrl}/payments?reference=R-1`, {
    headers: { authorization: `Bearer ${other.key}`, accept: 'text/csv' },
  });
  expect(await csv.text()).toContain(first.id);
});

describe('the door for callbacks', () => {
  const call = (path: string, init: RequestInit) =>
    fetch(`${service.baseUrl.replace('/v1', '')}/callbacks/${path}`, init);
  const token = () => testCallbackToken(service.server.runtime.context.vault, shop.id);

  test('takes hints, and asks the provider before it believes them', async () => {
    const [paid, unpaid] = [await till.ask('+23200000001'), await till.ask('+23200000010')];
    service.advance(2_500);
    for (const { provider_ref: ref } of [paid, unpaid])
      expect(
        (await call(`test/${token()}`, { method: 'POST', body: JSON.stringify({ ref, state: 'succeeded' }) }))
          .status,
      ).toBe(200);
    await service.drain();
    expect([(await till.read(paid.id)).status, (await till.read(unpaid.id)).status]).toEqual([
      'succeeded',
      'processing',
    ]);
  });

  test('answers 200 to what says nothing, 404 to whom nobody knows, 413 to what is too long', async () => {
    expect(
      (
        await call(`test/${token()}`, {
          method: 'POST',
          body: 'nonsense',
          headers: { 'content-type': 'application/xml' },
        })
      ).status,
    ).toBe(200);
    expect((await call(`test/${token()}?x=1`, {})).status).toBe(200);
    for (const path of [`test/${shop.id}-${'0'.repeat(32)}`, 'test/none', 'monime/none', 'nobody/none'])
      expect((await call(path, { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await call(`test/${token()}`, { method: 'POST', body: 'x'.repeat(65_537) })).status).toBe(413);
  });
});

test("a merchant's test clock brings expiry and late money, each at its own moment", async () => {
  const other = await service.merchant();
  const clocked = openTill(service, other);
  const { data: clock } = await other.client.createTestClock({ body: { now: '2027-03-01T10:00:00Z' } });
  const { id } = await clocked.ask('+23200000005', { expires_in: 600 });
  await other.client.advanceTestClock({ params: { id: clock.id }, body: { seconds: 600 } });
  expect(await clocked.read(id)).toMatchObject({ status: 'expired', updated_at: '2027-03-01T10:10:00.000Z' });
  await other.client.advanceTestClock({ params: { id: clock.id }, body: { seconds: 60 } });
  expect(await clocked.read(id)).toMatchObject({
    status: 'succeeded',
    late: true,
    succeeded_at: '2027-03-01T10:11:00.000Z',
  });
  expect(await clocked.posted(id)).toEqual(PAID);
});

test('late money that is for nothing we know of: the merchant says what becomes of it', async () => {
  for (const [policy, held] of [
    ['accept', false],
    ['review', true],
  ] as const) {
    const other = await service.merchant();
    const clocked = openTill(service, other);
    await service.query(
      `INSERT INTO payment_settings (merchant_id, livemode, late_policy, updated_at) VALUES ($1, false, $2, now())`,
      [other.id, policy],
    );
    const { data } = await other.client.createPayment({
      body: { amount: 150, channel: 'card', test_card: WAITS },
    });
    await other.client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded_late' } });
    expect([policy, (await clocked.read(data.id)).review !== null]).toEqual([policy, held]);
  }
});

test('nobody looks at money any more that has gone back whole', async () => {
  const other = await service.merchant();
  const { client } = other;
  await client.updatePaymentSettings({ body: { late_success_policy: 'review' } });
  const { data } = await client.createPayment({ body: { amount: 150, channel: 'card', test_card: WAITS } });
  await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded_late' } });
  const held = async () =>
    (await client.listPayments({ query: { to_review: true } })).data.map(({ id, review }) => [
      id,
      review?.reason,
    ]);
  const isHeld = [[data.id, 'The money came after the payment had ended.']];
  expect(await held()).toEqual(isHeld);
  for (const [amount, left] of [
    [50, isHeld],
    [100, []],
  ] as const) {
    await client.createRefund({ params: { id: data.id }, body: { amount } });
    service.advance(5_000);
    await service.drain();
    expect(await held()).toEqual(left);
  }
});

test('the books are whole after all of this', async () => {
  await service.drain();
  await expectWholeBooks(service);
});
