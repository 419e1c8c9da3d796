import { CottontreeError, createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Payment } from '@cottontree/contract';
import { refreshPaymentPage } from '../../src/modules/payments/index.ts';
import { testCallbackToken } from '../../src/modules/payments/providers/test/test-callbacks.ts';
import { openFakeBank } from '../kit/fake-providers/fake-bank.ts';
import { expectWholeBooks } from '../kit/payments.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { passLeases } from '../kit/pass-leases.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { openDatabase, openShop } from '../kit/shop.ts';

const ROUNDS = figure(6, 400);
const TIMES_EACH = 5;
const KILLS = figure(2, 60);
const HEARD_MS_MAX = 60_000;
/** Rounds and kills take a few seconds each, on a busy machine many; what hangs is told well before an hour is over. */
const TIME_MAX = 120_000 + Math.max(ROUNDS, KILLS) * 30_000;

/** Of the test provider's numbers: those that succeed, fail, come late, come after a fault, are told three times, and are told wrongly. */
const PHONES = [
  '+23200000001',
  '+23200000002',
  '+23200000005',
  '+23200000006',
  '+23200000007',
  '+23200000008',
] as const;

let one: TestService;
let other: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  one = await startService();
  other = await startService({ databaseUrl: one.databaseUrl });
  shop = await one.merchant();
  await one.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

