import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver } from '../../../../test/kit/open-receiver.ts';
import { summarise } from './get-webhook-health.ts';
import { DURATION_BOUNDS_MS, OUTCOMES } from './outcome-counter.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ environment: { WEBHOOK_RETRY_BASE_MS: '1000' } });
});
afterAll(() => service[Symbol.asyncDispose]());

describe('the health of an endpoint', () => {
  test('tells what succeeded and what went wrong, by hour, day and week', async () => {
    const receiver = await openTestReceiver();
    const shop = await service.merchant();
    const { id } = (await shop.client.createWebhook({ body: { url: receiver.url } })).data;
    const health = async () => (await shop.client.getWebhookHealth({ params: { id } })).data;
    const create = () => shop.client.createDelivery({ body: parcel });
    expect(await health()).toMatchObject({
      lane: 'suspect',
      last_24_hours: { attempts: 0, success_rate: null, duration_p50_ms: null },
      hours: Array.from({ length: 24 }, () => null),
    });

    for (let number = 0; number < 3; number += 1) await create();
    await service.drain();
    const well = await health();
    expect(well).toMatchObject({
      lane: 'healthy',
      failing_since: null,
      oldest_pending_at: null,
      last_24_hours: { attempts: 3, succeeded: 3, success_rate: 1 },
    });
    expect(well.last_24_hours.duration_p50_ms).toBeGreaterThanOrEqual(0);

    service.advance(2 * 3_600_000);
    receiver.answer(503);
    await create();
    await service.drain();
    const ill = await health();
    expect(ill).toMatchObject({
      lane: 'suspect',
      consecutive_failures: 1,
      last_failure: expect.stringContaining('503'),
      failing_since: expect.any(String),
      disables_at: expect.any(String),
      oldest_pending_at: expect.any(String),
    });
    expect(ill.last_24_hours).toMatchObject({
      attempts: 4,
      succeeded: 3,
      success_rate: 0.75,
      failed: { status: 1, timeout: 0 },
    });
    expect([ill.hours.at(-1), ill.hours.at(-3)]).toEqual([0, 1]);

    service.advance(2 * 86_400_000);
    expect(await health()).toMatchObject({ last_24_hours: { attempts: 0 }, last_7_days: { attempts: 4 } });
    await receiver.close();
  });

  test("is nobody else's business", async () => {
    const [shop, stranger] = [await service.merchant(), await service.merchant()];
    const { id } = (await shop.client.createWebhook({ body: { url: 'http://127.0.0.1:65534/hook' } })).data;
    await expect(stranger.client.getWebhookHealth({ params: { id } })).rejects.toMatchObject({
      code: 'WEBHOOK_NOT_FOUND',
    });
  });
});

test('durations are told to within the bucket that they fall into', () => {
  const durations = [...DURATION_BOUNDS_MS, 0].map((bound) =>
    bound === 100 ? 90 : bound === 2_000 ? 10 : 0,
  );
  const period = summarise([
    { outcomes: OUTCOMES.map((name) => (name === 'succeeded' ? 100 : 0)), durations },
  ]);
  expect(period.duration_p50_ms).toBeGreaterThan(75);
  expect(period.duration_p50_ms).toBeLessThanOrEqual(100);
  expect(period.duration_p95_ms).toBeGreaterThan(1_500);
  expect(period.duration_p95_ms).toBeLessThanOrEqual(2_000);
});
