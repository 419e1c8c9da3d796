import { createClient } from '@cottontree/client';
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

const SHOP = 'https://shop.example.sl';
const OTHER = 'https://other.example.sl';

async function opensFrom(key: string, origin: string): Promise<boolean> {
  const { status } = await fetch(`${service.baseUrl}/payments/channels`, {
    headers: { 'x-api-key': key, origin },
  });
  return status === 200;
}

test('a public key works from the pages that it was given last, and from no others', async () => {
  const { data } = await shop.client.createKey({ body: { kind: 'public', origins: [SHOP] } });
  expect([await opensFrom(data.key, SHOP), await opensFrom(data.key, OTHER)]).toEqual([true, false]);
  const changed = await shop.client.updateKey({
    params: { id: data.id },
    body: { name: 'Page', origins: [`${OTHER}/`, OTHER] },
  });
  expect(changed.data).toMatchObject({
    id: data.id,
    name: 'Page',
    origins: [OTHER],
    last_four: data.last_four,
  });
  expect([await opensFrom(data.key, SHOP), await opensFrom(data.key, OTHER)]).toEqual([false, true]);
  const renamed = await shop.client.updateKey({ params: { id: data.id }, body: { name: 'Shop' } });
  expect(renamed.data).toMatchObject({ name: 'Shop', origins: [OTHER] });
});

test('a live key keeps at least one page, on https, and a secret one has none', async () => {
  const live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { livemode: true }),
  });
  const { data: page } = await live.createKey({ body: { kind: 'public', origins: [SHOP] } });
  for (const origins of [[], ['http://shop.example.sl'], [`${SHOP}/cart`]])
    await expect(live.updateKey({ params: { id: page.id }, body: { origins } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  const { data: secret } = await shop.client.createKey({ body: {} });
  await expect(
    shop.client.updateKey({ params: { id: secret.id }, body: { origins: [SHOP] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'origins' }] } });
});

test('a key that may do less changes no key that may do more', async () => {
  const narrow = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['keys:write'] }),
  });
  const { data: wide } = await shop.client.createKey({ body: { name: 'Wide' } });
  await expect(narrow.updateKey({ params: { id: wide.id }, body: { name: 'Mine' } })).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
  });
});

test('KEY_NOT_FOUND: another merchant’s key is as none at all', async () => {
  const { data } = await (await service.merchant()).client.createKey({ body: {} });
  await expect(
    shop.client.updateKey({ params: { id: data.id }, body: { name: 'Mine' } }),
  ).rejects.toMatchObject({ code: 'KEY_NOT_FOUND', message: `There is no API key ${data.id}.` });
});

test('STATE_CONFLICT: a key that was revoked or has ended stays as it is', async () => {
  const { data } = await shop.client.createKey({ body: { name: 'Lost' } });
  await shop.client.revokeKey({ params: { id: data.id } });
  await expect(
    shop.client.updateKey({ params: { id: data.id }, body: { name: 'Found' } }),
  ).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'revoked', to: 'changed' } });
});
