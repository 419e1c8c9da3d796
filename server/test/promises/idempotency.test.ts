import { isIdempotent, operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../kit/fingerprint.ts';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { createProbe, type Probe, type Seen, type Wish } from '../kit/probe.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let driver: string;

beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  driver = await service.driver();
  await raiseLimits();
});
afterAll(() => service[Symbol.asyncDispose]());

const raiseLimits = () => service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
const rows = async (table: string): Promise<number> => Number((await service.query(`SELECT count(*) FROM ${table} WHERE merchant_id = $1`, [shop.id]))[0]?.['count']);
const facts = (): Promise<number> => rows('outbox');
const hook = 'http://127.0.0.1:65534/hook';

async function newJob(status: 'pending' | 'assigned' = 'pending') {
  const { data } = await shop.client.createDelivery({ body: parcel });
  if (status !== 'pending') await shop.client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return data;
}
const newWebhook = async (): Promise<string> => (await shop.client.createWebhook({ body: { url: hook, events: ['*'] } })).data.id;

async function newSent(): Promise<string> {
  const endpoint = await newWebhook();
  const { data } = await shop.client.testWebhook({ params: { id: endpoint } });
  return data.delivery_id;
}

type Repeatable = {
  /** A request that has an effect, made anew for every case. */
  readonly request: () => Promise<Wish>;
  /** Another body, which the same key must not be used for; left out where there is no body. */
  readonly other?: object;
  /** Counts effects; each request adds `adds`. */
  readonly count: () => Promise<number>;
  readonly adds: number;
};

/** Every POST that writes. The type has it that none is forgotten. */
const repeatable: Readonly<Partial<Record<OperationId, Repeatable>>> = {
  createDelivery: { request: async () => ({ body: parcel }), other: { ...parcel, weight_kg: 9 }, count: () => rows('deliveries'), adds: 1 },
  verifyHandoff: { request: async () => { const job = await newJob('assigned'); return { params: { jobNumber: job.job_number }, body: { type: 'pickup', code: job.pickup_code } }; }, other: { type: 'delivery', code: '493817' }, count: facts, adds: 1 },
  cancelDelivery: { request: async () => ({ params: { jobNumber: (await newJob()).job_number }, body: {} }), other: { reason: 'duplicate' }, count: facts, adds: 1 },
  saveAddress: { request: async () => ({ body: { address: `${await rows('addresses')} Main Road`, city: 'Bo' } }), other: { address: 'Elsewhere', city: 'Bo' }, count: () => rows('addresses'), adds: 1 },
  createWebhook: { request: async () => ({ body: { url: hook, events: ['*'] } }), other: { url: hook, events: ['shipping.status.updated'] }, count: () => rows('webhook_endpoints'), adds: 1 },
  redeliverWebhookDelivery: { request: async () => ({ params: { id: await newSent() } }), count: facts, adds: 1 },
  enableWebhook: { request: async () => ({ params: { id: await newWebhook() } }), count: async () => 0, adds: 0 },
  disableWebhook: { request: async () => ({ params: { id: await newWebhook() } }), count: async () => Number((await service.query(`SELECT count(*) FROM webhook_endpoints WHERE status = 'disabled'`))[0]?.['count']), adds: 1 },
  testWebhook: { request: async () => ({ params: { id: await newWebhook() }, body: {} }), other: { event: 'shipping.status.updated' }, count: async () => (await shop.client.listWebhookDeliveries()).meta.total, adds: 1 },
  createKey: { request: async () => ({ body: { name: 'Till' } }), other: { name: 'Other' }, count: () => rows('api_keys'), adds: 1 },
  rotateKey: { request: async () => ({ params: { id: (await shop.client.createKey({ body: { name: 'Old' } })).data.id }, body: {} }), other: { overlap_hours: 1 }, count: () => rows('api_keys'), adds: 1 },
  assignDelivery: { request: async () => ({ params: { jobNumber: (await newJob()).job_number }, body: { driver_id: driver } }), other: { driver_id: 'drv_other' }, count: facts, adds: 1 },
  advanceDelivery: { request: async () => ({ params: { jobNumber: (await newJob()).job_number }, body: { to_status: 'assigned' } }), other: { to_status: 'delivered' }, count: facts, adds: 1 },
  createTestClock: { request: async () => ({ body: {} }), other: { now: '2027-01-01' }, count: async () => 0, adds: 0 },
  advanceTestClock: {
    request: async () => ({ params: { id: (await shop.client.createTestClock()).data.id }, body: { seconds: 60 } }),
    other: { seconds: 61 },
    count: async () => (await clockMs()) / 60_000,
    adds: 1,
  },
};

/** How far the clock stands beyond the moment it was last set to, for it is set anew in every case. */
async function clockMs(): Promise<number> {
  const [{ ms } = {}] = await service.query(`SELECT extract(epoch FROM frozen_at) * 1000 AS ms FROM test_clocks WHERE merchant_id = $1`, [shop.id]);
  return Number(ms);
}

const writing = (Object.values(operations) as readonly Operation[]).filter(isIdempotent).map((operation) => operation.id as OperationId);

/** A case that is there by the first test below. */
function caseOf(id: OperationId): Repeatable {
  return repeatable[id] ?? expect.fail(`${id} has no case here`);
}

