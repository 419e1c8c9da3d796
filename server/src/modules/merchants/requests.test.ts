import { createClient, type Client } from '@cottontree/client';
import { KEPT_BODY_BYTES_MAX } from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signedInMember } from '../../../test/kit/member.ts';
import { parcel } from '../../../test/kit/parcel.ts';
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

const list = async (query: Parameters<Client['listRequests']>[0] = {}) => {
  await service.drain();
  return (await shop.client.listRequests(query)).data;
};
const read = async (id: string) => (await shop.client.getRequest({ params: { id } })).data;

test('a write stands one by one with its key and how it was answered, and with what was exchanged', async () => {
  const { requestId, data: made } = await shop.client.createDelivery({ body: { ...parcel, weight_kg: 2 } });
  const [logged] = await list();
  expect(logged).toMatchObject({
    id: requestId,
    request_id: requestId,
    operation: 'createDelivery',
    method: 'POST',
    path: '/v1/shipping/deliveries',
    status: 201,
    code: null,
    count: 1,
    key_id: expect.stringMatching(/^key_/),
    session_id: null,
    person: null,
    livemode: false,
  });
  const whole = await read(logged?.id ?? '');
  expect(whole).toMatchObject({
    ...logged,
    bodies: 'kept',
    request: {
      query: {},
      cut: false,
      body: { weight_kg: 2, recipient_phone: '***', delivery_address: '***' },
    },
    response: { cut: false, body: { job_number: made.job_number, status: 'pending', pickup_code: '***' } },
  });
});

test('what a signed-in person asks stands under the name of the person, with no key', async () => {
  const person = await signedInMember(service, { merchantId: shop.id });
  await person.client.createKey({ body: { name: 'Stock sync', scopes: ['inventory:read'] } });
  const [logged] = await list({ query: { person_id: person.id } });
  expect(logged).toMatchObject({
    operation: 'createKey',
    key_id: null,
    session_id: expect.any(String),
    person: { id: person.id, name: 'Isatu Conteh' },
  });
});

test('reads that succeed are counted by the minute; those refused stand alone, with their reason', async () => {
  for (let at = 0; at < 3; at += 1) await shop.client.listZones();
  await expect(shop.client.trackDelivery({ params: { jobNumber: 'SHP-0000-0000' } })).rejects.toThrow();
  const items = await list({ query: { created_to: '2100-01-01' } });
  expect(items.map(({ operation, count, code }) => [operation, count, code])).toContainEqual([
    'listZones',
    3,
    null,
  ]);
  const refused = items.find(({ code }) => code === 'DELIVERY_NOT_FOUND');
  expect(refused).toMatchObject({ status: 404, path: '/v1/shipping/deliveries/SHP-0000-0000/track' });
  const counted = items.find(({ operation }) => operation === 'listZones');
  expect(counted?.request_id).toBeNull();
  expect(await read(counted?.id ?? '')).toMatchObject({
    count: 3,
    bodies: 'not_kept',
    request: null,
    response: null,
  });
  expect(await read(refused?.id ?? '')).toMatchObject({
    bodies: 'kept',
    response: { body: { code: 'DELIVERY_NOT_FOUND' } },
  });
});

