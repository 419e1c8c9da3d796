import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let endpointId: string;

beforeAll(async () => {
  service = await startService({ environment: { WEBHOOK_RETRY_BASE_MS: '10000' } });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
  endpointId = (await shop.client.createWebhook({ body: { url: receiver.url } })).data.id;
});
afterEach(() => receiver.close());

async function onlyDelivery() {
  const [listed] = (await shop.client.listWebhookDeliveries({ query: {} })).data;
  if (!listed) throw new Error('no delivery');
  return listed;
}
const redeliver = async (idempotencyKey?: string) =>
  shop.client.redeliverWebhookDelivery({
    params: { id: (await onlyDelivery()).id },
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
const triggers = async () => (await onlyDelivery()).attempts.map(({ number, trigger }) => [number, trigger]);
const exhaust = async (): Promise<void> => {
  receiver.answer(500);
  await shop.client.createDelivery({ body: parcel });
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await service.drain();
    service.advance(86_400_000);
  }
};

test('what was given up is sent again, now, as the same bytes under the same id', async () => {
  await exhaust();
  expect((await onlyDelivery()).status).toBe('failed');
  receiver.answer(200);
  const { data, status } = await redeliver();
  expect([status, data.status, data.finished_at]).toEqual([200, 'pending', null]);
  await service.drain();
  expect(await onlyDelivery()).toMatchObject({ status: 'succeeded', reason: null });
  expect(await triggers()).toEqual([
    [1, 'auto'],
    [2, 'auto'],
    [3, 'auto'],
    [4, 'auto'],
    [5, 'manual'],
  ]);
  expect(
    new Set(receiver.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size,
  ).toBe(1);
  expect(receiver.received.at(-1)?.headers['x-service-attempt']).toBe('5');
});

test('and once more is all: if that fails too, nothing follows by itself', async () => {
  await exhaust();
  await redeliver();
  await service.drain();
  service.advance(86_400_000);
  await service.drain();
  expect(await onlyDelivery()).toMatchObject({ status: 'failed', reason: 'redelivery_failed' });
  expect(receiver.received.length).toBe(5);
});

test('what was received already and fails when it is sent again tells both attempts whole', async () => {
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  receiver.answer(500);
  await redeliver();
  await service.drain();
  const { data } = await shop.client.getWebhookDelivery({ params: { id: (await onlyDelivery()).id } });
  expect(data.status).not.toBe('succeeded');
  expect(
    data.attempts.map((one) => [one.number, one.trigger, one.response_status, one.response?.body]),
  ).toEqual([
    [1, 'auto', 200, 'answered'],
    [2, 'manual', 500, 'answered'],
  ]);
  const [first] = data.attempts;
  expect(first?.request.headers['webhook-signature']).toBe(
    receiver.received[0]?.headers['webhook-signature'],
  );
  expect(first?.response?.headers).toMatchObject({
    connection: expect.any(String),
    date: expect.any(String),
  });
});

test('what was received already can be sent again', async () => {
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  await redeliver();
  await service.drain();
  expect(await triggers()).toEqual([
    [1, 'auto'],
    [2, 'manual'],
  ]);
  expect((await onlyDelivery()).status).toBe('succeeded');
});

test('before an automatic attempt it takes its place and uses none up', async () => {
  receiver.answer(500);
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  await redeliver();
  await service.drain();
  expect(await triggers()).toEqual([
    [1, 'auto'],
    [2, 'manual'],
  ]);
  expect((await onlyDelivery()).status).toBe('pending');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    service.advance(86_400_000);
    await service.drain();
  }
  expect(await triggers()).toEqual([
    [1, 'auto'],
    [2, 'manual'],
    [3, 'auto'],
    [4, 'auto'],
    [5, 'auto'],
  ]);
});

test('asked for while an attempt is under way, it follows that attempt if it fails', async () => {
  let letGo = (): void => undefined;
  receiver.answer((response) => {
    letGo = () => response.writeHead(500).end();
  }, 200);
  await shop.client.createDelivery({ body: parcel });
  const { webhooks } = service.server.modules;
  await webhooks.fanOut();
  await webhooks.sender.turn();
  await receiver.got(1);
  await redeliver();
  await webhooks.fanOut();
  letGo();
  await webhooks.sender.settled();
  await service.drain();
  expect(await triggers()).toEqual([
    [1, 'auto'],
    [2, 'manual'],
  ]);
  expect((await onlyDelivery()).status).toBe('succeeded');
});

test('asked for once more while it is sent by hand, it follows that attempt if it fails', async () => {
  await exhaust();
  let letGo = (): void => undefined;
  receiver.answer((response) => {
    letGo = () => response.writeHead(500).end();
  }, 200);
  const { webhooks } = service.server.modules;
  const sent = receiver.received.length;
  await redeliver();
  await webhooks.fanOut();
  await webhooks.sender.turn();
  await receiver.got(sent + 1);
  expect((await redeliver()).data.status).toBe('pending');
  await webhooks.fanOut();
  letGo();
  await webhooks.sender.settled();
  expect((await onlyDelivery()).status).toBe('pending');
  await service.drain();
  expect((await triggers()).slice(4)).toEqual([
    [5, 'manual'],
    [6, 'manual'],
  ]);
  expect((await onlyDelivery()).status).toBe('succeeded');
});

test('and so it does while automatic attempts are left: now, and not when the next of them is due', async () => {
  receiver.answer(500);
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  let letGo = (): void => undefined;
  receiver.answer((response) => {
    letGo = () => response.writeHead(500).end();
  }, 500);
  const { webhooks } = service.server.modules;
  await redeliver();
  await webhooks.fanOut();
  await webhooks.sender.turn();
  await receiver.got(2);
  await redeliver();
  await webhooks.fanOut();
  letGo();
  await webhooks.sender.settled();
  await service.drain();
  expect(await triggers()).toEqual([
    [1, 'auto'],
    [2, 'manual'],
    [3, 'manual'],
  ]);
  // What was asked for twice was sent twice, and no more.
  service.advance(86_400_000);
  await service.drain();
  expect((await triggers()).at(-1)).toEqual([4, 'auto']);
});

test('the same request twice sends once', async () => {
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  const first = await redeliver('again-1');
  await service.drain();
  expect(await redeliver('again-1')).toMatchObject({ data: first.data, replayed: true });
  await service.drain();
  expect(receiver.received.length).toBe(2);
});

test('unknown, malformed and foreign deliveries are the same to a caller', async () => {
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  const stranger = await service.merchant();
  for (const id of [(await onlyDelivery()).id, 'wd_01m7yp4tr0fnmtx7q934t3mhh1', 'nonsense']) {
    const refusal = {
      code: 'WEBHOOK_DELIVERY_NOT_FOUND',
      status: 404,
      message: `There is no webhook delivery ${id}. Deliveries are kept for 30 days.`,
    };
    await expect(stranger.client.redeliverWebhookDelivery({ params: { id } })).rejects.toMatchObject(refusal);
    await expect(stranger.client.getWebhookDelivery({ params: { id } })).rejects.toMatchObject(refusal);
  }
});

test('nothing is sent to an endpoint that is disabled or gone', async () => {
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  await shop.client.disableWebhook({ params: { id: endpointId } });
  await expect(redeliver()).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    status: 409,
    details: { from: 'disabled', to: 'pending' },
  });
  await shop.client.deleteWebhook({ params: { id: endpointId } });
  await expect(redeliver()).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'deleted' } });
});
