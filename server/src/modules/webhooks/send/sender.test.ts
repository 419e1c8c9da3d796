import { verifyWebhook } from '@cottontree/contract';
import { Webhook as ForeignVerifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;

beforeAll(async () => {
  service = await startService({
    environment: { WEBHOOK_RETRY_BASE_MS: '10000', WEBHOOK_RETRY_FACTOR: '30', WEBHOOK_TIMEOUT_MS: '400' },
  });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
});
afterEach(() => receiver.close());

const register = async (more: object = {}) =>
  (await shop.client.createWebhook({ body: { url: receiver.url, ...more } })).data;
const createParcel = async () => (await shop.client.createDelivery({ body: parcel })).data;
const onlyDelivery = async () => {
  const [listed] = (await shop.client.listWebhookDeliveries({ query: {} })).data;
  if (!listed) throw new Error('no delivery');
  return (await shop.client.getWebhookDelivery({ params: { id: listed.id } })).data;
};
const LONG_MS = 10 * 3_600_000;

describe('a new parcel reaches the endpoint', () => {
  test('signed in both ways, with its headers, as the very bytes that are kept', async () => {
    const { id, secret } = await register({ headers: { 'X-Shop': 'aminata' } });
    const { job_number, pickup_code, delivery_code } = await createParcel();
    await service.drain();

    const [sent] = receiver.received;
    if (!sent) throw new Error('nothing came');
    const delivery = await onlyDelivery();
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'shipping.delivery.created',
      'x-service-delivery': delivery.id,
      'x-service-attempt': '1',
      'x-shop': 'aminata',
      'webhook-id': delivery.message_id,
    });
    const event = await verifyWebhook({
      headers: sent.headers,
      body: sent.body,
      secrets: [secret],
      now: new Date(),
    });
    expect(event).toMatchObject({
      event: 'shipping.delivery.created',
      livemode: false,
      data: { object: { job_number, pickup_code, delivery_code, status: 'pending' } },
    });
    expect(new ForeignVerifier(secret).verify(sent.body, sent.headers as Record<string, string>)).toEqual(
      JSON.parse(sent.body),
    );
    const { 'webhook-signature': _signature, ...withoutStandard } = sent.headers;
    await expect(
      verifyWebhook({ headers: withoutStandard, body: sent.body, secrets: [secret], now: new Date() }),
    ).resolves.toEqual(event);
    expect(delivery).toMatchObject({
      endpoint_id: id,
      entity: job_number,
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [
        {
          number: 1,
          trigger: 'auto',
          response_status: 200,
          error: null,
          hint: null,
          response: { body: 'answered' },
        },
      ],
    });
    expect(delivery.attempts[0]?.request.body).toBe(sent.body);
    expect(delivery.attempts[0]?.request.headers).toMatchObject({
      'x-service-signature': sent.headers['x-service-signature'],
    });
  });

  test('and nothing of it stands readable in the database', async () => {
    const { secret } = await register({ headers: { 'X-Shop': 'pass-word-of-the-shop' } });
    const { pickup_code } = await createParcel();
    await service.drain();
    const [found] =
      await service.query(`SELECT concat((SELECT string_agg(w::text, ' ') FROM webhook_messages w), (SELECT string_agg(w::text, ' ') FROM webhook_secrets w),
      (SELECT string_agg(w::text, ' ') FROM webhook_endpoints w), (SELECT string_agg(w::text, ' ') FROM webhook_attempts_all w)) AS text`);
    for (const hidden of [secret, JSON.stringify(pickup_code), 'pass-word-of-the-shop']) {
      expect(String(found?.['text'])).not.toContain(hidden);
      expect(String(found?.['text'])).not.toContain(Buffer.from(hidden).toString('hex'));
    }
  });
});

