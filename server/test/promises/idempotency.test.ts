import { createClient } from '@cottontree/client';
import { isIdempotent, operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../kit/fingerprint.ts';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { createProbe, type Probe, type Seen, type Wish } from '../kit/probe.ts';
import { catalogueRequests } from '../kit/repeatable/catalogue-requests.ts';
import { customerRequests } from '../kit/repeatable/customer-requests.ts';
import { dispatchRequests } from '../kit/repeatable/dispatch-requests.ts';
import { driverRequests } from '../kit/repeatable/driver-requests.ts';
import { eventRequests } from '../kit/repeatable/event-requests.ts';
import { orderRequests } from '../kit/repeatable/order-requests.ts';
import { ticketRequests } from '../kit/repeatable/ticket-requests.ts';
import { countEffects, grownBetween } from '../kit/repeatable/effects.ts';
import { jobsOf, merchantRequests } from '../kit/repeatable/merchant-requests.ts';
import { invoiceRequests } from '../kit/repeatable/invoice-requests.ts';
import { moneyRequests } from '../kit/repeatable/money-requests.ts';
import { paymentRequests } from '../kit/repeatable/payment-requests.ts';
import { providerRequests } from '../kit/repeatable/provider-requests.ts';
import type { Repeatable, Repeatables, RepeatStage } from '../kit/repeatable/repeatable.ts';
import { saleRequests } from '../kit/repeatable/sale-requests.ts';
import { scanningRequests } from '../kit/repeatable/scanning-requests.ts';
import { saleRefundRequests } from '../kit/repeatable/sale-refund-requests.ts';
import { stockRequests } from '../kit/repeatable/stock-requests.ts';
import { tillRequests } from '../kit/repeatable/till-requests.ts';
import { webhookRequests } from '../kit/repeatable/webhook-requests.ts';
import { startService, type TestMerchant, type TestPerson, type TestService } from '../kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let chief: TestPerson;
let cashier: TestPerson;

beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  [chief, cashier] = [await service.operator('operator'), await service.operator('cashier')];
  await service.driver();
  // The first of a catalogue opens what its tills follow.
  await shop.client.createCategory({ body: { name: 'Food' } });
  await service.query('UPDATE drivers SET jobs_max = 20');
  await raiseLimits();
});
afterAll(() => service[Symbol.asyncDispose]());

async function newShop(): Promise<TestMerchant> {
  const made = await service.merchant();
  await raiseLimits();
  return made;
}
const stage = (): RepeatStage => ({ service, shop, newShop, chief, cashier });
const raiseLimits = () =>
  service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
const { jobIn: newJob } = jobsOf(stage);

/** Every POST that writes. A test below has it that none is forgotten. */
const repeatable: Repeatables = Object.assign(
  {},
  ...[
    merchantRequests,
    catalogueRequests,
    customerRequests,
    invoiceRequests,
    paymentRequests,
    moneyRequests,
    providerRequests,
    eventRequests,
    orderRequests,
    saleRequests,
    scanningRequests,
    saleRefundRequests,
    stockRequests,
    tillRequests,
    ticketRequests,
    webhookRequests,
    driverRequests,
    dispatchRequests,
  ].map((requests) => requests(stage)),
);

/** What says that nothing was done yet: the same request is under way, or a session sent too many at once. */
const NOT_ADMITTED: ReadonlySet<string> = new Set(['IDEMPOTENCY_IN_PROGRESS', 'RATE_LIMITED']);
/** Their second request comes with a session that has ended, and is told so. */
const SIGN_OUTS: ReadonlySet<string> = new Set(['signOutDriver', 'signOutOperator']);
const writing = (Object.values(operations) as readonly Operation[])
  .filter((operation) => isIdempotent(operation) && !SIGN_OUTS.has(operation.id))
  .map((operation) => operation.id as OperationId);

/** A case that is there by the first test below. */
function caseOf(id: OperationId): Repeatable {
  return repeatable[id] ?? expect.fail(`${id} has no case here`);
}

/** A test of an endpoint is answered when it is over and replayed as of when it began, so only its time differs. */
function answerOf(id: OperationId, { status, text }: Seen): string {
  return `${status} ${id === 'testWebhook' ? text.replace(/"timestamp":"[^"]*"/, '') : text}`;
}

let keysUsed = 0;
const send = (id: OperationId, wish: Wish, key: string): Promise<Seen> =>
  probe.ask(id, { key: shop.key, ...wish, headers: { 'idempotency-key': key } });
const freshKey = (): string => `key-${(keysUsed += 1)}`;

test('every POST that writes is looked at', () => {
  expect(Object.keys(repeatable).toSorted()).toEqual(writing.toSorted());
});

/** What one request alone brings; a request that fails shows what it said. */
async function effectOfOne(id: OperationId): Promise<Readonly<Record<string, number>>> {
  const wish = await caseOf(id).request();
  const before = await countEffects(service);
  const seen = await send(id, wish, freshKey());
  expect(seen.status, `${id}: ${seen.text}`).toBeLessThan(300);
  return grownBetween(before, await countEffects(service));
}

