import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
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
  id = (await save({})).id;
});

const save = async (body: object) =>
  (
    await shop.client.saveAddress({
      body: { address: '14 Siaka Stevens Street', city: 'Freetown', contact_phone: '076 123456', ...body },
    })
  ).data;
const update = async (body: object, of = id) =>
  (await shop.client.updateAddress({ params: { id: of }, body })).data;
const listed = async () => (await shop.client.listAddresses({ query: { limit: 100 } })).data;
const patch = (body: object, ifMatch: string) =>
  fetch(`${service.baseUrl}/shipping/addresses/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', 'if-match': ifMatch },
    body: JSON.stringify(body),
  });

describe('changing a saved address', () => {
  test('replaces what is given, empties what is null and keeps the rest', async () => {
    const before = await update({ label: 'Shop', landmark: 'Opposite the Cotton Tree' });
    const after = await update({ label: null, instructions: 'Ring twice', type: 'pickup' });
    expect(after).toEqual({
      ...before,
      label: null,
      instructions: 'Ring twice',
      type: 'pickup',
      version: before.version + 1,
    });
    expect(await listed()).toEqual([after]);
  });

  test('finds the zone of another city, and the plus code of a pin', async () => {
    expect(await update({ city: 'Lumley' })).toMatchObject({
      zone: { code: 'FT-LUM' },
      location_quality: 'zone',
      plus_code: null,
    });
    const pinned = await update({ lat: 8.456, lng: -13.271 });
    expect(pinned).toMatchObject({
      lat: 8.456,
      location_quality: 'pin',
      plus_code: expect.stringMatching(/^6CW8/),
    });
    expect(await update(pinned)).toEqual(pinned);
    expect(await update({ label: 'Still pinned' })).toMatchObject({ lat: 8.456, location_quality: 'pin' });
    expect(await update({ lat: null, lng: null })).toMatchObject({
      lat: null,
      plus_code: null,
      location_quality: 'zone',
      zone: { code: 'FT-LUM' },
    });
  });

  test('gives the usual pickup place to it, or to none', async () => {
    const usual = await save({ address: '2 Kissy Road', city: 'Kissy', is_default: true });
    await update({ is_default: true });
    expect((await listed()).filter((address) => address.is_default).map((address) => address.id)).toEqual([
      id,
    ]);
    expect((await shop.client.getQuote({ query: { delivery_city: 'Bo' } })).data.pickup_zone.code).toBe('FT');
    await update({ is_default: false });
    await expect(shop.client.getQuote({ query: { delivery_city: 'Bo' } })).rejects.toMatchObject({
      code: 'PICKUP_ADDRESS_REQUIRED',
    });
    expect((await listed()).find((address) => address.id === usual.id)?.version).toBeGreaterThan(
      usual.version,
    );
  });

  test('by twenty at once loses no change and leaves one default', async () => {
    await service.query('UPDATE merchants SET writes_per_second = 100000');
    service.server.modules.merchants.authenticator.forget(shop.id);
    const others = await Promise.all(['Bo', 'Kenema', 'Makeni'].map((city) => save({ city })));
    const fields = ['label', 'landmark', 'contact_name', 'instructions'];
    await Promise.all([
      ...fields.map((field) => update({ [field]: field })),
      ...others.map((other) => update({ is_default: true }, other.id)),
      update({ is_default: true }),
    ]);
    const all = await listed();
    expect(all.find((address) => address.id === id)).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, field])),
    );
    expect(all.filter((address) => address.is_default)).toHaveLength(1);
  });

  test('that is refused because somebody was faster takes the usual pickup place from nobody', async () => {
    const usual = await save({ address: '2 Kissy Road', city: 'Kissy', is_default: true });
    const faster = new Client({ connectionString: service.databaseUrl });
    await faster.connect();
    await faster.query('BEGIN');
    await faster.query('UPDATE addresses SET version = version + 1 WHERE id = $1', [id]);
    const late = patch({ is_default: true }, '"1"');
    await expect
      .poll(
        () =>
          service.query(
            `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        { timeout: 60_000 },
      )
      .toHaveLength(1);
    await faster.query('COMMIT');
    await faster.end();
    expect((await late).status).toBe(412);
    expect((await listed()).filter((address) => address.is_default).map((address) => address.id)).toEqual([
      usual.id,
    ]);
  });

  test('leaves deliveries made before as they were', async () => {
    const { data } = await shop.client.createDelivery({ body: { ...parcel, delivery_address_id: id } });
    await update({ address: '1 Other Street' });
    expect(
      (await shop.client.getDelivery({ params: { jobNumber: data.job_number } })).data.delivery_address,
    ).toBe('14 Siaka Stevens Street');
  });

  test('only as it was last seen, with If-Match', async () => {
    const first = await patch({ label: 'A' }, 'W/"1"');
    expect([first.status, first.headers.get('etag')]).toEqual([200, 'W/"2"']);
    const late = await patch({ label: 'B' }, 'W/"1"');
    expect([late.status, ((await late.json()) as { error: { code: string } }).error.code]).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
  });

  test.each([
    ['ADDRESS_MISMATCH', { lat: 7.96, lng: -11.74 }],
    ['INVALID_PHONE', { contact_phone: '12' }],
    ['VALIDATION_ERROR', { lat: 8.4 }],
    ['VALIDATION_ERROR', { address: 'x' }],
    ['VALIDATION_ERROR', { address: null }],
  ])('is refused with %s for %j', async (code, body) => {
    await expect(update(body)).rejects.toMatchObject({ code });
  });

  test('into one that is there already is refused, and names that', async () => {
    const other = await save({ city: 'Bo' });
    await expect(update({ city: 'bo' })).rejects.toMatchObject({
      code: 'DUPLICATE_ADDRESS',
      status: 409,
      details: { address_id: other.id },
    });
  });
});

describe('deleting a saved address', () => {
  test('leaves deliveries and no default behind', async () => {
    await update({ is_default: true });
    const { data } = await shop.client.createDelivery({
      body: { ...parcel, pickup_city: undefined, delivery_address_id: id } as never,
    });
    expect((await shop.client.deleteAddress({ params: { id } })).data).toEqual({ id, deleted: true });
    expect(await listed()).toEqual([]);
    expect((await shop.client.getDelivery({ params: { jobNumber: data.job_number } })).data).toMatchObject({
      delivery_address_id: id,
      delivery_address: '14 Siaka Stevens Street',
    });
    await expect(shop.client.getQuote({ query: { delivery_city: 'Bo' } })).rejects.toMatchObject({
      code: 'PICKUP_ADDRESS_REQUIRED',
    });
    await expect(shop.client.deleteAddress({ params: { id } })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_FOUND',
      status: 404,
    });
    await expect(update({ label: 'x' })).rejects.toMatchObject({ code: 'ADDRESS_NOT_FOUND' });
  });

  test('only as it was last seen, with If-Match', async () => {
    await update({ label: 'New' });
    const answer = await fetch(`${service.baseUrl}/shipping/addresses/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${shop.key}`, 'if-match': '"1"' },
    });
    expect(answer.status).toBe(412);
    expect(await listed()).toHaveLength(1);
  });

  test('is nothing that another merchant can do', async () => {
    const stranger = await service.merchant();
    await expect(stranger.client.deleteAddress({ params: { id } })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_FOUND',
    });
    await expect(stranger.client.updateAddress({ params: { id }, body: {} })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_FOUND',
    });
  });
});
