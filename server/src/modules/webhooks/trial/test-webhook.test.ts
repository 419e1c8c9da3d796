import { verifyWebhook } from '@cottontree/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { passLeases } from '../../../../test/kit/pass-leases.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let hook: { readonly id: string; readonly secret: string };

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
  hook = (await shop.client.createWebhook({ body: { url: receiver.url } })).data;
});
afterEach(() => receiver.close());

test('a test is sent now, signed like any other, and what came back is told and logged', async () => {
  const { data } = await shop.client.testWebhook({ params: { id: hook.id } });
  expect(data).toMatchObject({
    succeeded: true,
    trigger: 'test',
    number: 1,
    event: 'webhook.test',
    endpoint_id: hook.id,
    response_status: 200,
    error: null,
    hint: null,
    response: { body: 'answered' },
    livemode: false,
  });
  const [sent] = receiver.received;
  const event = await verifyWebhook({
    headers: sent?.headers ?? {},
    body: sent?.body ?? '',
    secrets: [hook.secret],
    now: new Date(),
  });
  expect(event).toMatchObject({ event: 'webhook.test', data: { object: { endpoint_id: hook.id } } });
  expect(sent?.headers['webhook-id']).toBe(data.message_id);
  expect((await shop.client.getWebhookDelivery({ params: { id: data.delivery_id } })).data).toMatchObject({
    status: 'succeeded',
    entity: null,
    attempts: [{ trigger: 'test', request: { body: sent?.body } }],
  });
  expect((await shop.client.getMessage({ params: { id: data.message_id } })).data).toMatchObject({
    event: 'webhook.test',
    entity: null,
  });
});

test('any kind of event can be tried, on a disabled endpoint too', async () => {
  await shop.client.disableWebhook({ params: { id: hook.id } });
  const { data } = await shop.client.testWebhook({
    params: { id: hook.id },
    body: { event: 'shipping.delivery.created' },
  });
  expect(data).toMatchObject({ succeeded: true, event: 'shipping.delivery.created' });
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    event: 'shipping.delivery.created',
    data: { object: { status: 'pending' } },
  });
});

test('one that fails is told with a hint, and never sent again', async () => {
  receiver.answer(302);
  const { data } = await shop.client.testWebhook({ params: { id: hook.id } });
  expect(data).toMatchObject({
    succeeded: false,
    response_status: 302,
    error: 'status',
    hint: expect.stringContaining('redirects are not followed'),
  });
  service.advance(86_400_000);
  await service.drain();
  expect(receiver.received.length).toBe(1);
  expect((await shop.client.getWebhookDelivery({ params: { id: data.delivery_id } })).data).toMatchObject({
    status: 'failed',
    reason: 'test_failed',
    next_attempt_at: null,
  });
});

test('the same request twice sends once and answers the same', async () => {
  const first = await shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-1' });
  const again = await shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-1' });
  expect(again).toMatchObject({ data: first.data, replayed: true });
  expect(receiver.received.length).toBe(1);
});

test('the same request while it is under way gets its answer, where that comes soon', async () => {
  let letGo = (): void => undefined;
  receiver.answer((response) => {
    letGo = () => response.end();
  }, 200);
  const first = shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-3' });
  await receiver.got(1);
  const again = shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-3' });
  setTimeout(() => letGo(), 100);
  expect(await again).toMatchObject({ data: (await first).data, replayed: true });
  expect(receiver.received.length).toBe(1);
});

test('while it is under way the same request is told to wait; when its server was lost, it is sent after all', async () => {
  let letGo = (): void => undefined;
  receiver.answer((response) => {
    letGo = () => response.end();
  }, 200);
  const first = shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-2' });
  await receiver.got(1);
  await expect(
    shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-2' }),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  await passLeases(service);
  const other = await shop.client.testWebhook({ params: { id: hook.id }, idempotencyKey: 'try-2' });
  letGo();
  expect((await first).data.delivery_id).toBe(other.data.delivery_id);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a signed example is there to try a receiver on', async () => {
  const { secret, body, headers } = (await shop.client.getVerifyExample()).data;
  const now = new Date(Number(headers['webhook-timestamp']) * 1_000);
  await expect(verifyWebhook({ headers, body, secrets: [secret], now })).resolves.toMatchObject({
    event: headers['X-Service-Event'],
  });
  await expect(
    verifyWebhook({
      headers: { 'X-Service-Signature': headers['X-Service-Signature'] },
      body,
      secrets: [secret],
      now,
    }),
  ).resolves.toBeDefined();
});

test('the kinds of events are listed with their schemas', async () => {
  const { data, meta } = await shop.client.listEventTypes({ query: { limit: 100 } });
  expect(data.map(({ kind, default: isDefault }) => [kind, isDefault])).toContainEqual([
    'shipping.driver.changed',
    false,
  ]);
  expect(meta).toEqual({ page: 1, limit: 100, total: data.length, has_next_page: false });
  expect(data[0]?.schema).toMatchObject({ type: 'object', properties: { job_number: expect.anything() } });
  expect((await shop.client.listEventTypes({ query: { limit: 1, page: 2 } })).data).toEqual([data[1]]);
});
