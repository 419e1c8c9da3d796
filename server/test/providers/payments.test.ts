import { accountProviders, currencies, type Payment } from '@cottontree/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everyFake } from '../kit/fake-providers/every-fake.ts';
import { lastOf, type Charge, type FakeProvider, type Signing } from '../kit/fake-providers/fake-provider.ts';
import { expectWholeBooks, openTill, type Till } from '../kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { PHONE } from './stage.ts';

const MINUTE = 60;
/** Every request but those for tokens. */
const NOT_TOKENS = /^(?!.*token).*$/;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.drain();
  await expectWholeBooks(service);
  await service[Symbol.asyncDispose]();
});

describe.each(accountProviders)('through the whole service: %s', (id) => {
  let fake: FakeProvider;
  let shop: TestMerchant;
  let till: Till;
  let callbackUrl: string;

  beforeEach(async () => {
    fake = await (everyFake[id] ?? (() => Promise.reject(new Error(`There is no fake of ${id}.`))))();
    shop = await service.merchant();
    till = openTill(service, shop);
    await shop.client.createWebhook({ body: { url: 'http://127.0.0.1:65534/hook', events: ['payment.*'] } });
    const account = await shop.client.createProviderAccount({
      body: { provider: fake.id, credentials: fake.credentials, settings: fake.settings },
    });
    callbackUrl = account.data.callback_url;
  });
  afterEach(() => fake[Symbol.asyncDispose]());

  const ask = (more: object = {}): Promise<Payment> =>
    till.ask(PHONE, { provider: id, channel: fake.traits.channel, currency: fake.traits.currency, ...more });
  const charge = (): Charge => lastOf(fake.charges);
  const succeeded = async (payment: Payment): Promise<number> =>
    (await till.told(payment.id)).filter((event) => event === 'succeeded').length;

  /** As the provider would, over HTTP; what the service answers. */
  async function call(about: Charge, signing: Signing): Promise<number> {
    const at = service.server.runtime.context.world.now();
    const { method, body, headers, query } = fake.callback(about, { signing, at });
    const address = `${callbackUrl}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`;
    return (
      await fetch(address, { method, body: body.toString(), headers: headers as Record<string, string> })
    ).status;
  }

  test('paid, and told of five times over in any order: one success, one posting', async () => {
    const payment = await ask();
    expect(payment).toMatchObject({
      provider: id,
      status: fake.traits.action === 'wait' ? 'processing' : 'requires_action',
      next_action: { type: fake.traits.action },
    });
    expect(fake.charges).toHaveLength(1);
    const open = { ...charge() };
    charge().state = 'paid';
    const deliveries = shuffled([...Array.from({ length: 5 }, () => charge()), open, open]);
    for (const about of deliveries) expect(await call(about, 'well')).toBe(200);
    await till.wait(1);
    expect(await till.read(payment.id)).toMatchObject({ status: 'succeeded', verified: true, late: false });
    for (const about of shuffled(deliveries)) await call(about, 'well');
    await till.wait(MINUTE);
    expect(await succeeded(payment)).toBe(1);
    expect((await till.posted(payment.id)).filter(([account]) => account === 'sales')).toEqual([
      ['sales', -150],
    ]);
    expect(fake.charges).toHaveLength(1);
  });

  test('paid, and nobody tells us: we ask', async () => {
    const payment = await ask();
    charge().state = 'paid';
    await till.wait(10);
    expect(await till.read(payment.id)).toMatchObject({
      status: 'succeeded',
      currency: fake.traits.currency,
    });
  });

  test('a callback that lies is answered, and moves nothing', async () => {
    const payment = await ask();
    const lie = { ...charge(), state: 'paid' as const };
    for (const signing of ['well', 'wrongly', 'not', 'long_ago'] as const)
      expect(await call(lie, signing)).toBe(200);
    await till.wait(10);
    expect(['requires_action', 'processing']).toContain((await till.read(payment.id)).status);
  });

  test('the money was asked for and the answer lost: it is one charge, and its success is found', async () => {
    fake.server.misbehave('lost', { times: 1, path: NOT_TOKENS });
    const payment = await ask();
    expect(payment).toMatchObject({ status: 'processing', failure: null });
    expect(fake.charges).toHaveLength(1);
    await till.wait(5);
    expect(fake.charges).toHaveLength(1);
    // Where nobody can have seen the page, it has failed; everywhere else the same charge is gone on with.
    if (!fake.traits.answersAgain) return expect((await till.read(payment.id)).status).toBe('failed');
    charge().state = 'paid';
    await till.wait(MINUTE);
    return expect(await till.read(payment.id)).toMatchObject({ status: 'succeeded' });
  });

  test.each(['error_500', 'huge', 'lost'] as const)('%s for a minute fails nothing', async (fault) => {
    const payment = await ask();
    fake.server.misbehave(fault, { path: NOT_TOKENS });
    for (let tries = 0; tries < 3; tries += 1) await till.wait(20);
    expect(await till.read(payment.id)).toMatchObject({
      failure: null,
      status: expect.stringMatching(/requires_action|processing/),
    });
    charge().state = 'paid';
    fake.server.behave();
    await till.wait(MINUTE);
    expect((await till.read(payment.id)).status).toBe('succeeded');
  });

  test('another amount is held for a person to look', async ({ skip }) => {
    skip(!fake.traits.tellsAmount, 'It finds a payment by its amount, and so cannot tell another.');
    const payment = await ask();
    Object.assign(charge(), { state: 'paid', amountMinor: 100n });
    await call(charge(), 'well');
    await till.wait(MINUTE);
    const held = await till.read(payment.id);
    expect(held.status).not.toBe('succeeded');
    expect(held.review?.reason).toContain('instead of');
    expect(await till.posted(payment.id)).toEqual([]);
  });

  test('another currency is held for a person to look', async ({ skip }) => {
    skip(!fake.traits.tellsAmount, 'It has one currency.');
    const payment = await ask();
    Object.assign(charge(), { state: 'paid', currency: 'GBP' });
    await till.wait(MINUTE);
    expect((await till.read(payment.id)).review?.reason).toContain('GBP');
    expect(await succeeded(payment)).toBe(0);
  });

  test('declined is failed, once', async () => {
    const payment = await ask();
    charge().state = 'declined';
    for (let times = 0; times < 3; times += 1) await call(charge(), 'well');
    await till.wait(MINUTE);
    expect(['failed', 'cancelled']).toContain((await till.read(payment.id)).status);
    expect(
      (await till.told(payment.id)).filter((event) => event === 'failed' || event === 'cancelled'),
    ).toHaveLength(1);
  });

  test('money that comes after the end is a late success', async () => {
    const payment = await ask({ expires_in: MINUTE });
    charge().state = 'expired';
    await till.wait(2 * MINUTE);
    expect((await till.read(payment.id)).status).toBe('expired');
    charge().state = 'paid';
    await call(charge(), 'well');
    await till.wait(1);
    expect(await till.read(payment.id)).toMatchObject({ status: 'succeeded', late: true });
    expect(await succeeded(payment)).toBe(1);
  });

  test('a payment that is over, and of whose creation nothing was heard, asks nobody for money again', async () => {
    fake.server.misbehave('deaf', { path: NOT_TOKENS });
    const payment = await ask({ expires_in: MINUTE });
    expect(payment.status).toBe('processing');
    await till.wait(2 * MINUTE);
    fake.server.behave();
    await till.wait(10 * MINUTE);
    expect(fake.charges).toHaveLength(0);
    expect(await till.posted(payment.id)).toEqual([]);
  });

  test('neither the log of attempts nor any answer has secrets or a phone', async () => {
    const payment = await ask();
    charge().state = 'paid';
    await till.wait(MINUTE);
    const rows = await service.query('SELECT raw FROM payment_attempts WHERE payment_id = $1', [payment.id]);
    expect(rows.length).toBeGreaterThan(1);
    for (const secret of [...Object.values(fake.credentials), PHONE.slice(1)])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("an amount arrives in the provider's own form", async () => {
    await ask({ amount: '12345.67' });
    expect(charge()).toMatchObject({ amountMinor: 1_234_567n, currency: fake.traits.currency });
    expect(currencies[fake.traits.currency].decimals).toBe(2);
  });
});

function shuffled<T>(things: readonly T[]): readonly T[] {
  return things
    .map((thing) => ({ thing, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
