import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

const DAY_MS = 86_400_000;
const since = '2026-01-01T00:00:00Z';
let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let id: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
  id = (await shop.client.createWebhook({ body: { url: receiver.url } })).data.id;
});
afterEach(() => receiver.close());

type RecoveryInput = Partial<
  Omit<Parameters<TestMerchant['client']['recoverWebhook']>[0]['body'], 'since'>
> & {
  readonly since?: string;
};
const recover = async (input: RecoveryInput = {}) =>
  (await shop.client.recoverWebhook({ params: { id }, body: { since, ...input } })).data;
const begin = async (input: RecoveryInput = {}) => (await recover(input)).job ?? expect.fail('no job');
const read = async (jobId: string) => (await shop.client.getWebhookJob({ params: { id: jobId } })).data;
const standing = async () =>
  (await shop.client.listWebhookDeliveries({ query: { limit: 100 } })).data.map(({ status }) => status);
const create = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made += 1) await shop.client.createDelivery({ body: parcel });
};
const miss = async (count: number): Promise<void> => {
  await shop.client.disableWebhook({ params: { id } });
  await create(count);
  await service.drain();
  await shop.client.enableWebhook({ params: { id } });
};

test('what was skipped is sent once more, oldest first, the same bytes under the same id', async () => {
  await miss(5);
  const job = await begin();
  expect(job).toMatchObject({
    id: expect.stringMatching(/^wj_/),
    kind: 'recover',
    endpoint_id: id,
    state: 'running',
    total: 5,
    done: 0,
    statuses: ['failed', 'skipped'],
    events: null,
    finished_at: null,
  });
  await service.drain();
  expect(await read(job.id)).toMatchObject({
    state: 'completed',
    reason: null,
    total: 5,
    done: 5,
    finished_at: expect.any(String),
  });
  expect(await standing()).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
  const messages = (await shop.client.listMessages({ query: {} })).data
    .map((message) => message.id)
    .toReversed();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(messages);
  const [sent] = (await shop.client.listWebhookDeliveries({ query: { limit: 1 } })).data;
  expect(sent?.attempts.map(({ trigger }) => trigger)).toEqual(['recovery']);
  expect(
    (await shop.client.listWebhookJobs({ query: { endpoint_id: id, state: 'completed' } })).data.map(
      (one) => one.id,
    ),
  ).toEqual([job.id]);
});

test('a dry run counts and makes nothing', async () => {
  await miss(3);
  const { data, status } = await shop.client.recoverWebhook({
    params: { id },
    body: { since, dry_run: true },
  });
  expect([status, data]).toEqual([200, { dry_run: true, total: 3, job: null }]);
  await service.drain();
  expect(receiver.received.length).toBe(0);
  expect((await shop.client.listWebhookJobs()).data).toEqual([]);
});

test('what was received is not sent again, however often it is asked for', async () => {
  await create(2);
  await service.drain();
  await miss(3);
  for (const total of [3, 0]) {
    expect((await recover()).total).toBe(total);
    await service.drain();
  }
  expect(receiver.received.length).toBe(5);
});

test('only the kinds, times and standings asked for', async () => {
  await miss(2);
  const [, older] = (await shop.client.listMessages()).data;
  expect((await recover({ dry_run: true, events: ['shipping.status.updated'] })).total).toBe(0);
  expect((await recover({ dry_run: true, events: ['shipping.delivery.created'] })).total).toBe(2);
  expect((await recover({ dry_run: true, status: ['failed'] })).total).toBe(0);
  expect((await recover({ dry_run: true, status: 'failed' })).total).toBe(0);
  expect((await recover({ dry_run: true, status: 'skipped' })).total).toBe(
    (await recover({ dry_run: true })).total,
  );
  expect((await recover({ dry_run: true, until: older?.created_at ?? '' })).total).toBe(0);
  expect((await recover({ dry_run: true, since: '2094-01-01', until: '2095-01-01' })).total).toBe(0);
});

test('what waits for its next attempt is tried now, and no attempt is used up', async () => {
  const slow = await startService({
    databaseUrl: service.databaseUrl,
    environment: { WEBHOOK_RETRY_BASE_MS: '3000000' },
  });
  try {
    receiver.answer(500, 200);
    await create(1);
    await slow.drain();
    expect(await standing()).toEqual(['pending']);
    const job = await begin({ status: ['pending'] });
    await slow.drain();
    expect(await read(job.id)).toMatchObject({ state: 'completed', done: 1 });
    const [sent] = (await shop.client.listWebhookDeliveries()).data;
    expect([sent?.status, sent?.attempts.map(({ trigger }) => trigger)]).toEqual([
      'succeeded',
      ['auto', 'recovery'],
    ]);
  } finally {
    await slow[Symbol.asyncDispose]();
  }
});