describe('64 equal requests at once', () => {
  test.each(writing)('of %s have the effect of one, and one answer', async (id) => {
    const { request, atOnce = 64, settled } = caseOf(id);
    const alone = await effectOfOne(id);
    const [wish, key] = [await request(), freshKey()];
    const before = await countEffects(service);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => send(id, wish, key)));
    const answered = answers.filter(({ code }) => code === null || !NOT_ADMITTED.has(code));
    for (const { status, text } of answered) expect(status, text).toBeLessThan(300);
    if (!settled) expect([...new Set(answered.map((answer) => answerOf(id, answer)))]).toHaveLength(1);
    if (!settled)
      expect(
        answered.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true'),
        'only one was the first',
      ).toHaveLength(1);
    expect(grownBetween(before, await countEffects(service))).toEqual(alone);
  });
});

describe('the same Idempotency-Key', () => {
  test.each(writing.filter((id) => repeatable[id]?.other && !repeatable[id]?.settled))(
    'for another body of %s is refused',
    async (id) => {
      const { request, other } = caseOf(id);
      const [wish, key] = [await request(), freshKey()];
      await send(id, wish, key);
      expect(await send(id, { ...wish, body: other }, key)).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    },
  );

  test('gives the first answer again whatever the order of the fields', async () => {
    const key = freshKey();
    const first = await send('createDelivery', { body: parcel }, key);
    const turned = Object.fromEntries(Object.entries(parcel).toReversed());
    expect((await send('createDelivery', { body: turned }, key)).text).toBe(first.text);
  });

  test.each(writing.filter((id) => operations[id].scope !== null && !repeatable[id]?.settled))(
    'of %s is kept when the API key is rolled',
    async (id) => {
      const { key: given = shop.key, ...wish } = await caseOf(id).request();
      // What only people of the platform may do comes with no API key.
      if (!given.startsWith('sk_')) return;
      const client = createClient({ baseUrl: service.baseUrl, apiKey: given, retries: 0 });
      const [{ data: old }, key] = [await client.createKey({ body: { name: 'Till' } }), freshKey()];
      const first = await send(id, { ...wish, key: old.key }, key);
      expect(first.status, first.text).toBeLessThan(300);
      const { data: rolled } = await client.rotateKey({ params: { id: old.id }, body: { overlap_hours: 0 } });
      const before = await countEffects(service);
      const again = await send(id, { ...wish, key: rolled.key }, key);
      expect([answerOf(id, again), again.headers.get('idempotent-replayed')]).toEqual([
        answerOf(id, first),
        'true',
      ]);
      expect(grownBetween(before, await countEffects(service))).toEqual({});
      await client.revokeKey({ params: { id: rolled.id } });
    },
  );

  test('of another merchant, or of the other mode, is another key', async () => {
    const [other, liveKey, key] = [
      await service.merchant(),
      await service.key(shop.id, { livemode: true }),
      freshKey(),
    ];
    const answers = [];
    for (const apiKey of [shop.key, other.key, liveKey])
      answers.push(await send('createDelivery', { key: apiKey, body: parcel }, key));
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, null]);
    expect(new Set(answers.map(({ data }) => data['job_number'])).size).toBe(3);
  });

  test('is free again after a refusal that changed nothing', async () => {
    const key = freshKey();
    const order = { ...parcel, order_number: 'RETRY' };
    const { data: rival } = await shop.client.createDelivery({ body: order });
    const before = await fingerprint(service);
    expect((await send('createDelivery', { body: { ...parcel, weight_kg: -1 } }, key)).code).toBe(
      'VALIDATION_ERROR',
    );
    expect((await send('createDelivery', { body: { ...parcel, recipient_phone: '1' } }, key)).code).toBe(
      'INVALID_PHONE',
    );
    expect((await send('createDelivery', { body: order }, key)).code).toBe('DUPLICATE_DELIVERY');
    expect(await fingerprint(service)).toEqual(before);
    await shop.client.cancelDelivery({ params: { jobNumber: rival.job_number } });
    expect((await send('createDelivery', { body: order }, key)).status).toBe(201);
  });

  test('keeps a wrong handoff code, for that was counted', async () => {
    const [job, key] = [await newJob('assigned'), freshKey()];
    const wish = {
      params: { jobNumber: job.job_number },
      body: { type: 'pickup', code: wrongCode(job.pickup_code) },
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('verifyHandoff', wish, key)));
    for (const { code, details } of answers.filter((one) => one.code !== 'IDEMPOTENCY_IN_PROGRESS'))
      expect([code, details]).toEqual(['INVALID_HANDOFF_CODE', { attempts_left: 4 }]);
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber: job.job_number } })).data.attempts_left.pickup,
    ).toBe(4);
  });

  test.each(['', 'two words', 'a'.repeat(256), 'ключ'.replace(/./g, 'é')])('%j is none', async (key) => {
    expect(await send('createDelivery', { body: parcel }, key)).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: { fields: [expect.objectContaining({ path: 'Idempotency-Key' })] },
    });
  });

  test('shows nothing in the database of what was answered', async () => {
    const key = freshKey();
    const { data } = await send('createDelivery', { body: parcel }, key);
    const [{ row } = {}] = await service.query(
      'SELECT encode(answer, $2) AS row FROM idempotency_keys WHERE key = $1',
      [key, 'escape'],
    );
    for (const secret of [data['delivery_code'], data['pickup_code'], data['job_number']])
      expect(String(row)).not.toContain(String(secret));
  });
});