/** A test of an endpoint is answered when it is over and replayed as of when it began, so only its time differs. */
function answerOf(id: OperationId, { status, text }: Seen): string {
  return `${status} ${id === 'testWebhook' ? text.replace(/"timestamp":"[^"]*"/, '') : text}`;
}

let keysUsed = 0;
const send = (id: OperationId, wish: Wish, key: string): Promise<Seen> => probe.ask(id, { key: shop.key, ...wish, headers: { 'idempotency-key': key } });
const freshKey = (): string => `key-${(keysUsed += 1)}`;

test('every POST that writes is looked at', () => {
  expect(Object.keys(repeatable).toSorted()).toEqual(writing.toSorted());
});

describe('64 equal requests at once', () => {
  test.each(writing)('of %s have one effect and one answer', async (id) => {
    const { request, count, adds } = caseOf(id);
    const wish = await request();
    const [before, key] = [await count(), freshKey()];
    const answers = await Promise.all(Array.from({ length: 64 }, () => send(id, wish, key)));
    const answered = answers.filter(({ code }) => code !== 'IDEMPOTENCY_IN_PROGRESS');
    const [first] = answered;
    for (const answer of answered) expect(answerOf(id, answer)).toBe(first && answerOf(id, first));
    expect(first?.status).toBeLessThan(300);
    expect(answered.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true'), 'only one was the first').toHaveLength(1);
    expect((await count()) - before).toBeCloseTo(adds, 6);
  });
});

describe('the same Idempotency-Key', () => {
  test.each(writing.filter((id) => repeatable[id]?.other))('for another body of %s is refused', async (id) => {
    const { request, other } = caseOf(id);
    const [wish, key] = [await request(), freshKey()];
    await send(id, wish, key);
    expect(await send(id, { ...wish, body: other }, key)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('gives the first answer again whatever the order of the fields', async () => {
    const key = freshKey();
    const first = await send('createDelivery', { body: parcel }, key);
    const turned = Object.fromEntries(Object.entries(parcel).toReversed());
    expect((await send('createDelivery', { body: turned }, key)).text).toBe(first.text);
  });

  test('is kept when the API key is rolled', async () => {
    const { data: old } = await shop.client.createKey({ body: { name: 'Till' } });
    const key = freshKey();
    const first = await send('createDelivery', { key: old.key, body: parcel }, key);
    const { data: rolled } = await shop.client.rotateKey({ params: { id: old.id }, body: { overlap_hours: 0 } });
    const again = await send('createDelivery', { key: rolled.key, body: parcel }, key);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  test('of another merchant, or of the other mode, is another key', async () => {
    const [other, liveKey, key] = [await service.merchant(), await service.key(shop.id, { livemode: true }), freshKey()];
    const answers = [];
    for (const apiKey of [shop.key, other.key, liveKey]) answers.push(await send('createDelivery', { key: apiKey, body: parcel }, key));
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, null]);
    expect(new Set(answers.map(({ data }) => data['job_number'])).size).toBe(3);
  });

  test('is free again after a refusal that changed nothing', async () => {
    const key = freshKey();
    const order = { ...parcel, order_number: 'RETRY' };
    const { data: rival } = await shop.client.createDelivery({ body: order });
    const before = await fingerprint(service);
    expect((await send('createDelivery', { body: { ...parcel, weight_kg: -1 } }, key)).code).toBe('VALIDATION_ERROR');
    expect((await send('createDelivery', { body: { ...parcel, recipient_phone: '1' } }, key)).code).toBe('INVALID_PHONE');
    expect((await send('createDelivery', { body: order }, key)).code).toBe('DUPLICATE_DELIVERY');
    expect(await fingerprint(service)).toEqual(before);
    await shop.client.cancelDelivery({ params: { jobNumber: rival.job_number } });
    expect((await send('createDelivery', { body: order }, key)).status).toBe(201);
  });

  test('keeps a wrong handoff code, for that was counted', async () => {
    const [job, key] = [await newJob('assigned'), freshKey()];
    const wish = { params: { jobNumber: job.job_number }, body: { type: 'pickup', code: wrongCode(job.pickup_code) } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('verifyHandoff', wish, key)));
    for (const { code, details } of answers.filter((one) => one.code !== 'IDEMPOTENCY_IN_PROGRESS')) expect([code, details]).toEqual(['INVALID_HANDOFF_CODE', { attempts_left: 4 }]);
    expect((await shop.client.trackDelivery({ params: { jobNumber: job.job_number } })).data.attempts_left.pickup).toBe(4);
  });

  test.each(['', 'two words', 'a'.repeat(256), 'ключ'.replace(/./g, 'é')])('%j is none', async (key) => {
    expect(await send('createDelivery', { body: parcel }, key)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', details: { fields: [expect.objectContaining({ path: 'Idempotency-Key' })] } });
  });

  test('shows nothing in the database of what was answered', async () => {
    const key = freshKey();
    const { data } = await send('createDelivery', { body: parcel }, key);
    const [{ row } = {}] = await service.query('SELECT encode(answer, $2) AS row FROM idempotency_keys WHERE key = $1', [key, 'escape']);
    for (const secret of [data['delivery_code'], data['pickup_code'], data['job_number']]) expect(String(row)).not.toContain(String(secret));
  });
});