test('nothing personal or secret of what was sent or answered is kept', async () => {
  const secrets = [
    'Zainab Quee',
    '076 555 111',
    '+23276555111',
    'zq@example.sl',
    '4 Hidden Lane',
    'pass-phrase-of-hers',
    '8361',
  ];
  const [name, phone, , email, address, password, pin] = secrets;
  await shop.client.createCustomer({ body: { name: name ?? '', phone: phone ?? '', email: email ?? '' } });
  await shop.client.saveAddress({
    body: { address: address ?? '', city: 'Freetown', contact_name: name ?? '' },
  });
  const { data: hook } = await shop.client.createWebhook({
    body: { url: `https://shop.invalid/h?token=${password}`, events: ['*'] },
  });
  const { data: key } = await shop.client.createKey({ body: { name: name ?? '' } });
  const { data: staff } = await shop.client.createStaff({ body: { name: name ?? '' } });
  const { data: order } = await shop.client.createDelivery({
    body: {
      ...parcel,
      recipient_name: name ?? '',
      recipient_phone: phone ?? '',
      metadata: { memo: password ?? '' },
    },
  });
  await expect(
    shop.client.createCustomer({ body: { name: name ?? '', email: `${email} or ${phone}` } }),
  ).rejects.toThrow();
  await shop.client.setStaffPin({ params: { id: staff.id }, body: { pin: pin ?? '' } });
  await service.drain();
  const kept = await service.query(
    'SELECT query, request, response FROM request_bodies WHERE merchant_id = $1',
    [shop.id],
  );
  expect(kept.length).toBe(8);
  const text = JSON.stringify([
    kept,
    await service.query('SELECT * FROM request_log WHERE merchant_id = $1', [shop.id]),
  ]);
  for (const secret of [...secrets, hook.secret, key.key, order.pickup_code, order.delivery_code])
    expect(text).not.toContain(secret);
  for (const id of [staff.id, hook.id, order.job_number]) expect(text).toContain(id);
});

test('a body longer than is kept is cut and says so', async () => {
  const items = Array.from({ length: 200 }, () => ({
    description: 'Rice, 25 kg',
    quantity: 1,
    unit_price: 100,
  }));
  await shop.client.createInvoice({ body: { customer: { name: 'Isatu' }, items } });
  const [logged] = await list();
  const { request, response } = await read(logged?.id ?? '');
  expect([request?.cut, response?.cut]).toEqual([false, true]);
  expect(JSON.stringify(response?.body).length).toBeLessThanOrEqual(KEPT_BODY_BYTES_MAX + 100);
});

test('of many in one second some are kept whole, and all stand in the list', async () => {
  await Promise.all(
    Array.from({ length: 40 }, () =>
      shop.client.saveAddress({ body: { address: '3 Pademba Road', city: 'Freetown' } }),
    ),
  );
  const { data, meta } = await (await service.drain(), shop.client.listRequests({ query: { limit: 100 } }));
  expect([data.length, meta.total]).toEqual([40, 40]);
  const whole = await Promise.all(data.map(({ id }) => read(id)));
  expect(whole.filter(({ bodies }) => bodies === 'kept').length).toBe(25);
});

test('the list is narrowed by class of status, method, operation, key, code and time', async () => {
  await shop.client.saveAddress({ body: { address: '3 Pademba Road', city: 'Freetown' } });
  await expect(
    shop.client.deleteAddress({ params: { id: 'adr_00000000000000000000000000' } }),
  ).rejects.toThrow();
  await expect(shop.client.createDelivery({ body: {} as never })).rejects.toThrow();
  await service.drain();
  const codes = async (query: object) => (await list({ query })).map(({ operation }) => operation);
  expect(await codes({ status: '2xx', method: 'POST' })).toEqual(['saveAddress']);
  expect(await codes({ status: '4xx,5xx' })).toEqual(['createDelivery', 'deleteAddress']);
  expect(await codes({ method: 'DELETE' })).toEqual(['deleteAddress']);
  expect(await codes({ operation: 'createDelivery' })).toEqual(['createDelivery']);
  expect(await codes({ code: 'VALIDATION_ERROR' })).toEqual(['createDelivery']);
  expect(await codes({ key_id: 'key_00000000000000000000000000' })).toEqual([]);
  expect(await codes({ person_id: 'stf_00000000000000000000000000' })).toEqual([]);
  expect(await codes({ created_to: '2020-01-01' })).toEqual([]);
  await expect(list({ query: { status: '6xx' } })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test("nobody reads another merchant's, the other mode's, or without the scope", async () => {
  const { requestId } = await shop.client.saveAddress({
    body: { address: '3 Pademba Road', city: 'Freetown' },
  });
  await service.drain();
  const as = async (key: string) => createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });
  const stranger = await service.merchant();
  for (const client of [stranger.client, await as(await service.key(shop.id, { livemode: true }))])
    await expect(client.getRequest({ params: { id: requestId ?? '' } })).rejects.toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
  await expect(
    (await as(await service.key(shop.id, { scopes: ['keys:read'] }))).listRequests(),
  ).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
  });
});
