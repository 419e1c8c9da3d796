import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const HOUR_MS = 3_600_000;
const as = (apiKey: string): Client => createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 });
const opens = (apiKey: string): Promise<boolean> =>
  as(apiKey)
    .listZones()
    .then(
      () => true,
      () => false,
    );

test('a rotated key has the same rights, and the old one works for the hours between', async () => {
  const old = (
    await shop.client.createKey({
      body: { name: 'Web shop', scopes: ['shipping:read'], ip_ranges: ['127.0.0.1'] },
    })
  ).data;
  const { data, status } = await shop.client.rotateKey({
    params: { id: old.id },
    body: { overlap_hours: 2 },
  });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    name: 'Web shop',
    scopes: ['shipping:read'],
    ip_ranges: ['127.0.0.1'],
    kind: 'secret',
    expires_at: null,
  });
  expect([data.id, data.key]).not.toEqual([old.id, old.key]);
  expect(await Promise.all([opens(old.key), opens(data.key)])).toEqual([true, true]);
  service.advance(2 * HOUR_MS);
  expect(await Promise.all([opens(old.key), opens(data.key)])).toEqual([false, true]);
});

test('the overlap is a day unless it is said, and none ends the old key at once', async () => {
  const old = (await shop.client.createKey({ body: { scopes: ['shipping:read'] } })).data;
  const next = (await shop.client.rotateKey({ params: { id: old.id } })).data;
  const ends = (await shop.client.listKeys()).data.find(({ id }) => id === old.id)?.expires_at ?? '';
  expect(
    Math.abs(new Date(ends).getTime() - new Date(next.created_at).getTime() - 24 * HOUR_MS),
  ).toBeLessThan(1_000);
  expect(await opens(next.key)).toBe(true);
  await shop.client.rotateKey({ params: { id: next.id }, body: { overlap_hours: 0 } });
  expect(await opens(next.key)).toBe(false);
});

test('a revoked or an expired key cannot be rotated', async () => {
  const revoked = (await shop.client.createKey({ body: {} })).data;
  await shop.client.revokeKey({ params: { id: revoked.id } });
  await expect(shop.client.rotateKey({ params: { id: revoked.id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'revoked' },
  });
  const at = new Date(service.server.runtime.context.world.now().getTime() + 60_000).toISOString();
  const expired = (await shop.client.createKey({ body: { expires_at: at } })).data;
  service.advance(60_001);
  await expect(shop.client.rotateKey({ params: { id: expired.id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'expired' },
  });
});

test('a key that may do less cannot get hold of one that may do more', async () => {
  const narrow = as(await service.key(shop.id, { scopes: ['keys:write'] }));
  const wide = (await shop.client.createKey({ body: {} })).data;
  await expect(narrow.rotateKey({ params: { id: wide.id } })).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
  });
  expect(await opens(wide.key)).toBe(true);
});

test('a key that ends, or works from certain addresses, cannot get hold of one that works longer or from elsewhere', async () => {
  const at = (ms: number): string =>
    new Date(service.server.runtime.context.world.now().getTime() + ms).toISOString();
  const wide = (await shop.client.createKey({ body: {} })).data;
  const brief = (await shop.client.createKey({ body: { expires_at: at(3_600_000) } })).data;
  const bound = (await shop.client.createKey({ body: { ip_ranges: ['127.0.0.0/8'] } })).data;
  const narrow = (await shop.client.createKey({ body: { ip_ranges: ['127.0.0.1'], expires_at: at(60_000) } }))
    .data;
  for (const key of [brief, bound])
    await expect(as(key.key).rotateKey({ params: { id: wide.id } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
  expect(await opens(wide.key)).toBe(true);
  expect((await as(bound.key).rotateKey({ params: { id: narrow.id } })).data).toMatchObject({
    ip_ranges: narrow.ip_ranges,
    expires_at: narrow.expires_at,
  });
  expect((await as(brief.key).rotateKey({ params: { id: brief.id } })).data.expires_at).toBe(
    brief.expires_at,
  );
});

test("another merchant's key, the other mode's and none at all are the same refusal", async () => {
  const other = await service.merchant();
  const theirs = (await other.client.createKey({ body: {} })).data.id;
  const live = (
    await as(await service.key(shop.id, { livemode: true })).createKey({ body: { scopes: ['*'] } })
  ).data.id;
  for (const id of [theirs, live, 'key_01m7yp4pv0fhb94kz68t4m6rpe']) {
    await expect(shop.client.rotateKey({ params: { id } })).rejects.toMatchObject({
      code: 'KEY_NOT_FOUND',
      message: `There is no API key ${id}.`,
    });
    await expect(shop.client.revokeKey({ params: { id } })).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  }
});

test('a revoked key is refused at once, stays on the list, and is revoked only once', async () => {
  const { data } = await shop.client.createKey({ body: { name: 'Lost' } });
  expect(await opens(data.key)).toBe(true);
  const first = (await shop.client.revokeKey({ params: { id: data.id } })).data;
  expect(await opens(data.key)).toBe(false);
  service.advance(1_000);
  expect((await shop.client.revokeKey({ params: { id: data.id } })).data).toEqual(first);
  expect((await shop.client.listKeys()).data.find(({ id }) => id === data.id)?.revoked_at).toBe(
    first.revoked_at,
  );
});

test('keys are listed newest first, page by page, with how many there are', async () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    service.advance(10);
    await shop.client.createKey({ body: { name } });
  }
  const first = await shop.client.listKeys({ query: { limit: 2 } });
  expect(first.data.map(({ name }) => name)).toEqual(['d', 'c']);
  expect(first.meta).toMatchObject({ page: 1, limit: 2, total: 5, has_next_page: true });
  const last = await shop.client.listKeys({ query: { limit: 2, page: 3 } });
  expect([last.data.length, last.meta.has_next_page]).toEqual([1, false]);
  expect((await shop.client.listKeys({ query: { limit: 2, page: 9 } })).meta).toMatchObject({
    total: 5,
    has_next_page: false,
  });
  expect(JSON.stringify(first.data)).not.toMatch(/sk_test_/);
});

test('a key ends and renews only keys whose scopes are among its own', async () => {
  const keeper = as(await service.key(shop.id, { scopes: ['keys:write', 'shipping:read'] }));
  const wide = (await shop.client.createKey({ body: { scopes: ['payments:write', 'shipping:read'] } })).data;
  const all = (await shop.client.createKey({ body: {} })).data;
  for (const { id, key } of [wide, all]) {
    await expect(keeper.revokeKey({ params: { id } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      status: 403,
    });
    await expect(keeper.rotateKey({ params: { id } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      status: 403,
    });
    expect(await opens(key)).toBe(true);
  }
  const narrow = (await shop.client.createKey({ body: { scopes: ['shipping:read'] } })).data;
  const page = (await shop.client.createKey({ body: { kind: 'public' } })).data;
  for (const { id } of [narrow, page])
    expect((await keeper.revokeKey({ params: { id } })).data.revoked_at).not.toBeNull();
});
