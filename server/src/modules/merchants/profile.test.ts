import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let live: Client;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Aminata Stores' });
  const apiKey = await service.key(shop.id, { livemode: true });
  live = createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 });
});
afterAll(() => service[Symbol.asyncDispose]());

test('a profile tells who the merchant is, and where its parcels are fetched', async () => {
  const { data: place } = await shop.client.saveAddress({
    body: { address: '14 Siaka Stevens Street', city: 'Kissy', type: 'pickup', is_default: true },
  });
  expect((await shop.client.getMerchant()).data).toMatchObject({
    id: shop.id,
    name: 'Aminata Stores',
    store_name: 'Aminata Stores',
    email: 'owner@example.sl',
    phone: null,
    address: null,
    country: 'SL',
    time_zone: 'Africa/Freetown',
    currency: 'SLE',
    default_pickup: { id: place.id, address: '14 Siaka Stevens Street', city: 'Kissy' },
  });
  expect((await live.getMerchant()).data.default_pickup, 'each mode has its own').toBeNull();
});

test('what is changed counts in both modes at once, and what is left out stays', async () => {
  const { data } = await live.updateMerchant({
    body: { phone: '076 204118', address: '27 Freetown Road', time_zone: 'Africa/Monrovia' },
  });
  expect(data).toMatchObject({
    phone: '+23276204118',
    address: '27 Freetown Road',
    email: 'owner@example.sl',
  });
  expect((await shop.client.getMerchant()).data).toMatchObject({ phone: '+23276204118' });
  expect((await shop.client.getOverview()).data.time_zone).toBe('Africa/Monrovia');
  expect((await live.updateMerchant({ body: { address: null } })).data).toMatchObject({
    address: null,
    phone: '+23276204118',
  });
});

test('two who change it at once do not undo each other', async () => {
  await Promise.all(
    [{ name: 'Aminata & Sons' }, { store_name: 'Aminata' }, { email: 'new@example.sl' }].map((body) =>
      live.updateMerchant({ body }),
    ),
  );
  expect((await live.getMerchant()).data).toMatchObject({
    name: 'Aminata & Sons',
    store_name: 'Aminata',
    email: 'new@example.sl',
  });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ email: 'nobody' }, 'email'],
  [{ time_zone: 'Freetown' }, 'time_zone'],
  [{ currency: 'USD' }, 'currency'],
  [{ country: 'US' }, 'country'],
])('%j is refused by its field', async (body, path) => {
  await expect(live.updateMerchant({ body: body as object })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [expect.objectContaining({ path })] },
  });
});

test('LIVE_ONLY: a test key changes nothing that is live', async () => {
  await expect(shop.client.updateMerchant({ body: { name: 'Other' } })).rejects.toMatchObject({
    code: 'LIVE_ONLY',
    status: 403,
  });
});

test('INVALID_PHONE', async () => {
  await expect(live.updateMerchant({ body: { phone: '12' } })).rejects.toMatchObject({
    code: 'INVALID_PHONE',
  });
});

test('PRECONDITION_FAILED: a change on what somebody else has changed', async () => {
  const { data } = await live.getMerchant();
  const request = { body: { name: 'Aminata' }, ifMatch: `"${data.version - 1}"` };
  await expect(live.updateMerchant(request)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
});