test(
  `callbacks that come repeated, late, out of order and for the wrong amount, while the buyer returns and both nodes poll: one success or a person looks (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    const chance = createChance(seed);
    const clients = [one, other].map(({ baseUrl }) =>
      createClient({ baseUrl, apiKey: shop.key, retries: 0 }),
    );
    const token = testCallbackToken(one.server.runtime.context.vault, shop.id);
    let said = 0;

    const advance = (ms: number): void => [one, other].forEach((service) => service.advance(ms));

    async function callBack(payment: Payment, state: string): Promise<void> {
      const base = chance.pick([one, other]).baseUrl.replace('/v1', '');
      const response = await fetch(`${base}/callbacks/test/${token}`, {
        method: 'POST',
        body: JSON.stringify({ ref: payment.provider_ref ?? payment.id, state }),
      });
      expect(response.status).toBe(200);
    }
    const comeBack = async (payment: Payment): Promise<void> =>
      void (await refreshPaymentPage(
        chance.pick([one, other]).server.modules.payments,
        payment.pay_url.split('/').at(-1) ?? '',
      ));
    const confirm = async (payment: Payment): Promise<void> =>
      void (await chance.pick(clients).confirmPayment({ params: { id: payment.id }, body: {} }));
    const cancel = async (payment: Payment): Promise<void> =>
      void (await chance
        .pick(clients)
        .cancelPayment({ params: { id: payment.id } })
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'STATE_CONFLICT' })));

    /** Everything that can be said of a payment, each five times, in an order that chance makes. */
    async function sayAll(payments: readonly Payment[], cancels: boolean): Promise<void> {
      const ways: ((payment: Payment) => Promise<void>)[] = [
        (payment) => callBack(payment, 'succeeded'),
        (payment) => callBack(payment, 'failed'),
        (payment) => callBack(payment, `news-${chance.between(1, 9)}`),
        comeBack,
        confirm,
        ...(cancels ? [cancel] : []),
      ];
      const all = payments.flatMap((payment) =>
        ways.flatMap((way) => Array.from({ length: TIMES_EACH }, () => () => way(payment))),
      );
      const shuffled = all
        .map((act) => ({ act, at: chance.next() }))
        .toSorted((left, right) => left.at - right.at);
      said += all.length;
      await Promise.all([...shuffled.map(({ act }) => act()), one.drain(), other.drain()]);
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = await Promise.all(
        PHONES.map(
          async (phone) =>
            (
              await chance.pick(clients).createPayment({
                body: { amount: 150, channel: 'mobile_money', customer: { phone }, expires_in: 60 },
              })
            ).data,
        ),
      );
      await sayAll(asked, false);
      advance(chance.pick([500, 2_100, 61_000]));
      await sayAll(asked, chance.happens(0.3));
      advance(200_000);
      await sayAll(asked, false);
      advance(400_000);
      await Promise.all([one.drain(), other.drain()]);
    }

    await one.drain();
    const ended = await one.query(
      `SELECT p.id, p.status, p.review IS NOT NULL AS held, (SELECT count(*)::int FROM ledger_tx t WHERE t.subject = p.id) AS posted, (SELECT count(*)::int FROM webhook_messages m WHERE m.entity = p.id AND m.event = 'payment.succeeded') AS told,
       coalesce(t.turns_to, t.state) = 'succeeded' AS paid, t.reported_amount = p.amount AS whole
     FROM payments p JOIN test_provider_payments t ON t.payment_id = p.id`,
    );
    expect(ended).toHaveLength(ROUNDS * PHONES.length);
    for (const { status, held, posted, told, paid, whole, id } of ended) {
      const counts = paid && whole;
      expect([status === 'succeeded', held, posted, told], `${String(id)} is ${String(status)}`).toEqual([
        counts,
        paid && !whole,
        counts ? 1 : 0,
        counts ? 1 : 0,
      ]);
    }
    expect(new Set(ended.map(({ status }) => status)).size).toBeGreaterThan(1);
    await expectWholeBooks(one);
    tell(
      `R10: ${ended.length} payments, ${said} callbacks, returns, questions and cancellations; one success each, or held`,
    );
  },
);

test(
  `a server killed between the writing of a payment and its provider's answer: it is found out later, and asked for once (seed ${seed})`,
  { timeout: TIME_MAX },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    await using bank = await openFakeBank();
    const environment = { DATABASE_URL: database.url, OUTBOUND_ALLOW: '127.0.0.1/32' };
    const { key } = await openShop(environment);
    await using after = await startService({
      databaseUrl: database.url,
      environment: { OUTBOUND_ALLOW: '127.0.0.1/32' },
    });
    const client = createClient({ baseUrl: after.baseUrl, apiKey: key, retries: 0 });
    await client.createProviderAccount({
      body: {
        provider: 'generic_http',
        name: 'Bank',
        credentials: { ...bank.credentials },
        settings: { ...bank.settings },
      },
    });
    for (let kills = 0; kills < KILLS; kills += 1) {
      const known = bank.charges.length;
      await using program = await startProgram(environment);
      const doomed = createClient({ baseUrl: program.baseUrl, apiKey: key, retries: 0 });
      const idempotencyKey = `kill-${kills}`;
      const ask = (from: typeof client) =>
        from.createPayment({
          body: { amount: 150, channel: 'hosted', provider: 'generic_http' },
          idempotencyKey,
        });
      // The bank takes the order and stays silent, so that however busy the machine is, the server dies without an answer.
      bank.server.misbehave('silent', { path: /^\/payments/, times: 1 });
      const lost = askUntilHeard(
        () => ask(doomed),
        () => bank.charges.length > known,
      );
      await expect.poll(() => bank.charges.length, { timeout: HEARD_MS_MAX, interval: 5 }).toBe(known + 1);
      await new Promise((resolve) => setTimeout(resolve, chance.between(0, 200)));
      await program.end('SIGKILL');
      expect(await lost).toBeInstanceOf(Error);
      expect(bank.charges).toHaveLength(known + 1);

      const { id } = (await after.query('SELECT id FROM payments ORDER BY created_at DESC LIMIT 1'))[0] ?? {};
      expect((await client.getPayment({ params: { id: String(id) }, query: {} })).data.status).toBe(
        'created',
      );
      await passLeases(after);
      if (chance.happens(0.5)) await after.drain();
      // Whoever asked asks again, with the same key.
      expect((await ask(client)).data).toMatchObject({
        id,
        status: 'requires_action',
        next_action: { type: 'redirect' },
      });
      const charge = bank.charges.at(-1) ?? expect.fail('The bank was not asked.');
      charge.state = 'paid';
      after.advance(60_000);
      await after.drain();
      expect([
        (await client.getPayment({ params: { id: String(id) }, query: {} })).data.status,
        bank.charges.length,
      ]).toEqual(['succeeded', known + 1]);
    }
    await expectWholeBooks(after);
  },
);

/** Asks once more as long as a server that has just come up refuses because it is busy; the error of the request that the bank heard of. */
async function askUntilHeard(ask: () => Promise<unknown>, isHeard: () => boolean): Promise<unknown> {
  for (;;) {
    const outcome = await ask().catch((error: unknown) => error);
    if (isHeard() || !(outcome instanceof CottontreeError) || outcome.status !== 503) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
