import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let id: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
  id = (
    await shop.client.createWebhook({
      body: { url: 'http://127.0.0.1:4000/hook', description: 'Shop', headers: { 'x-one': '1' } },
    })
  ).data.id;
});

const UNKNOWN = 'we_01m7yp4vq8f8sa4a08ma8cp2dy';

test('only what is given changes', async () => {
  const before = (await shop.client.getWebhook({ params: { id } })).data;
  service.advance(5_000);
  const { data, etag } = await shop.client.updateWebhook({
    params: { id },
    body: { events: ['shipping.driver.changed'], rate_per_second: 3 },
  });
  expect(etag).toBe('W/"2"');
  expect(data).toEqual({
    ...before,
    events: ['shipping.driver.changed'],
    rate_per_second: 3,
    updated_at: expect.any(String),
  });
  expect(data.updated_at > before.updated_at).toBe(true);
  const cleared = (
    await shop.client.updateWebhook({
      params: { id },
      body: { description: null, rate_per_second: null, headers: {} },
    })
  ).data;
  expect(cleared).toMatchObject({ description: null, rate_per_second: null, header_names: [] });
});

test('with If-Match, only what the caller has seen is changed', async () => {
  const { etag } = await shop.client.getWebhook({ params: { id } });
  await shop.client.updateWebhook({ params: { id }, body: { description: 'by a colleague' } });
  await expect(
    shop.client.updateWebhook({ params: { id }, body: { description: 'blindly' }, ifMatch: etag ?? '' }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
  const seen = await shop.client.getWebhook({ params: { id } });
  expect(
    (
      await shop.client.updateWebhook({
        params: { id },
        body: { description: 'knowingly' },
        ifMatch: seen.etag ?? '',
      })
    ).data.description,
  ).toBe('knowingly');
});

test('what was read can be sent back whole, but what cannot be set must be as it was', async () => {
  const { data } = await shop.client.getWebhook({ params: { id } });
  expect(
    (await shop.client.updateWebhook({ params: { id }, body: { ...data, description: 'whole' } })).data
      .description,
  ).toBe('whole');
  await expect(
    shop.client.updateWebhook({ params: { id }, body: { ...data, status: 'disabled' } as object }),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: {
      fields: [expect.objectContaining({ path: 'status' }), expect.objectContaining({ path: 'updated_at' })],
    },
  });
});

test('of many changes at once none is lost', async () => {
  await Promise.all([
    shop.client.updateWebhook({ params: { id }, body: { description: 'one' } }),
    shop.client.updateWebhook({ params: { id }, body: { ordered: true } }),
    shop.client.updateWebhook({ params: { id }, body: { max_in_flight: 3 } }),
  ]);
  expect((await shop.client.getWebhook({ params: { id } })).data).toMatchObject({
    description: 'one',
    ordered: true,
    max_in_flight: 3,
  });
});

test('a new address is judged like the first', async () => {
  await expect(
    shop.client.updateWebhook({ params: { id }, body: { url: 'http://192.168.1.1/' } }),
  ).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
});

test("another merchant's endpoint and none at all are the same to a caller", async () => {
  const stranger = await service.merchant();
  const live = await service.key(shop.id, { livemode: true, scopes: ['webhooks:read', 'webhooks:write'] });
  expect(live).toMatch(/^sk_live_/);
  for (const params of [{ id }, { id: UNKNOWN }, { id: 'nonsense' }]) {
    const refusal = {
      code: 'WEBHOOK_NOT_FOUND',
      status: 404,
      message: `There is no webhook endpoint ${params.id}.`,
    };
    await expect(stranger.client.getWebhook({ params })).rejects.toMatchObject(refusal);
    await expect(stranger.client.updateWebhook({ params, body: { ordered: true } })).rejects.toMatchObject(
      refusal,
    );
    await expect(stranger.client.enableWebhook({ params })).rejects.toMatchObject(refusal);
    await expect(stranger.client.disableWebhook({ params })).rejects.toMatchObject(refusal);
    await expect(stranger.client.testWebhook({ params })).rejects.toMatchObject(refusal);
    await expect(stranger.client.deleteWebhook({ params })).rejects.toMatchObject(refusal);
  }
});

test('disabling and enabling say so once, and what is deleted is gone', async () => {
  const disabled = await shop.client.disableWebhook({ params: { id } });
  expect(disabled.data).toMatchObject({ status: 'disabled', disabled_reason: 'by_merchant' });
  expect((await shop.client.disableWebhook({ params: { id } })).etag).toBe(disabled.etag);
  expect((await shop.client.enableWebhook({ params: { id } })).data).toMatchObject({
    status: 'active',
    disabled_reason: null,
  });
  expect((await shop.client.deleteWebhook({ params: { id } })).data).toEqual({ id, deleted: true });
  await expect(shop.client.getWebhook({ params: { id } })).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_FOUND',
  });
  expect(await service.query('SELECT * FROM webhook_secrets WHERE endpoint_id = $1', [id])).toEqual([]);
});
