import { createClient } from '@cottontree/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { everyFake } from '../../../../../test/kit/fake-providers/every-fake.ts';
import { openFakeStripe } from '../../../../../test/kit/fake-providers/fake-stripe.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { keyIdOf } from '../../../../kernel/secrets/vault.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

const BANK = {
  provider: 'generic_http',
  credentials: { secret: 'the-secret-that-shop-and-bank-share-0001' },
  settings: { base_url: 'http://127.0.0.1:4009/api/' },
} as const;
const field = (path: string) => ({
  code: 'VALIDATION_ERROR',
  details: { fields: expect.arrayContaining([expect.objectContaining({ path })]) },
});

test('an account is kept, and of its secrets only the ends are shown', async () => {
  const { data } = await shop.client.createProviderAccount({
    body: { ...BANK, name: 'Rokel', channels: ['hosted', 'card'], priority: 5 },
  });
  expect(data).toMatchObject({
    id: expect.stringMatching(/^prv_/),
    provider: 'generic_http',
    name: 'Rokel',
    status: 'active',
    channels: ['hosted', 'card'],
    priority: 5,
    credentials: { secret: '…0001' },
    settings: { base_url: 'http://127.0.0.1:4009/api' },
    callback_url: expect.stringMatching(/\/callbacks\/generic_http\/[\w-]{22}$/),
    checked_at: null,
    healthy: null,
    livemode: false,
    test: true,
  });
  expect((await shop.client.getProviderAccount({ params: { providerAccountId: data.id } })).data).toEqual(
    data,
  );
  const [kept] = (
    await service.query('SELECT credentials FROM provider_accounts WHERE id = $1', [data.id])
  ).map(({ credentials }) => credentials as Buffer);
  expect(kept?.toString('latin1')).not.toContain('share');
  expect(kept && keyIdOf(kept)).toBe(service.server.runtime.context.vault.keyId);
});

test.each(Object.keys(everyFake))('%s is connected with what its fake hands out, and checked', async (id) => {
  const fake = await (everyFake[id] ?? openFakeStripe)();
  opened.push(fake);
  const { data } = await shop.client.createProviderAccount({
    body: { provider: fake.id, credentials: fake.credentials, settings: fake.settings },
  });
  for (const secret of Object.values(fake.credentials)) expect(JSON.stringify(data)).not.toContain(secret);
  const checked = await shop.client.checkProviderAccount({ params: { providerAccountId: data.id } });
  expect(checked.data).toMatchObject({ healthy: true, health_message: null, checked_at: expect.any(String) });
  fake.server.misbehave('error_500');
  expect(
    (await shop.client.checkProviderAccount({ params: { providerAccountId: data.id } })).data,
  ).toMatchObject({ healthy: false, health_message: expect.stringContaining('does not answer') });
});

test('accounts are listed in the order in which they are tried', async () => {
  for (const priority of [50, 10, 100])
    await shop.client.createProviderAccount({ body: { ...BANK, priority } });
  const { data, meta } = await shop.client.listProviderAccounts();
  expect(data.map(({ priority }) => priority)).toEqual([10, 50, 100]);
  expect(meta.total).toBe(3);
});

test('a change replaces what it names; one secret can be renewed alone', async () => {
  const fake = await openFakeStripe();
  opened.push(fake);
  const { data } = await shop.client.createProviderAccount({
    body: { provider: 'stripe', credentials: fake.credentials, settings: fake.settings },
  });
  const params = { providerAccountId: data.id };
  await shop.client.checkProviderAccount({ params });
  const renewed = await shop.client.updateProviderAccount({
    params,
    body: { credentials: { webhook_secret: 'whsec_renewed_secret_WXYZ' } },
  });
  expect(renewed.data).toMatchObject({
    credentials: { secret_key: data.credentials['secret_key'], webhook_secret: '…WXYZ' },
    checked_at: null,
    healthy: null,
  });
  expect((await shop.client.checkProviderAccount({ params })).data.healthy).toBe(true);
  expect(
    (await shop.client.updateProviderAccount({ params, body: { status: 'paused', name: 'Cards' } })).data,
  ).toMatchObject({ status: 'paused', name: 'Cards', healthy: true });
  expect(
    (await shop.client.updateProviderAccount({ params, body: { name: null, channels: ['card'] } })).data,
  ).toMatchObject({ name: null, channels: ['card'] });
});

