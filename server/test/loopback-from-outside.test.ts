import type { AddressInfo } from 'node:net';
import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestReceiver, type TestReceiver } from './kit/open-receiver.ts';
import { startService, type TestService } from './kit/service.ts';

/** As it usually runs: on loopback, behind a proxy that the world knows under another address. */
let behindProxy: TestService;
let atHome: TestService;
let inner: TestReceiver;
let client: Client;
let merchantId: string;

beforeAll(async () => {
  atHome = await startService();
  behindProxy = await startService({
    databaseUrl: atHome.databaseUrl,
    environment: { PUBLIC_URL: 'https://shop.example' },
  });
  inner = await openTestReceiver();
});
afterAll(async () => {
  await behindProxy[Symbol.asyncDispose]();
  await atHome[Symbol.asyncDispose]();
  await inner.close();
});
beforeEach(async () => {
  const shop = await atHome.merchant();
  merchantId = shop.id;
  const { port } = behindProxy.server.server.app.server.address() as AddressInfo;
  client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: shop.key, retries: 0 });
});

const port = (): string => new URL(inner.url).port;
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.8.9.10',
  '0x7f.0.0.1',
  '2130706433',
  '0177.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '0.0.0.0',
  '[::]',
];
const BANK = {
  provider: 'generic_http',
  credentials: { secret: 'the-secret-that-shop-and-bank-share-0001' },
} as const;

test.each(SPELLINGS)('nobody registers %s with a test key', async (host) => {
  const url = `http://${host}:${port()}`;
  await expect(client.createWebhook({ body: { url } })).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
  await expect(
    client.createProviderAccount({ body: { ...BANK, settings: { base_url: url } } }),
  ).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
});

test('what was registered while it was allowed is not called either', async () => {
  const home = createClient({ baseUrl: atHome.baseUrl, apiKey: await atHome.key(merchantId), retries: 0 });
  const endpoint = (await home.createWebhook({ body: { url: inner.url } })).data;
  const account = (
    await home.createProviderAccount({ body: { ...BANK, settings: { base_url: new URL(inner.url).origin } } })
  ).data;
  expect((await client.testWebhook({ params: { id: endpoint.id } })).data).toMatchObject({
    error: 'blocked',
    response_status: null,
  });
  expect(
    (await client.checkProviderAccount({ params: { providerAccountId: account.id } })).data,
  ).toMatchObject({ healthy: false });
  expect(inner.received).toEqual([]);
  expect((await home.testWebhook({ params: { id: endpoint.id } })).data.response_status).toBe(200);
});
