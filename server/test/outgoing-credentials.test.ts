import { createClient } from '@cottontree/client';
import { operations, type GrantedScope } from '@cottontree/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SEALED_COLUMNS } from '../src/cli/reseal/sealed-columns.ts';
import { openTestReceiver, type TestReceiver } from './kit/open-receiver.ts';
import { everyFake } from './kit/fake-providers/every-fake.ts';
import type { FakeProvider } from './kit/fake-providers/fake-provider.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;
/** Of whoever would like to have the credentials. */
let thief: TestReceiver;
let fake: FakeProvider | null = null;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  [shop, thief] = [await service.merchant(), await openTestReceiver()];
});
afterEach(async () => {
  await thief.close();
  await fake?.[Symbol.asyncDispose]();
  fake = null;
});

const originOf = (url: string): string => new URL(url).origin;
const lacking = (scope: string) => ({ code: 'INSUFFICIENT_SCOPE', status: 403, details: { scope } });
async function clientWith(...scopes: readonly GrantedScope[]) {
  return createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes }),
    retries: 0,
  });
}
async function told(kind: string) {
  await service.drain();
  return (await shop.client.listNotices({ query: { limit: 100 } })).data.filter(
    (notice) => notice.kind === kind,
  );
}

/** What is kept sealed and goes out in a request to wherever a merchant says; all else stays here or goes to people. */
const GOES_OUT: Readonly<Record<string, string>> = {
  'provider_accounts.credentials': 'updateProviderAccount',
  'webhook_endpoints.headers': 'updateWebhook',
};
const STAYS = [
  'webhook_secrets.sealed',
  'tickets.code_sealed',
  'deliveries.pickup_code',
  'deliveries.delivery_code',
  'notices.address',
  'inbound_texts.answer',
  'payments.client_secret',
  'staff.pin_verifier',
  'webhook_messages.body',
  'event_keys.private_key',
  'idempotency_keys.answer',
  'account_letters.letter',
  'people.totp_begun',
  'people.totp_secret',
];