test('an account can be sent back as it was read; what is shown of a secret is never taken for one', async () => {
  const fake = await openFakeStripe();
  opened.push(fake);
  const { data: made } = await shop.client.createProviderAccount({
    body: { provider: 'stripe', credentials: fake.credentials, settings: fake.settings },
  });
  const params = { providerAccountId: made.id };
  const { data: read } = await shop.client.checkProviderAccount({ params });
  expect((await shop.client.updateProviderAccount({ params, body: read })).data).toEqual(read);
  const renamed = await shop.client.updateProviderAccount({ params, body: { ...read, name: 'Cards' } });
  expect(renamed.data).toEqual({ ...read, name: 'Cards', updated_at: expect.any(String) });
  expect((await shop.client.checkProviderAccount({ params })).data.healthy).toBe(true);
  for (const secret_key of ['…', '…abcd', `${read.credentials['webhook_secret']}`])
    await expect(
      shop.client.updateProviderAccount({ params, body: { credentials: { secret_key } } }),
    ).rejects.toMatchObject(field('credentials.secret_key'));
  await expect(
    shop.client.createProviderAccount({ body: { ...BANK, credentials: { secret: '…0001' } } }),
  ).rejects.toMatchObject(field('credentials.secret'));
});

test('a deleted account is gone for everybody, and its secrets a week later', async () => {
  const { data } = await shop.client.createProviderAccount({ body: BANK });
  const params = { providerAccountId: data.id };
  expect((await shop.client.deleteProviderAccount({ params })).data).toEqual({ id: data.id, deleted: true });
  for (const act of [
    () => shop.client.getProviderAccount({ params }),
    () => shop.client.deleteProviderAccount({ params }),
    () => shop.client.checkProviderAccount({ params }),
    () => shop.client.updateProviderAccount({ params, body: {} }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'PROVIDER_ACCOUNT_NOT_FOUND' });
  }
  expect((await shop.client.listProviderAccounts()).data).toEqual([]);
  const { accounts } = service.server.modules.payments.providers;
  const tenant = { merchantId: shop.id, livemode: false };
  expect(await accounts.find(tenant, { provider: 'generic_http', accountId: data.id })).toMatchObject({
    id: data.id,
    merchantName: expect.stringMatching(/^Shop/),
  });
  service.advance(8 * 86_400_000);
  await service.drain();
  expect(await accounts.find(tenant, { provider: 'generic_http', accountId: data.id })).toBeNull();
});

test("an account is found by its callback, and only with its provider's word", async () => {
  const { data } = await shop.client.createProviderAccount({ body: BANK });
  const token = data.callback_url.split('/').at(-1) ?? '';
  const { accounts } = service.server.modules.payments.providers;
  expect(await accounts.findByCallback({ provider: 'generic_http', token })).toMatchObject({
    id: data.id,
    tenant: { merchantId: shop.id, livemode: false },
  });
  expect(await accounts.findByCallback({ provider: 'stripe', token })).toBeNull();
  expect(await accounts.findByCallback({ provider: 'generic_http', token: 'nobody' })).toBeNull();
});

test('a paused account is not in use; the others by their priority, and after them what is built in', async () => {
  const first = await shop.client.createProviderAccount({ body: { ...BANK, priority: 2 } });
  await shop.client.createProviderAccount({ body: { ...BANK, priority: 1, status: 'paused' } });
  const inUse = await service.server.modules.payments.providers.accounts.inUse({
    merchantId: shop.id,
    livemode: false,
  });
  expect(inUse.map(({ id, provider }) => id ?? provider.id)).toEqual([
    first.data.id,
    'test',
    'cash',
    'manual',
  ]);
  const live = await service.server.modules.payments.providers.accounts.inUse({
    merchantId: shop.id,
    livemode: true,
  });
  expect(live.map(({ provider }) => provider.id)).toEqual(['cash', 'manual']);
});

