import { CottontreeError, createClient } from '@cottontree/client';
import { accountProviders, type Payment } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProviderCatalogue } from '../../src/modules/payments/providers/provider-catalogue.ts';
import { everyFake } from '../kit/fake-providers/every-fake.ts';
import type { Charge, FakeProvider } from '../kit/fake-providers/fake-provider.ts';
import { expectWholeBooks } from '../kit/payments.ts';
import { createChance, figure, seed, tell, type Chance } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { PHONE } from '../providers/stage.ts';

const ROUNDS = figure(2, 150);
const ACTS = 24;
const TIME_MAX = 120_000 + ROUNDS * 60_000;
const AMOUNT = 150;
/** What a merchant may hear who asks at any moment for anything. */
const REFUSALS: ReadonlySet<string> = new Set([
  'STATE_CONFLICT',
  'REFUND_EXCEEDS_PAYMENT',
  'REFUND_NOT_SUPPORTED',
  'PAYMENT_DECLINED',
  'PAYMENT_EXPIRED',
  'PROVIDER_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
]);
const FAULTS = ['lost', 'deaf', 'error_500', 'html', 'garbage'] as const;
/** Every request but those for tokens. */
const NOT_TOKENS = /^(?!.*token).*$/;

const catalogue = createProviderCatalogue();

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await startService();
  other = await startService({ databaseUrl: one.databaseUrl });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

type Client = TestMerchant['client'];
type Scene = {
  readonly chance: Chance;
  readonly fake: FakeProvider;
  readonly clients: readonly Client[];
  readonly callbackPath: string;
};

/** Both nodes see the same time. */
function advance(ms: number): void {
  for (const service of [one, other]) service.advance(ms);
}

async function drainBoth(): Promise<void> {
  await Promise.all([one.drain(), other.drain()]);
}

/** Only what a merchant can be refused for is swallowed. */
async function orRefused(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof CottontreeError && REFUSALS.has(error.code))) throw error;
  });
}

/** `charge`: the provider's side of it, once it has heard of it. */
type Begun = { readonly id: string; readonly charge: () => Charge | null };

/** A payment that the provider may not have heard of yet; null where it was refused before it was written. */
async function begin({ chance, fake, clients }: Scene, round: number): Promise<Begun | null> {
  const known = fake.charges.length;
  const reference = `round-${round}`;
  const { channel, currency } = fake.traits;
  if (chance.happens(0.3)) fake.server.misbehave(chance.pick(FAULTS), { times: 1, path: NOT_TOKENS });
  await orRefused(
    chance.pick(clients).createPayment({
      body: {
        amount: AMOUNT,
        currency,
        channel,
        provider: fake.id,
        reference,
        customer: { phone: PHONE },
        expires_in: 60,
      },
    }),
  );
  const [payment] = (await chance.pick(clients).listPayments({ query: { reference } })).data;
  return payment ? { id: payment.id, charge: () => fake.charges[known] ?? null } : null;
}

/** Nobody can pay who was not shown where, unless the provider asks by itself and knows our own id. */
async function isSeen({ chance, fake, clients }: Scene, id: string): Promise<boolean> {
  const { data } = await chance.pick(clients).getPayment({ params: { id }, query: {} });
  return data.provider_ref !== null || catalogue.get(fake.id)?.findByAttempt !== undefined;
}

/** What can happen to a payment, each as likely as the next. */
function acts(scene: Scene, { id, charge: chargeOf }: Begun): readonly (() => Promise<void>)[] {
  const { chance, fake, clients, callbackPath } = scene;
  /** How the charge stood when it was looked at: what is told late or again tells of then. */
  const pictures: Charge[] = [];
  const decide =
    (state: Charge['state'], changes: Partial<Charge> = {}) =>
    async (): Promise<void> => {
      const seen = await isSeen(scene, id);
      const charge = chargeOf();
      const mayCome = charge?.state === 'open' || (charge?.state === 'expired' && state === 'paid');
      if (!charge || !mayCome || (state === 'paid' && !seen)) return;
      pictures.push({ ...charge });
      Object.assign(charge, { state, ...changes });
    };
  async function callBack(): Promise<void> {
    const charge = chargeOf();
    const about = charge && chance.pick([charge, charge, ...pictures]);
    if (!about) return;
    const { method, body, headers, query } = fake.callback(about, {
      signing: chance.pick(['well', 'well', 'wrongly', 'not', 'long_ago']),
      at: one.server.runtime.context.world.now(),
    });
    const address = `${chance.pick([one, other]).baseUrl.replace('/v1', '')}${callbackPath}?${new URLSearchParams(query).toString()}`;
    expect(
      (await fetch(address, { method, body: body.toString(), headers: headers as Record<string, string> }))
        .status,
    ).toBe(200);
  }
  return [
    decide('paid'),
    decide('paid'),
    decide('declined'),
    decide('expired'),
    ...(fake.traits.tellsAmount ? [decide('paid', { amountMinor: 100n })] : []),
    callBack,
    callBack,
    callBack,
    async () => fake.server.misbehave(chance.pick(FAULTS), { times: chance.between(1, 2), path: NOT_TOKENS }),
    async () => fake.server.behave(),
    () => orRefused(chance.pick(clients).cancelPayment({ params: { id } })),
    () => orRefused(chance.pick(clients).confirmPayment({ params: { id }, body: {} })),
    () =>
      orRefused(
        chance.pick(clients).createRefund({ params: { id }, body: { amount: chance.between(1, AMOUNT) } }),
      ),
    async () => advance(chance.pick([500, 2_100, 21_000, 61_000])),
    () => chance.pick([one, other]).drain(),
    drainBoth,
  ];
}

