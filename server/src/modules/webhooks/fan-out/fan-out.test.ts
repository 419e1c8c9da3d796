import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { takeFacts } from './fan-out.queries.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
});
afterEach(() => receiver.close());

const register = async (more: object = {}, client = shop.client) =>
  (await client.createWebhook({ body: { url: receiver.url, ...more } })).data.id;
const walk = (jobNumber: string) =>
  shop.client.advanceDelivery({ params: { jobNumber }, body: { to_status: 'assigned' } });
const factsLeft = async () =>
  Number(
    (await service.query('SELECT count(*) AS facts FROM outbox WHERE merchant_id = $1', [shop.id]))[0]?.[
      'facts'
    ],
  );
const messages = async () => (await shop.client.listMessages({ query: { limit: 100 } })).data;

describe('what happens to a parcel', () => {
  test('becomes messages with exactly the specified fields, in their order, whose bytes never change', async () => {
    const { data: made } = await shop.client.createDelivery({ body: { ...parcel, order_number: 'ORD-7' } });
    await walk(made.job_number);
    await service.drain();
    const [updated, created] = await Promise.all(
      (await messages()).map(async ({ id }) => (await shop.client.getMessage({ params: { id } })).data),
    );
    expect([created?.event, updated?.event]).toEqual([
      'shipping.delivery.created',
      'shipping.status.updated',
    ]);
    const body = JSON.parse(created?.body ?? '');
    expect(Object.keys(body)).toEqual(['event', 'livemode', 'created', 'data']);
    expect(body.created).toBe(Math.floor(new Date(made.created_at).getTime() / 1_000));
    expect(Object.entries(body.data.object)).toEqual([
      ['job_number', made.job_number],
      ['transaction_id', made.transaction_id],
      ['order_number', 'ORD-7'],
      ['store_name', made.store_name],
      ['delivery_address', made.delivery_address],
      ['delivery_city', made.delivery_city],
      ['pickup_code', made.pickup_code],
      ['delivery_code', made.delivery_code],
      ['shipping_fee', made.shipping_fee],
      ['status', 'pending'],
    ]);
    expect(JSON.parse(updated?.body ?? '').data.object).toEqual({
      transaction_id: made.transaction_id,
      job_number: made.job_number,
      status: 'assigned',
      order_status: expect.any(String),
      pickup_verified: false,
      delivery_verified: false,
      order_number: 'ORD-7',
    });
  });

  test('is a message even where no endpoint is, and is sent to each that wants it', async () => {
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    expect(await messages()).toMatchObject([{ event: 'shipping.delivery.created' }]);
    const ids = [
      await register(),
      await register({ events: ['shipping.*'] }),
      await register({ events: ['shipping.delivery.created'] }),
    ];
    await register({ events: ['shipping.status.updated'] });
    await register({ events: ['webhook.test'] });
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    const [{ id } = { id: '' }] = await messages();
    const { deliveries } = (await shop.client.getMessage({ params: { id } })).data;
    expect(deliveries.map(({ endpoint_id }) => endpoint_id).sort()).toEqual(ids.sort());
    expect(receiver.received.length).toBe(3);
  });

  test('is kept from a disabled endpoint, which is told why, and reaches it again once enabled', async () => {
    const id = await register();
    await shop.client.disableWebhook({ params: { id } });
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    expect((await shop.client.listWebhookDeliveries({ query: {} })).data).toMatchObject([
      { status: 'skipped', reason: 'endpoint_disabled', attempts: [], next_attempt_at: null },
    ]);
    await shop.client.enableWebhook({ params: { id } });
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    expect(receiver.received.length).toBe(1);
  });

  test('stays within its mode and its merchant', async () => {
    await register();
    const stranger = await service.merchant();
    await register({}, stranger.client);
    await stranger.client.createDelivery({ body: parcel });
    await service.drain();
    expect(receiver.received.length).toBe(1);
    expect(await messages()).toEqual([]);
  });

  test('is skipped for an endpoint disabled or deleted before it could be sent', async () => {
    const [disabled, deleted] = [await register(), await register()];
    await shop.client.createDelivery({ body: parcel });
    await service.server.modules.webhooks.fanOut();
    await shop.client.disableWebhook({ params: { id: disabled } });
    await shop.client.deleteWebhook({ params: { id: deleted } });
    await service.drain();
    expect(receiver.received).toEqual([]);
    const listed = (await shop.client.listWebhookDeliveries({ query: {} })).data;
    expect(new Map(listed.map(({ endpoint_id, status, reason }) => [endpoint_id, [status, reason]]))).toEqual(
      new Map([
        [disabled, ['skipped', 'endpoint_disabled']],
        [deleted, ['skipped', 'endpoint_deleted']],
      ]),
    );
  });
});

describe('each fact becomes one message', () => {
  test('although the fan-out dies after taking it', async () => {
    await register();
    await shop.client.createDelivery({ body: parcel });
    const dying = service.server.runtime.context.store.system.transaction(async (tx) => {
      expect((await takeFacts(tx, 500, new Set())).length).toBeGreaterThan(0);
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await factsLeft()).toBe(1);
    await service.drain();
    expect([await factsLeft(), (await messages()).length, receiver.received.length]).toEqual([0, 1, 1]);
  });

  test('although many fan out at once', async () => {
    for (let number = 0; number < 20; number += 1) await shop.client.createDelivery({ body: parcel });
    const { fanOut } = service.server.modules.webhooks;
    await Promise.all(Array.from({ length: 4 }, () => fanOut()));
    await service.drain();
    expect([await factsLeft(), (await messages()).length]).toEqual([0, 20]);
  });

  test('although it is announced twice', async () => {
    const { data } = await shop.client.createDelivery({ body: parcel });
    await service.query(
      'INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) SELECT merchant_id, livemode, kind, entity, sequence, facts, created_at FROM outbox WHERE entity = $1',
      [data.job_number],
    );
    await service.drain();
    expect([await factsLeft(), (await messages()).length]).toEqual([0, 1]);
  });

  test('and one that cannot be read keeps no other waiting, and is not lost', async () => {
    await service.query(
      `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, false, 'shipping.status.updated', 'SHP-BROKEN', 1, '{}', now())`,
      [shop.id],
    );
    await shop.client.createDelivery({ body: parcel });
    await service.drain();
    expect([await factsLeft(), (await messages()).length]).toEqual([1, 1]);
    await service.query(`DELETE FROM outbox WHERE entity = 'SHP-BROKEN'`);
  });
});