test("nobody sees another merchant's account, or that of the other mode", async () => {
  const { data } = await shop.client.createProviderAccount({ body: BANK });
  const others = [
    await service.merchant(),
    {
      client: createClient({
        baseUrl: service.baseUrl,
        apiKey: await service.key(shop.id, { livemode: true }),
        retries: 0,
      }),
    },
  ];
  for (const { client } of others) {
    await expect(client.getProviderAccount({ params: { providerAccountId: data.id } })).rejects.toMatchObject(
      { code: 'PROVIDER_ACCOUNT_NOT_FOUND' },
    );
    expect((await client.listProviderAccounts()).data).toEqual([]);
  }
});

test.each([
  {
    provider: 'monime',
    credentials: { access_token: 'mon_live_1', space_id: 'spc' },
    settings: {},
    path: 'credentials.access_token',
  },
  {
    provider: 'orange_money',
    credentials: { client_id: 'a', client_secret: 'b', merchant_key: 'c' },
    settings: { country: 'sl' },
    path: 'settings.country',
  },
  {
    provider: 'orange_money',
    credentials: { client_id: 'a', client_secret: 'b', merchant_key: 'c' },
    settings: { country: 'atlantis' },
    path: 'settings.country',
  },
  {
    provider: 'mtn_momo',
    credentials: { collection_user: 'a', collection_secret: 'b', collection_key: 'c' },
    settings: { target_environment: 'mtnliberia' },
    path: 'settings.target_environment',
  },
  {
    provider: 'mtn_momo',
    credentials: { collection_user: 'a' },
    settings: {},
    path: 'credentials.collection_key',
  },
  {
    provider: 'stripe',
    credentials: { secret_key: 'sk_live_abc' },
    settings: {},
    path: 'credentials.secret_key',
  },
  {
    provider: 'stripe',
    credentials: { secret_key: 'pk_test_abc' },
    settings: {},
    path: 'credentials.secret_key',
  },
  {
    provider: 'stripe',
    credentials: { secret_key: 'sk_test_abc', password: 'x' },
    settings: {},
    path: 'credentials.password',
  },
  {
    provider: 'generic_http',
    credentials: { secret: 'too short' },
    settings: { base_url: 'http://127.0.0.1:4009' },
    path: 'credentials.secret',
  },
  {
    provider: 'generic_http',
    credentials: { secret: BANK.credentials.secret },
    settings: {},
    path: 'settings.base_url',
  },
  {
    provider: 'generic_http',
    credentials: { secret: BANK.credentials.secret },
    settings: { base_url: 'http://127.0.0.1:4009', currencies: 'SLE,ZZZ' },
    path: 'settings.currencies',
  },
] as const)(
  'with a test key $provider with $credentials and $settings is refused',
  async ({ provider, credentials, settings, path }) => {
    await expect(
      shop.client.createProviderAccount({ body: { provider, credentials, settings } }),
    ).rejects.toMatchObject(field(path));
  },
);

test('a setting or credential that stands beside the others is told, and not left out', async () => {
  const monime = {
    provider: 'monime',
    credentials: { access_token: 'mon_test_a', space_id: 'spc-1' },
  } as const;
  const beside = { base_url: 'http://127.0.0.1:4009', webhook_secret: 'x', country: 'sl' };
  const named = {
    code: 'VALIDATION_ERROR',
    details: {
      fields: [
        { path: 'webhook_secret', message: 'belongs in credentials: send it as credentials.webhook_secret' },
        { path: 'base_url', message: 'belongs in settings: send it as settings.base_url' },
      ],
    },
  };
  await expect(shop.client.createProviderAccount({ body: { ...monime, ...beside } })).rejects.toMatchObject(
    named,
  );
  const { data } = await shop.client.createProviderAccount({ body: { ...monime } });
  const params = { providerAccountId: data.id };
  await expect(shop.client.updateProviderAccount({ params, body: beside as object })).rejects.toMatchObject(
    named,
  );
  expect((await shop.client.getProviderAccount({ params })).data).toEqual(data);
});