describe('what is not answered with 200', () => {
  test('is looked for again when its time comes, and not only at the next regular look', async () => {
    await register();
    receiver.answer(500);
    await createParcel();
    await service.drain();
    const { upkeep } = service.server.modules.webhooks;
    expect(upkeep.dueInMs()).toBeGreaterThan(5_000);
    expect(upkeep.dueInMs()).toBeLessThan(12_500);
    service.advance(20_000);
    await service.drain();
    expect(receiver.received.length).toBe(2);
  });

  test('is sent four times in all: at once, after 10 s, 5 min and 2.5 h, always with the same id and bytes', async () => {
    await register();
    receiver.answer(500);
    await createParcel();
    for (const [attempt, waitMs] of [10_000, 300_000, 9_000_000].entries()) {
      await service.drain();
      expect(receiver.received.length).toBe(attempt + 1);
      const { status, next_attempt_at, attempts } = await onlyDelivery();
      expect(status).toBe('pending');
      const delayMs = new Date(next_attempt_at ?? 0).getTime() - new Date(attempts.at(-1)?.at ?? 0).getTime();
      expect(delayMs).toBeGreaterThanOrEqual(waitMs * 0.8);
      expect(delayMs).toBeLessThanOrEqual(waitMs * 1.2 + 3_000);
      service.advance(waitMs * 0.5);
      await service.drain();
      expect(receiver.received.length).toBe(attempt + 1);
      service.advance(waitMs * 0.75);
    }
    await service.drain();
    service.advance(10 * LONG_MS);
    await service.drain();
    expect(receiver.received.length).toBe(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    const { status, reason, attempts, finished_at } = await onlyDelivery();
    expect({ status, reason, finished: finished_at !== null }).toEqual({
      status: 'failed',
      reason: 'attempts_exhausted',
      finished: true,
    });
    expect(attempts.map(({ number, response_status, error }) => [number, response_status, error])).toEqual([
      [1, 500, 'status'],
      [2, 500, 'status'],
      [3, 500, 'status'],
      [4, 500, 'status'],
    ]);
  });

  test.each([201, 202, 204, 301, 400, 404, 410, 429, 503])('counts as failed, also %i', async (answer) => {
    await register();
    receiver.answer(answer, 200);
    await createParcel();
    await service.drain();
    expect((await onlyDelivery()).status).toBe('pending');
    service.advance(15_000);
    await service.drain();
    expect(await onlyDelivery()).toMatchObject({
      status: 'succeeded',
      attempts: [
        { response_status: answer, error: 'status', hint: expect.stringContaining(String(answer)) },
        { response_status: 200, error: null },
      ],
    });
  });

  test('counts where the endpoint takes any 2xx', async () => {
    await register({ success: '2xx' });
    receiver.answer(204);
    await createParcel();
    await service.drain();
    expect((await onlyDelivery()).status).toBe('succeeded');
  });

  test('is put off by Retry-After to at most twice the time', async () => {
    await register();
    receiver.answer((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    await createParcel();
    await service.drain();
    const { next_attempt_at, attempts } = await onlyDelivery();
    const delayMs = new Date(next_attempt_at ?? 0).getTime() - new Date(attempts[0]?.at ?? 0).getTime();
    expect(delayMs).toBeGreaterThanOrEqual(16_000);
    expect(delayMs).toBeLessThanOrEqual(25_000);
  });

  test('neither a receiver that hangs nor one that is gone keeps anything but itself', async () => {
    await register();
    receiver.answer(() => undefined);
    await createParcel();
    await service.drain();
    expect((await onlyDelivery()).attempts).toMatchObject([
      { response_status: null, error: 'timeout', response: null, hint: expect.stringContaining('Timed out') },
    ]);
    const url = receiver.url;
    await receiver.close();
    service.advance(15_000);
    await service.drain();
    receiver = await openTestReceiver();
    expect((await onlyDelivery()).attempts[1]).toMatchObject({
      response_status: null,
      error: expect.stringMatching(/connect|reset/),
    });
    expect(url).toContain('127.0.0.1');
  });
});

describe('an endpoint that says it is gone', () => {
  test('with every attempt is disabled, and what follows is skipped with the reason', async () => {
    const { id } = await register();
    receiver.answer(410);
    await createParcel();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await service.drain();
      service.advance(LONG_MS);
    }
    expect((await shop.client.getWebhook({ params: { id } })).data).toMatchObject({
      status: 'auto_disabled',
      disabled_reason: 'gone',
    });
    await createParcel();
    await service.drain();
    expect(receiver.received.length).toBe(4);
    expect(await onlyDelivery()).toMatchObject({
      status: 'skipped',
      reason: 'endpoint_auto_disabled',
      attempts: [],
    });
  });

  test('only sometimes stays active', async () => {
    const { id } = await register();
    receiver.answer(410, 500, 410, 410);
    await createParcel();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await service.drain();
      service.advance(LONG_MS);
    }
    expect((await onlyDelivery()).status).toBe('failed');
    expect((await shop.client.getWebhook({ params: { id } })).data.status).toBe('active');
  });

  test('or fails ten deliveries over more than five days is disabled as failing', async () => {
    const { id } = await register();
    receiver.answer(500);
    await createParcel();
    await service.drain();
    service.advance(6 * 86_400_000);
    for (let parcelNumber = 0; parcelNumber < 10; parcelNumber += 1) await createParcel();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await service.drain();
      service.advance(LONG_MS);
    }
    expect((await shop.client.getWebhook({ params: { id } })).data).toMatchObject({
      status: 'auto_disabled',
      disabled_reason: 'failing',
    });
  });
});
