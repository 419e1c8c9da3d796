import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let endpoint: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
  endpoint = (await shop.client.createWebhook({ body: { url: receiver.url } })).data.id;
});
afterEach(() => receiver.close());

type Mode = 'slow' | 'duplicate' | 'reorder' | 'fail';

const order = async (mode: Mode, count?: number) =>
  (
    await shop.client.createWebhookFault({
      body: { endpoint_id: endpoint, mode, ...(count === undefined ? {} : { count }) },
    })
  ).data;
const createParcel = async (): Promise<string> =>
  (await shop.client.createDelivery({ body: parcel })).data.job_number;
const jobsReceived = () =>
  receiver.received.map(
    ({ body }) => (JSON.parse(body) as { data: { object: { job_number: string } } }).data.object.job_number,
  );
const deliveries = async () =>
  (await shop.client.listWebhookDeliveries({ query: { limit: 50 } })).data.toReversed();
const drillsOf = async () =>
  (await deliveries()).map(({ status, attempts }) => [status, attempts.map(({ drill }) => drill)]);

describe('the next messages to an endpoint', () => {
  test('come late where it was ordered, and the one after them in time', async () => {
    expect(await order('slow')).toMatchObject({
      endpoint_id: endpoint,
      mode: 'slow',
      count: 1,
      remaining: 1,
    });
    await createParcel();
    await service.drain();
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({
      status: 'pending',
      attempts: [],
      next_attempt_at: expect.any(String),
    });
    service.advance(6_000);
    await service.drain();
    await createParcel();
    await service.drain();
    expect(await drillsOf()).toEqual([
      ['succeeded', ['slow']],
      ['succeeded', [null]],
    ]);
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '1']);
  });

  test('come twice with the same webhook-id', async () => {
    await order('duplicate', 2);
    for (let number = 0; number < 3; number += 1) {
      await createParcel();
      await service.drain();
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2], ids[4]]);
    expect(await drillsOf()).toEqual([
      ['succeeded', ['duplicate']],
      ['succeeded', ['duplicate']],
      ['succeeded', [null]],
    ]);
  });

  test('change places with their neighbours', async () => {
    await order('reorder', 2);
    const first = await createParcel();
    const second = await createParcel();
    await service.drain();
    service.advance(3_000);
    await service.drain();
    expect(jobsReceived()).toEqual([second, first]);
    expect(await drillsOf()).toEqual([
      ['succeeded', ['reorder']],
      ['succeeded', ['reorder']],
    ]);
    await createParcel();
    await service.drain();
    expect(receiver.received.length).toBe(3);
  });

  test('count as failed also where the endpoint answered well before, and the retry comes all the same', async () => {
    await createParcel();
    await service.drain();
    await order('fail');
    await createParcel();
    await service.drain();
    service.advance(60_000);
    await service.drain();
    expect(await drillsOf()).toEqual([
      ['succeeded', [null]],
      ['succeeded', ['fail', null]],
    ]);
  });

  test('count as failed whatever the answer, so that the retry comes', async () => {
    await order('fail');
    await createParcel();
    await service.drain();
    service.advance(60_000);
    await service.drain();
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
    const [only] = await deliveries();
    expect(only).toMatchObject({
      status: 'succeeded',
      attempts: [
        { drill: 'fail', response_status: 200, error: 'status', hint: expect.stringContaining('A drill') },
        { drill: null, error: null, hint: null },
      ],
    });
    expect((await shop.client.getWebhookHealth({ params: { id: endpoint } })).data).toMatchObject({
      failing_since: null,
      consecutive_failures: 0,
    });
  });
});

describe('an ordered fault', () => {
  test('is listed until it is used up, replaced by another, and taken back', async () => {
    await order('fail', 3);
    await order('duplicate', 2);
    await createParcel();
    await service.drain();
    const listed = await shop.client.listWebhookFaults({ query: {} });
    expect(listed.data).toMatchObject([
      { endpoint_id: endpoint, mode: 'duplicate', count: 2, remaining: 1, livemode: false },
    ]);
    expect((await shop.client.deleteWebhookFault({ params: { id: endpoint } })).data).toEqual({
      id: endpoint,
      deleted: true,
    });
    expect((await shop.client.listWebhookFaults({ query: {} })).data).toEqual([]);
    await createParcel();
    await service.drain();
    expect(receiver.received.length).toBe(3);
  });

  test('is refused for an endpoint of nobody or of somebody else, and with a live key', async () => {
    const stranger = await service.merchant();
    for (const endpoint_id of ['we_00000000000000000000000000', endpoint]) {
      await expect(
        stranger.client.createWebhookFault({ body: { endpoint_id, mode: 'slow' } }),
      ).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
      await expect(stranger.client.deleteWebhookFault({ params: { id: endpoint_id } })).rejects.toMatchObject(
        { code: 'WEBHOOK_NOT_FOUND' },
      );
    }
    const live = await service.merchant({ livemode: true });
    await expect(
      live.client.createWebhookFault({ body: { endpoint_id: endpoint, mode: 'slow' } }),
    ).rejects.toMatchObject({ status: 403, code: 'TEST_ONLY' });
  });
});