test('channels that the provider does not serve, and payouts to nowhere, are refused', async () => {
  await expect(
    shop.client.createProviderAccount({ body: { ...BANK, channels: ['hosted', 'cash'] } }),
  ).rejects.toMatchObject(field('channels'));
  for (const [destination, path] of [
    [{ type: 'safe' }, 'payout_destination.type'],
    [{ type: 'bank' }, 'payout_destination.account_number'],
    [{ type: 'mobile_money', phone: '076123456' }, 'payout_destination.phone'],
  ] as const) {
    await expect(
      shop.client.createProviderAccount({ body: { ...BANK, payout_destination: destination } }),
    ).rejects.toMatchObject(field(path));
  }
  const { data } = await shop.client.createProviderAccount({
    body: {
      ...BANK,
      payout_destination: { type: 'mobile_money', provider_id: 'm17', phone: '+23276123456' },
    },
  });
  expect(data.payout_destination).toEqual({
    type: 'mobile_money',
    provider_id: 'm17',
    phone: '+23276123456',
  });
});

test('a live key takes real accounts only', async () => {
  const { client } = await service.merchant({ livemode: true });
  await expect(
    client.createProviderAccount({
      body: { provider: 'stripe', credentials: { secret_key: 'sk_test_abc' } },
    }),
  ).rejects.toMatchObject(field('credentials.secret_key'));
  await expect(
    client.createProviderAccount({
      body: {
        provider: 'mtn_momo',
        credentials: { collection_user: 'a', collection_secret: 'b', collection_key: 'c' },
        settings: { target_environment: 'mtnliberia' },
      },
    }),
  ).rejects.toMatchObject(field('settings.currency'));
  expect(
    (
      await client.createProviderAccount({
        body: { provider: 'stripe', credentials: { secret_key: 'sk_live_abc' } },
      })
    ).data.test,
  ).toBe(false);
});

test.each(['http://10.0.0.8/api', 'http://169.254.169.254/latest', 'https://127.0.0.1:22/'])(
  'no provider is at %s',
  async (base_url) => {
    await expect(
      shop.client.createProviderAccount({ body: { ...BANK, settings: { base_url } } }),
    ).rejects.toMatchObject({
      code: 'URL_NOT_ALLOWED',
      details: { url: base_url.replace(/\/$/, ''), reason: expect.any(String) },
    });
    const { data } = await shop.client.createProviderAccount({ body: BANK });
    await expect(
      shop.client.updateProviderAccount({
        params: { providerAccountId: data.id },
        body: { settings: { base_url } },
      }),
    ).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
  },
);

test('there are at most twenty, however many are asked for at once', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 24 }, () => shop.client.createProviderAccount({ body: BANK })),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBe(4);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'TOO_MANY_ACCOUNTS', details: { accounts_max: 20 } });
});

test('If-Match holds a change to what was seen', async () => {
  const { data } = await shop.client.createProviderAccount({ body: BANK });
  const params = { providerAccountId: data.id };
  const answer = await fetch(`${service.baseUrl}/payments/providers/${data.id}`, {
    headers: { authorization: `Bearer ${shop.key}` },
  });
  const etag = answer.headers.get('etag') ?? '';
  await shop.client.updateProviderAccount({ params, body: { name: 'First' } });
  const late = await fetch(`${service.baseUrl}/payments/providers/${data.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', 'if-match': etag },
    body: '{"name":"Second"}',
  });
  expect(late.status).toBe(412);
  expect(((await late.json()) as { error: { code: string } }).error.code).toBe('PRECONDITION_FAILED');
});