/** Silence ends, the provider says once more how it stands, and all that is due is asked for. */
async function settle({ chance, fake }: Scene): Promise<void> {
  fake.server.behave();
  for (let hour = 0; hour < 4; hour += 1) {
    for (const refund of fake.refunds)
      if (refund.state === 'pending') refund.state = chance.pick(['done', 'failed']);
    advance(3_600_000);
    await drainBoth();
  }
}

/** One success or a person looks, and every figure is that of its rows. */
async function judge(
  { clients: [client] }: Scene,
  { id, charge: chargeOf }: Begun,
): Promise<Payment['status']> {
  if (!client) throw new Error('Nobody can be asked.');
  const charge = chargeOf();
  const { data: payment } = await client.getPayment({ params: { id }, query: {} });
  const { data: refunds } = await client.listRefunds({ query: { payment_id: id, limit: 100 } });
  const { data: entries } = await client.listLedgerEntries({ query: { subject: id, limit: 100 } });
  const sumOf = (amounts: readonly number[]): bigint =>
    amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * 100)), 0n);
  const on = (account: string): bigint =>
    sumOf(entries.filter((entry) => entry.account === account).map(({ amount }) => amount));
  const isPaid = charge?.state === 'paid';
  const isWhole = isPaid && charge.amountMinor === sumOf([AMOUNT]);
  const told = await one.query(
    `SELECT 1 FROM webhook_messages WHERE entity = $1 AND event = 'payment.succeeded'`,
    [id],
  );

  expect(
    [payment.status === 'succeeded', payment.review !== null, told.length],
    `${id} is ${payment.status}, its charge is ${charge?.state ?? 'not there'}`,
  ).toEqual([isWhole, isPaid && !isWhole, isWhole ? 1 : 0]);
  expect(on('sales')).toBe(isWhole ? -sumOf([AMOUNT]) : 0n);
  expect(sumOf(entries.map(({ amount }) => amount))).toBe(0n);
  const back = sumOf(refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount));
  expect(refunds.filter(({ status }) => status === 'pending')).toEqual([]);
  expect([sumOf([payment.amount_refunded]), on('refunds')]).toEqual([back, back]);
  expect(back).toBeLessThanOrEqual(sumOf([AMOUNT]));
  return payment.status;
}

test.each(accountProviders)(
  `whatever %s does while the merchant and two nodes act: one success or a person looks, and the books are whole (seed ${seed})`,
  { timeout: TIME_MAX },
  async (provider) => {
    const chance = createChance(seed + accountProviders.indexOf(provider));
    const shop = await one.merchant();
    await one.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    await using fake = await (everyFake[provider] ?? expect.fail(`There is no fake of ${provider}.`))();
    const { data: account } = await shop.client.createProviderAccount({
      body: { provider, credentials: fake.credentials, settings: fake.settings },
    });
    const clients = [one, other].map(({ baseUrl }) =>
      createClient({ baseUrl, apiKey: shop.key, retries: 0 }),
    );
    const scene: Scene = { chance, fake, clients, callbackPath: new URL(account.callback_url).pathname };
    const ended: Payment['status'][] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const known = fake.charges.length;
      const begun = await begin(scene, round);
      if (!begun) continue;
      const possible = acts(scene, begun);
      for (let done = 0; done < ACTS; done += 4)
        await Promise.all(Array.from({ length: chance.between(1, 4) }, () => chance.pick(possible)()));
      await settle(scene);
      ended.push(await judge(scene, begun));
      expect(fake.charges.length - known).toBeLessThanOrEqual(1);
    }
    const sentBack = fake.refunds
      .filter(({ state }) => state === 'done')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const [booked] = await one.query(
      `SELECT coalesce(sum(amount_refunded), 0)::text AS amount FROM payments WHERE merchant_id = $1`,
      [shop.id],
    );
    expect(String(booked?.['amount'])).toBe(String(sentBack));
    await expectWholeBooks(one);
    tell(`${provider}: ${ended.length} payments ended ${[...new Set(ended)].toSorted().join(', ')}`);
  },
);
