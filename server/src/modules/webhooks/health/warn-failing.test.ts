import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

const DAY_MS = 86_400_000;
const RETRIES_MS = 10_000;
const KINDS = ['webhooks.endpoint.failing', 'webhooks.endpoint.disabled'] as const;

let service: TestService;
let shop: TestMerchant;
let broken: TestReceiver;
let watching: TestReceiver;
let endpoint: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  broken = await openTestReceiver();
  watching = await openTestReceiver();
  shop = await service.merchant();
  endpoint = (
    await shop.client.createWebhook({
      body: { url: broken.url, description: 'Till', events: ['*', ...KINDS] },
    })
  ).data.id;
  await shop.client.createWebhook({ body: { url: watching.url, events: [...KINDS] } });
  broken.answer(500);
});
afterEach(async () => {
  await broken.close();
  await watching.close();
});

/** Parcels whose message is tried four times and given up. */
async function giveUp(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await shop.client.createDelivery({ body: parcel });
  for (let attempt = 0; attempt < 4 * count + 4; attempt += 1) {
    await service.drain();
    service.advance(RETRIES_MS);
  }
}

type Told = { readonly event: string; readonly data: { readonly object: Readonly<Record<string, unknown>> } };
const told = (): readonly Told[] => watching.received.map(({ body }) => JSON.parse(body) as Told);
const endpointNow = async () => (await shop.client.getWebhook({ params: { id: endpoint } })).data;

describe('an endpoint that fails for days', () => {
  test('is warned of at 50, 70, 90 and 100 percent of its time, then disabled; the other endpoints are told, not itself', async () => {
    await giveUp(1);
    for (const share of [0.51, 0.2, 0.2, 0.1]) {
      service.advance(share * 5 * DAY_MS);
      await service.drain();
      await service.drain();
    }
    expect(told().map(({ event, data }) => [event, data.object['percent']])).toEqual(
      [50, 70, 90, 100].map((percent) => ['webhooks.endpoint.failing', percent]),
    );
    expect(told()[0]?.data.object).toMatchObject({
      endpoint_id: endpoint,
      url: broken.url,
      description: 'Till',
      failed_attempts: 4,
      failed_deliveries: 1,
      last_failure: expect.stringContaining('500'),
    });
    expect((await endpointNow()).status).toBe('active');

    await giveUp(9);
    await service.drain();
    expect(await endpointNow()).toMatchObject({ status: 'auto_disabled', disabled_reason: 'failing' });
    expect(told().slice(4)).toMatchObject([
      {
        event: 'webhooks.endpoint.disabled',
        data: { object: { endpoint_id: endpoint, reason: 'failing', failed_deliveries: 10 } },
      },
    ]);
    expect(broken.received.filter(({ body }) => body.includes('webhooks.endpoint'))).toEqual([]);

    const before = broken.received.length;
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    expect(broken.received.length).toBe(before);
    expect(
      (await shop.client.listWebhookDeliveries({ query: { endpoint_id: endpoint, status: 'skipped' } })).data,
    ).toMatchObject([{ reason: 'endpoint_auto_disabled', attempts: [] }]);
  });

  test('begins anew when it is enabled', async () => {
    await giveUp(10);
    service.advance(6 * DAY_MS);
    await service.drain();
    expect((await endpointNow()).status).toBe('auto_disabled');
    await shop.client.enableWebhook({ params: { id: endpoint } });
    expect((await shop.client.getWebhookHealth({ params: { id: endpoint } })).data).toMatchObject({
      status: 'active',
      failing_since: null,
      consecutive_failures: 0,
      deliveries_given_up: 0,
      disables_at: null,
    });
    await giveUp(1);
    service.advance(2 * DAY_MS);
    await service.drain();
    expect(told().map(({ event }) => event)).toEqual(['webhooks.endpoint.disabled']);
    service.advance(DAY_MS);
    await service.drain();
    expect(told().map(({ data }) => data.object['percent'])).toEqual([undefined, 50]);
  });

  test('is forgiven everything at its first success', async () => {
    await giveUp(2);
    service.advance(3 * DAY_MS);
    await service.drain();
    broken.answer(200);
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    service.advance(5 * DAY_MS);
    await service.drain();
    expect(told().map(({ data }) => data.object['percent'])).toEqual([50]);
    expect(await endpointNow()).toMatchObject({ status: 'active', disabled_reason: null });
  });
});

test('an endpoint that says it is gone is disabled at once, and the others are told', async () => {
  broken.answer(410);
  await giveUp(1);
  expect(await endpointNow()).toMatchObject({ status: 'auto_disabled', disabled_reason: 'gone' });
  expect(told()).toMatchObject([
    { event: 'webhooks.endpoint.disabled', data: { object: { endpoint_id: endpoint, reason: 'gone' } } },
  ]);
});
