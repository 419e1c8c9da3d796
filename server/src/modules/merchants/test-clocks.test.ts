import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { besideDyingNode } from '../../../test/kit/dying-node.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const parcel = {
  pickup_city: 'Freetown',
  pickup_address: '14 Siaka Stevens Street',
  delivery_city: 'Lumley',
  delivery_address: '12 Wilkinson Road',
};
const createdAt = async (): Promise<string> =>
  (await shop.client.createDelivery({ body: parcel })).data.created_at;

test("while the clock stands, so does business time of the merchant's test data, and the envelope's goes on", async () => {
  const { data: clock, status } = await shop.client.createTestClock({
    body: { now: '2026-12-01T09:00:00Z' },
  });
  expect(status).toBe(201);
  expect(clock).toMatchObject({ now: '2026-12-01T09:00:00.000Z', livemode: false });
  expect(clock.id).toMatch(/^clk_/);
  expect(await createdAt()).toBe('2026-12-01T09:00:00.000Z');
  const other = await service.merchant();
  expect((await other.client.createDelivery({ body: parcel })).data.created_at).not.toBe(
    '2026-12-01T09:00:00.000Z',
  );
});

test("a clock starts at the present, and a time without an offset is the merchant's", async () => {
  const before = service.server.runtime.context.world.now().getTime();
  const { data } = await shop.client.createTestClock({});
  expect(new Date(data.now).getTime() - before).toBeLessThan(10_000);
  expect((await shop.client.createTestClock({ body: { now: '2026-12-01' } })).data.now).toBe(
    '2026-12-01T00:00:00.000Z',
  );
});

test('created again it is the same clock at another time', async () => {
  const first = (await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  const again = (await shop.client.createTestClock({ body: { now: '2026-11-01T09:00:00Z' } })).data;
  expect(again).toEqual({ ...first, now: '2026-11-01T09:00:00.000Z' });
});

test('moved on, it answers when what became due is done', async () => {
  const clock = (await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  await service.driver();
  const { data: delivery } = await shop.client.createDelivery({
    body: { ...parcel, simulate: { mode: 'auto', step_seconds: 60 } },
  });
  const moved = (await shop.client.advanceTestClock({ params: { id: clock.id }, body: { seconds: 60 } }))
    .data;
  expect(moved.now).toBe('2026-12-01T09:01:00.000Z');
  expect((await shop.client.getDelivery({ params: { jobNumber: delivery.job_number } })).data.status).toBe(
    'assigned',
  );
  await shop.client.advanceTestClock({ params: { id: clock.id }, body: { to: '2026-12-01T10:00:00Z' } });
  const after = (await shop.client.getDelivery({ params: { jobNumber: delivery.job_number } })).data;
  expect(['delivered', 'completed']).toContain(after.status);
  expect(after.picked_up_at).toBe('2026-12-01T09:02:00.000Z');
});

test('it only moves forward, by seconds or to a time', async () => {
  const clock = (await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  const advance = (body: object) => shop.client.advanceTestClock({ params: { id: clock.id }, body });
  expect((await advance({ to: '2026-12-01T09:00:00Z' })).data).toEqual(clock);
  await expect(advance({ to: '2026-12-01T08:59:59Z' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  for (const body of [
    {},
    { seconds: 1, to: '2026-12-02T00:00:00Z' },
    { seconds: 0 },
    { seconds: 1.5 },
    { to: 'tomorrow' },
  ]) {
    await expect(advance(body)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  await advance({ to: '2199-12-31T23:59:59Z' });
  await expect(advance({ seconds: 1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('two moves at once both count, and a repeated one counts once', async () => {
  const clock = (await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  const params = { id: clock.id };
  await Promise.all(
    [10, 10, 10].map((seconds) => shop.client.advanceTestClock({ params, body: { seconds } })),
  );
  for (const _again of [1, 2])
    await shop.client.advanceTestClock({ params, body: { seconds: 30 }, idempotencyKey: 'move-1' });
  expect(await createdAt()).toBe('2026-12-01T09:01:00.000Z');
});

test('a repeated move makes nothing due beyond where the clock stands by now, or without one', async () => {
  const clock = (await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  const move = () =>
    shop.client.advanceTestClock({
      params: { id: clock.id },
      body: { to: '2026-12-31T09:00:00Z' },
      idempotencyKey: 'move-to-the-end',
    });
  const moved = (await move()).data;
  const makeWaiting = async () =>
    (await shop.client.createDelivery({ body: { ...parcel, simulate: { mode: 'auto', step_seconds: 60 } } }))
      .data.job_number;
  const statusOf = async (jobNumber: string) =>
    (await shop.client.getDelivery({ params: { jobNumber } })).data.status;
  await service.driver();

  await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } });
  const setBack = await makeWaiting();
  expect((await move()).data).toEqual(moved);
  expect(await statusOf(setBack)).toBe('pending');

  await shop.client.deleteTestClock({ params: { id: clock.id } });
  const without = await makeWaiting();
  expect((await move()).data).toEqual(moved);
  expect(await statusOf(without)).toBe('pending');
});

test('what a move made due is done although its node died of it, by another one and without another move', async () => {
  await using beside = await besideDyingNode({ of: 'testClocks.settle', step: 1, verify: async () => [] });
  const { client } = beside.shop;
  const clock = (await client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  await beside.service.driver();
  const body = { ...parcel, simulate: { mode: 'auto', step_seconds: 60 } } as const;
  const { job_number: jobNumber } = (await client.createDelivery({ body })).data;
  const status = async () => (await client.getDelivery({ params: { jobNumber } })).data.status;
  await beside.orphan((dying) => dying.advanceTestClock({ params: { id: clock.id }, body: { seconds: 60 } }));
  await beside.service.drain();
  expect(await status()).toBe('pending');
  await beside.goOn();
  expect(await status()).toBe('assigned');
  await beside.goOn();
  expect(await beside.service.query('SELECT settled_at = frozen_at AS done FROM test_clocks')).toEqual([
    { done: true },
  ]);
});

test('deleted, it gives the present back', async () => {
  const clock = (await shop.client.createTestClock({ body: { now: '2026-12-01T09:00:00Z' } })).data;
  expect((await shop.client.deleteTestClock({ params: { id: clock.id } })).data).toEqual({
    id: clock.id,
    deleted: true,
  });
  expect(await createdAt()).not.toBe('2026-12-01T09:00:00.000Z');
  await expect(shop.client.deleteTestClock({ params: { id: clock.id } })).rejects.toMatchObject({
    code: 'CLOCK_NOT_FOUND',
  });
});

test("nobody else's clock can be moved, and live data has none", async () => {
  const clock = (await shop.client.createTestClock({})).data;
  const other = await service.merchant();
  await expect(
    other.client.advanceTestClock({ params: { id: clock.id }, body: { seconds: 1 } }),
  ).rejects.toMatchObject({ code: 'CLOCK_NOT_FOUND' });
  await expect(other.client.deleteTestClock({ params: { id: clock.id } })).rejects.toMatchObject({
    code: 'CLOCK_NOT_FOUND',
  });
  const live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { livemode: true }),
    retries: 0,
  });
  await expect(live.createTestClock({})).rejects.toMatchObject({ code: 'TEST_ONLY' });
});
