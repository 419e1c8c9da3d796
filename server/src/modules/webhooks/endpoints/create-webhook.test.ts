import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const url = 'http://127.0.0.1:4000/hook';
const field = (path: string): object => ({
  code: 'VALIDATION_ERROR',
  details: { fields: [expect.objectContaining({ path })] },
});

test('an endpoint gets what merchants usually want, and its secret is shown once', async () => {
  const { data, status, etag } = await shop.client.createWebhook({ body: { url } });
  expect([status, etag]).toEqual([201, 'W/"1"']);
  expect(data).toEqual({
    id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
    url,
    events: ['*'],
    description: null,
    status: 'active',
    disabled_reason: null,
    success: '200',
    max_in_flight: 8,
    rate_per_second: null,
    ordered: false,
    header_names: [],
    secrets: [
      {
        id: expect.stringMatching(/^wsec_/),
        role: 'primary',
        created_at: data.created_at,
        promotes_at: null,
        expires_at: null,
      },
    ],
    created_at: expect.any(String),
    updated_at: data.created_at,
    livemode: false,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const { secret: _secret, ...shown } = data;
  expect((await shop.client.getWebhook({ params: { id: data.id } })).data).toEqual(shown);
  expect((await shop.client.listWebhooks()).data).toEqual([shown]);
});

test('it is made as asked for; the values of its headers are not shown again', async () => {
  const body = {
    url,
    events: ['shipping.status.updated', 'shipping.status.updated', 'shipping.driver.changed'],
    description: 'Web shop',
    success: '2xx',
    max_in_flight: 1,
    rate_per_second: 0.5,
    ordered: true,
    headers: { 'X-Shop': 'aminata', Authorization: 'Bearer 1' },
  } as const;
  const { data } = await shop.client.createWebhook({ body: { ...body, events: [...body.events] } });
  expect(data).toMatchObject({
    events: ['shipping.status.updated', 'shipping.driver.changed'],
    description: 'Web shop',
    success: '2xx',
    max_in_flight: 1,
    rate_per_second: 0.5,
    ordered: true,
    header_names: ['x-shop', 'authorization'],
  });
  expect(JSON.stringify(data)).not.toContain('aminata');
});

test('asked for again with the same Idempotency-Key it is the same one, secret included', async () => {
  const first = await shop.client.createWebhook({ body: { url }, idempotencyKey: 'hook-1' });
  const again = await shop.client.createWebhook({ body: { url }, idempotencyKey: 'hook-1' });
  expect(again).toMatchObject({ data: first.data, replayed: true });
  expect((await shop.client.listWebhooks()).meta.total).toBe(1);
});

test('and so it is where its address may no longer be called', async () => {
  const { key: apiKey } = shop;
  const first = await shop.client.createWebhook({ body: { url }, idempotencyKey: 'hook-2' });
  const strict = await startService({
    databaseUrl: service.databaseUrl,
    environment: { OUTBOUND_ALLOW: 'none' },
  });
  try {
    const client = createClient({ baseUrl: strict.baseUrl, apiKey, retries: 0 });
    await expect(client.createWebhook({ body: { url } })).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(await client.createWebhook({ body: { url }, idempotencyKey: 'hook-2' })).toMatchObject({
      data: first.data,
      replayed: true,
    });
    await expect(
      client.createWebhook({ body: { url, description: 'Another' }, idempotencyKey: 'hook-2' }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  } finally {
    await strict[Symbol.asyncDispose]();
  }
});

test.each(['content-type', 'Host', 'User-Agent', 'X-Service-Signature', 'webhook-id', 'Transfer-Encoding'])(
  'the header %s is ours',
  async (name) => {
    await expect(
      shop.client.createWebhook({ body: { url, headers: { [name]: 'x' } } }),
    ).rejects.toMatchObject(field(`headers.${name.toLowerCase()}`));
  },
);

test.each([
  'http://10.0.0.8/hook',
  'http://169.254.169.254/latest',
  'http://[::ffff:10.1.1.1]/',
  'ftp://shop.example.sl/',
  'http://me:pass@shop.example.sl/',
  'https://shop.example.sl:22/',
  'nonsense',
])('no endpoint is at %s', async (bad) => {
  await expect(shop.client.createWebhook({ body: { url: bad } })).rejects.toMatchObject({
    code: 'URL_NOT_ALLOWED',
    status: 422,
    details: { url: bad, reason: expect.any(String) },
  });
});

test('live endpoints speak https', async () => {
  const live = await service.merchant({ livemode: true });
  await expect(live.client.createWebhook({ body: { url } })).rejects.toMatchObject({
    code: 'URL_NOT_ALLOWED',
  });
  expect(
    (await live.client.createWebhook({ body: { url: 'https://127.0.0.1:4001/hook' } })).data.livemode,
  ).toBe(true);
});

test('there are at most twenty, however many are asked for at once', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 26 }, () => shop.client.createWebhook({ body: { url } })),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBe(6);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'TOO_MANY_ENDPOINTS', status: 409, details: { endpoints_max: 20 } });
  expect((await shop.client.listWebhooks({ query: { limit: 100 } })).meta.total).toBe(20);
});