test(
  'what was given up after four attempts gets one more; what was never tried gets its four',
  { timeout: 300_000 },
  async () => {
    receiver.answer(500);
    await create(1);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await service.drain();
      service.advance(DAY_MS / 2);
    }
    await miss(1);
    await begin();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await service.drain();
      service.advance(DAY_MS / 2);
    }
    const tries = (await shop.client.listWebhookDeliveries()).data.map(({ status, attempts }) => [
      status,
      attempts.map(({ trigger }) => trigger).join(' '),
    ]);
    expect(tries).toEqual([
      ['failed', 'recovery auto auto auto auto'],
      ['failed', 'auto auto auto auto recovery'],
    ]);
  },
);

test(
  'a job keeps at most 64 in the queue, and goes on from where it was killed',
  { timeout: 300_000 },
  async () => {
    await shop.client.disableWebhook({ params: { id } });
    await Promise.all(Array.from({ length: 90 }, () => shop.client.createDelivery({ body: parcel })));
    await service.drain();
    await shop.client.enableWebhook({ params: { id } });
    const job = await begin();
    const { webhooks } = service.server.modules;
    expect(await webhooks.recover()).toBe(65);
    expect(await webhooks.recover(), 'the queue is as full as it may be').toBe(0);
    expect(
      await service.query(
        `SELECT count(*)::int AS queued, min(lane) AS lane FROM webhook_queue WHERE endpoint_id = $1 AND trigger = 'recovery'`,
        [id],
      ),
    ).toEqual([{ queued: 64, lane: 1 }]);
    expect(await read(job.id)).toMatchObject({ state: 'running', done: 64, total: 90 });
    // Another node, that knows nothing but what is written.
    const next = await startService({ databaseUrl: service.databaseUrl });
    try {
      await next.drain();
    } finally {
      await next[Symbol.asyncDispose]();
    }
    expect(await read(job.id)).toMatchObject({ state: 'completed', done: 90 });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(90);
    expect(receiver.received.length).toBe(90);
  },
);

test('the same request twice is one job', async () => {
  await miss(1);
  const call = { params: { id }, body: { since }, idempotencyKey: 'recover-1' };
  const first = await shop.client.recoverWebhook(call);
  expect(await shop.client.recoverWebhook(call)).toMatchObject({
    data: first.data,
    replayed: true,
    status: 201,
  });
  expect((await shop.client.listWebhookJobs()).meta.total).toBe(1);
});

test('a job can be cancelled until it has completed', async () => {
  await miss(2);
  const job = await begin();
  const cancelled = (await shop.client.cancelWebhookJob({ params: { id: job.id } })).data;
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    reason: 'by_merchant',
    done: 0,
    finished_at: expect.any(String),
  });
  expect((await shop.client.cancelWebhookJob({ params: { id: job.id } })).data).toEqual(cancelled);
  await service.drain();
  expect(receiver.received.length).toBe(0);
  const whole = await begin();
  await service.drain();
  await expect(shop.client.cancelWebhookJob({ params: { id: whole.id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    status: 409,
    details: { from: 'completed' },
  });
});

test('it ends by itself where the endpoint gets nothing any more', async () => {
  await miss(1);
  const job = await begin();
  await shop.client.disableWebhook({ params: { id } });
  await service.drain();
  expect(await read(job.id)).toMatchObject({ state: 'cancelled', reason: 'endpoint_disabled', done: 0 });
  expect(receiver.received.length).toBe(0);
});

test('an endpoint or a job that is not there', async () => {
  const stranger = await service.merchant();
  for (const dry_run of [true, false]) {
    await expect(
      stranger.client.recoverWebhook({ params: { id }, body: { since, dry_run } }),
    ).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND', status: 404 });
  }
  const job = await begin();
  for (const ask of [
    () => stranger.client.getWebhookJob({ params: { id: job.id } }),
    () => stranger.client.cancelWebhookJob({ params: { id: job.id } }),
    () => shop.client.getWebhookJob({ params: { id: 'nonsense' } }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'WEBHOOK_JOB_NOT_FOUND', status: 404 });
  }
});

test('nothing is sent to an endpoint that is disabled', async () => {
  await shop.client.disableWebhook({ params: { id } });
  await expect(recover()).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'disabled' } });
});

test('at most ten are at work', async () => {
  await miss(1);
  for (let made = 0; made < 10; made += 1) await begin();
  await expect(recover()).rejects.toMatchObject({
    code: 'TOO_MANY_JOBS',
    status: 409,
    details: { jobs_max: 10 },
  });
});

test('since lies before until', async () => {
  await expect(recover({ until: '2025-01-01' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'since' }] },
  });
});
