import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let endpoints: readonly string[];
let jobs: readonly string[];

beforeAll(async () => {
  service = await startService();
  await service.driver();
  receiver = await openTestReceiver();
  receiver.answer((response, { body }) => response.end(`echo ${body}`));
  shop = await service.merchant();
  const all = await shop.client.createWebhook({ body: { url: receiver.url } });
  const created = await shop.client.createWebhook({
    body: { url: receiver.url, events: ['shipping.delivery.created'] },
  });
  endpoints = [all.data.id, created.data.id];
  const made: string[] = [];
  for (let number = 0; number < 4; number += 1)
    made.push((await shop.client.createDelivery({ body: parcel })).data.job_number);
  await service.drain();
  service.advance(60_000);
  await shop.client.advanceDelivery({
    params: { jobNumber: made[0] ?? '' },
    body: { to_status: 'assigned' },
  });
  await shop.client.disableWebhook({ params: { id: created.data.id } });
  made.push((await shop.client.createDelivery({ body: parcel })).data.job_number);
  await service.drain();
  jobs = made;
});
afterAll(async () => {
  await receiver.close();
  await service[Symbol.asyncDispose]();
});

const list = async (query: object = {}) =>
  shop.client.listWebhookDeliveries({ query: { limit: 100, ...query } });

test('everything that was sent or skipped is listed, newest first', async () => {
  const { data, meta } = await list();
  expect(meta).toMatchObject({ total: 11, has_next_page: false, next_cursor: null });
  const places = data.map(({ created_at, id }) => `${created_at} ${id}`);
  expect(places).toEqual(places.toSorted().toReversed());
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['succeeded', 'skipped']));
  expect(
    data.filter(({ status }) => status === 'succeeded').every(({ attempts }) => attempts.length === 1),
  ).toBe(true);
});

test('each filter leaves what it says, and they combine', async () => {
  const [all, created] = endpoints;
  expect((await list({ endpoint_id: created })).meta.total).toBe(5);
  expect((await list({ status: 'skipped' })).data).toMatchObject([
    { endpoint_id: created, reason: 'endpoint_disabled' },
  ]);
  expect((await list({ event: 'shipping.status.updated' })).data).toMatchObject([
    { endpoint_id: all, entity: jobs[0] },
  ]);
  expect((await list({ job_number: jobs[0] })).meta.total).toBe(3);
  expect(
    (
      await list({
        job_number: jobs[0],
        endpoint_id: all,
        event: 'shipping.delivery.created',
        status: 'succeeded',
      })
    ).meta.total,
  ).toBe(1);
  expect((await list({ endpoint_id: 'we_of_nobody' })).data).toEqual([]);
  const { data } = await list();
  const between = data[0]?.created_at ?? '';
  expect((await list({ to: between })).meta.total).toBe(8);
  expect((await list({ from: between })).meta.total).toBe(3);
  await expect(list({ from: 'yesterday' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [expect.objectContaining({ path: 'from' })] },
  });
});

test('pages and cursors walk all of it without a gap', async () => {
  const whole = (await list()).data.map(({ id }) => id);
  const walked: string[] = [];
  for await (const { id } of shop.client.each('listWebhookDeliveries', { query: { limit: 3 } }))
    walked.push(id);
  expect(walked).toEqual(whole);
  expect((await list({ limit: 4, page: 3 })).data.map(({ id }) => id)).toEqual(whole.slice(8));
  expect((await list({ limit: 4, page: 9 })).data).toEqual([]);
  await expect(list({ limit: 100, page: 1_001 })).rejects.toMatchObject({ code: 'PAGE_TOO_DEEP' });
});

test('messages are listed by what they are about', async () => {
  const { data, meta } = await shop.client.listMessages({ query: {} });
  expect(meta.total).toBe(6);
  expect(String(data[0]?.created_at) >= String(data[5]?.created_at)).toBe(true);
  expect(
    (await shop.client.listMessages({ query: { entity: jobs[0] ?? '' } })).data.map(({ event }) => event),
  ).toEqual(['shipping.status.updated', 'shipping.delivery.created']);
  expect((await shop.client.listMessages({ query: { event: 'shipping.status.updated' } })).meta.total).toBe(
    1,
  );
  const walked: string[] = [];
  for await (const { id } of shop.client.each('listMessages', { query: { limit: 2 } })) walked.push(id);
  expect(walked).toEqual(data.map(({ id }) => id));
});

test('only who may read parcels sees handoff codes; to others they are masked wherever they stand', async () => {
  const { pickup_code, delivery_code } = (
    await shop.client.getDelivery({ params: { jobNumber: jobs[1] ?? '' } })
  ).data;
  const [delivery] = (await list({ job_number: jobs[1], endpoint_id: endpoints[0] })).data;
  const read = async (scopes: readonly ('webhooks:read' | 'shipping:read')[]) => {
    const client = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { scopes }),
      retries: 0,
    });
    const whole = await client.getWebhookDelivery({ params: { id: delivery?.id ?? '' } });
    const message = await client.getMessage({ params: { id: delivery?.message_id ?? '' } });
    return JSON.stringify([whole.data, message.data]);
  };
  const open = await read(['webhooks:read', 'shipping:read']);
  const masked = await read(['webhooks:read']);
  for (const code of [pickup_code ?? '', delivery_code ?? '']) {
    expect(open.split(code).length - 1).toBe(3);
    expect(masked).not.toContain(code);
  }
  expect(masked).toContain('******');
});

test("another merchant's messages and none at all are the same to a caller", async () => {
  const stranger = await service.merchant();
  const [message] = (await shop.client.listMessages({ query: {} })).data;
  for (const id of [message?.id ?? '', 'msg_01m7yp4srre209e457p23s65dq', 'nonsense']) {
    await expect(stranger.client.getMessage({ params: { id } })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
      status: 404,
      message: `There is no message ${id}. Messages are kept for 30 days.`,
    });
  }
  expect((await stranger.client.listMessages({ query: {} })).meta.total).toBe(0);
  expect((await stranger.client.listWebhookDeliveries({ query: {} })).meta.total).toBe(0);
});