test('everything that is kept sealed stays, or is among what goes out and is held below', () => {
  const kept = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`));
  expect([...kept].toSorted()).toEqual([...Object.keys(GOES_OUT), ...STAYS].toSorted());
  for (const id of Object.values(GOES_OUT)) expect(operations).toHaveProperty(id);
});

describe.each(Object.entries(everyFake))('the credentials of %s', (_id, open) => {
  let params: { readonly providerAccountId: string };
  beforeEach(async () => {
    fake = await open();
    const { data } = await shop.client.createProviderAccount({
      body: { provider: fake.id, credentials: fake.credentials, settings: fake.settings },
    });
    params = { providerAccountId: data.id };
  });
  const names = (): readonly string[] => Object.keys(fake?.credentials ?? {});
  const elsewhere = () => ({ ...fake?.settings, base_url: originOf(thief.url) });
  const wantedAgain = (...missing: readonly string[]) => ({
    code: 'VALIDATION_ERROR',
    details: { fields: missing.map((name) => expect.objectContaining({ path: `credentials.${name}` })) },
  });

  test('go to no other address unless all of them are given again', async () => {
    const before = (await shop.client.getProviderAccount({ params })).data;
    await expect(
      shop.client.updateProviderAccount({ params, body: { settings: elsewhere() } }),
    ).rejects.toMatchObject(wantedAgain(...names()));
    for (const left of names()) {
      const { [left]: _left, ...others } = { ...fake?.credentials };
      await expect(
        shop.client.updateProviderAccount({ params, body: { settings: elsewhere(), credentials: others } }),
      ).rejects.toMatchObject(wantedAgain(left));
    }
    expect((await shop.client.getProviderAccount({ params })).data).toEqual(before);
    await shop.client.checkProviderAccount({ params });
    expect(thief.received).toEqual([]);
    expect(fake?.server.asked.length).toBeGreaterThan(0);
  });

  test('go where whoever knows them sends them, and the owner is told', async () => {
    await shop.client.updateProviderAccount({
      params,
      body: { settings: { ...fake?.settings, base_url: `${fake?.settings['base_url'] ?? ''}/v9` } },
    });
    expect((await told('provider_account_changed')).length).toBe(1);
    await shop.client.updateProviderAccount({
      params,
      body: { settings: elsewhere(), credentials: fake?.credentials ?? {} },
    });
    const notices = await told('provider_account_changed');
    expect(
      notices.map(({ text, audience }) => [audience, /\(([^()]*)\), by the key key_/.exec(text ?? '')?.[1]]),
    ).toEqual([
      ['merchant', 'address'],
      ['merchant', 'connected'],
    ]);
    await shop.client.checkProviderAccount({ params });
    expect(thief.received.length).toBeGreaterThan(0);
  });

  test('are changed and led elsewhere by nobody who may only take payments', async () => {
    const clerk = await clientWith(
      'payments:read',
      'payments:write',
      'payouts:write',
      'payout_destinations:write',
      'webhooks:write',
    );
    for (const body of [
      { settings: elsewhere(), credentials: fake?.credentials ?? {} },
      { credentials: fake?.credentials ?? {} },
      { status: 'paused' as const },
      { payout_destination: null },
    ]) {
      await expect(clerk.updateProviderAccount({ params, body })).rejects.toMatchObject(
        lacking('payment_providers:write'),
      );
    }
    await expect(clerk.deleteProviderAccount({ params })).rejects.toMatchObject(
      lacking('payment_providers:write'),
    );
    await expect(
      clerk.createProviderAccount({
        body: { provider: fake?.id ?? 'stripe', credentials: fake?.credentials ?? {}, settings: elsewhere() },
      }),
    ).rejects.toMatchObject(lacking('payment_providers:write'));
    expect((await clerk.getProviderAccount({ params })).data.id).toBe(params.providerAccountId);
    expect((await clerk.checkProviderAccount({ params })).data.healthy).toBe(true);
    expect(thief.received).toEqual([]);
  });
});

describe('where payouts go', () => {
  const DESTINATION = { type: 'mobile_money', phone: '+23276123456' } as const;
  const ACCOUNT = { provider: 'stripe', credentials: { secret_key: 'sk_test_1234567890' } } as const;

  test('is said only by who may pay out, or say just that', async () => {
    const connector = await clientWith('payment_providers:read', 'payment_providers:write');
    await expect(
      connector.createProviderAccount({ body: { ...ACCOUNT, payout_destination: DESTINATION } }),
    ).rejects.toMatchObject(lacking('payout_destinations:write'));
    const params = { providerAccountId: (await connector.createProviderAccount({ body: ACCOUNT })).data.id };
    await expect(
      connector.updateProviderAccount({ params, body: { payout_destination: DESTINATION } }),
    ).rejects.toMatchObject(lacking('payout_destinations:write'));
    for (const scope of ['payout_destinations:write', 'payouts:write'] as const) {
      const director = await clientWith('payment_providers:write', scope);
      expect(
        (await director.updateProviderAccount({ params, body: { payout_destination: DESTINATION } })).data
          .payout_destination,
      ).toEqual(DESTINATION);
      // What was read can be sent back whole, by anybody; to take it away is to change it.
      expect(
        (
          await connector.updateProviderAccount({
            params,
            body: { payout_destination: DESTINATION, name: 'Cards' },
          })
        ).data.name,
      ).toBe('Cards');
      await expect(
        connector.updateProviderAccount({ params, body: { payout_destination: null } }),
      ).rejects.toMatchObject(lacking('payout_destinations:write'));
      await director.updateProviderAccount({ params, body: { payout_destination: null } });
    }
    // Once for each of the two keys.
    expect(
      (await told('provider_account_changed')).filter(({ text }) => text?.includes('(payout_destination)'))
        .length,
    ).toBe(2);
  });

  test("and into whose account a wallet's code leads, by nobody who may only take payments", async () => {
    const emv = {
      template_id: 26,
      guid: 'sl.example.pay',
      account_id: '0077123456',
      mcc: '5411',
      city: 'Freetown',
      merchant_name: 'Aminata Stores',
    };
    const clerk = await clientWith('payments:read', 'payments:write');
    for (const body of [{ emv }, { require_signed_amounts: false }])
      await expect(clerk.updatePaymentSettings({ body })).rejects.toMatchObject(
        lacking('payment_providers:write'),
      );
    expect((await clerk.getPaymentSettings()).data.emv).toBeNull();
  });

  test('and how invoices are to be paid, by nobody who may only write invoices', async () => {
    const clerk = await clientWith('invoices:read', 'invoices:write');
    const body = { payment_instructions: 'Orange Money 076 000 000' };
    await expect(clerk.updateInvoiceSettings({ body })).rejects.toMatchObject(lacking('merchant:write'));
    expect((await clerk.getInvoiceSettings()).data.payment_instructions).toBeNull();
  });

  test('a key that leaked cannot silence the message that says so', async () => {
    const found = await clientWith('shipping:read', 'shipping:write');
    await expect(found.updateNoticeSettings({ body: { kinds: [] } })).rejects.toMatchObject(
      lacking('merchant:write'),
    );
  });
});

describe('the extra headers of a webhook', () => {
  const HEADERS = { 'x-password': 'the-secret-of-the-gateway' };
  let params: { readonly id: string };
  beforeEach(async () => {
    const { data } = await shop.client.createWebhook({
      body: { url: 'http://127.0.0.1:4009/hook', headers: HEADERS },
    });
    params = { id: data.id };
  });

  test('go to no other origin unless they are given again', async () => {
    const { port } = new URL(thief.url);
    for (const url of [
      thief.url,
      `https://127.0.0.1:4009/hook`,
      `http://localhost:4009/hook`,
      `http://127.0.0.1:4009@127.0.0.1:${port}/`,
      'https://hooks.example.org/',
    ]) {
      await expect(shop.client.updateWebhook({ params, body: { url } }), url).rejects.toMatchObject({
        code: expect.stringMatching(/VALIDATION_ERROR|URL_NOT_ALLOWED/),
      });
    }
    expect((await shop.client.testWebhook({ params })).data.endpoint_id).toBe(params.id);
    expect(thief.received).toEqual([]);
    expect(
      (await shop.client.updateWebhook({ params, body: { url: 'http://127.0.0.1:4009/other' } })).data
        .header_names,
    ).toEqual(['x-password']);
    await shop.client.updateWebhook({ params, body: { url: thief.url, headers: {} } });
    await shop.client.testWebhook({ params });
    expect(thief.received.map(({ headers }) => headers['x-password'])).toEqual([undefined]);
  });

  test('go where whoever knows them sends them, and the owner is told, whatever he wants to be told', async () => {
    await shop.client.updateNoticeSettings({ body: { kinds: [] } });
    await shop.client.updateWebhook({ params, body: { url: thief.url, headers: HEADERS } });
    await shop.client.testWebhook({ params });
    expect(thief.received[0]?.headers['x-password']).toBe(HEADERS['x-password']);
    expect(await told('endpoint_moved')).toMatchObject([
      { audience: 'merchant', text: expect.stringContaining(`to ${thief.url}, by the key key_`) },
    ]);
  });
});
