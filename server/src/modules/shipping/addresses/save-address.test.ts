import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { findAddresses } from './addresses.queries.ts';

type Body = NonNullable<NonNullable<Parameters<TestMerchant['client']['saveAddress']>[0]>['body']>;

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const shopFront: Body = { address: '14 Siaka Stevens Street', city: 'Freetown', contact_phone: '076 123456' };
const save = (body: Partial<Body> = {}) => shop.client.saveAddress({ body: { ...shopFront, ...body } });

async function defaults(): Promise<string[]> {
  const { data } = await shop.client.listAddresses({ query: { limit: 100 } });
  return data.filter((address) => address.is_default).map((address) => address.id);
}

describe('saving an address', () => {
  test('keeps what was sent, finds its zone and computes the plus code of a pin', async () => {
    const { data, status } = await save({
      label: 'Shop',
      landmark: 'Opposite the Cotton Tree',
      lat: 8.4863,
      lng: -13.2349,
      contact_name: 'Aminata Sesay',
      instructions: 'Ring twice',
      type: 'pickup',
      is_default: true,
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      label: 'Shop',
      address: '14 Siaka Stevens Street',
      city: 'Freetown',
      landmark: 'Opposite the Cotton Tree',
      lat: 8.4863,
      lng: -13.2349,
      contact_name: 'Aminata Sesay',
      contact_phone: '+23276123456',
      instructions: 'Ring twice',
      type: 'pickup',
      is_default: true,
      zone: { code: 'FT-CBD' },
      location_quality: 'pin',
      delivery_count: 0,
      last_used_at: null,
      livemode: false,
    });
    expect(data.plus_code).toMatch(/^6CW8/);
    expect(data.id).toMatch(/^adr_/);
    expect((await shop.client.listAddresses()).data).toEqual([data]);
  });

  test('knows only the zone when there is neither pin nor plus code', async () => {
    expect((await save()).data).toMatchObject({
      type: 'both',
      is_default: false,
      zone: { code: 'FT' },
      location_quality: 'zone',
      lat: null,
      lng: null,
      plus_code: null,
      label: null,
    });
  });

  test('takes the place from a plus code, a short one beside its city', async () => {
    const pinned = (await save({ lat: 8.4863, lng: -13.2349 })).data;
    const full = (await save({ address: 'By its plus code', plus_code: pinned.plus_code ?? '' })).data;
    const short = (
      await save({ address: 'By its short plus code', plus_code: (pinned.plus_code ?? '').slice(4) })
    ).data;
    expect(full).toMatchObject({
      location_quality: 'plus_code',
      plus_code: pinned.plus_code,
      zone: pinned.zone,
    });
    expect(short).toMatchObject({
      location_quality: 'plus_code',
      plus_code: pinned.plus_code,
      lat: full.lat,
      lng: full.lng,
    });
    expect(Math.abs((full.lat ?? 0) - 8.4863)).toBeLessThan(0.0002);
  });

  test('answers 200 with the one that is there for the same phone, address and city however they are spelt', async () => {
    const first = (await save({ label: 'Shop' })).data;
    for (const again of [
      {},
      { label: 'Other' },
      { address: ' 14,  SIAKA-STEVENS street. ' },
      { city: 'freetown' },
      { contact_phone: '+232 76 12 34 56' },
      { type: 'delivery' as const },
    ]) {
      const { data, status } = await save(again);
      expect({ status, data }).toEqual({ status: 200, data: first });
    }
    for (const other of [
      { address: '15 Siaka Stevens Street' },
      { city: 'Lumley' },
      { contact_phone: '077123456' },
    ])
      expect((await save(other)).status).toBe(201);
  });

  test('of twenty equal requests at once saves one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => save()));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await shop.client.listAddresses()).meta.total).toBe(1);
  });

  test('gives the first answer again for the same Idempotency-Key', async () => {
    const asked = { body: shopFront, idempotencyKey: 'adr-1' };
    const [first, again] = [await shop.client.saveAddress(asked), await shop.client.saveAddress(asked)];
    expect(first).toMatchObject({ status: 201, replayed: false });
    expect(again).toMatchObject({ status: 201, replayed: true, data: first.data });
    await expect(
      shop.client.saveAddress({ ...asked, body: { ...shopFront, city: 'Bo' } }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('the usual pickup place', () => {
  test('is the one asked for last, and only one', async () => {
    const first = (await save({ address: 'First street', is_default: true })).data.id;
    expect(await defaults()).toEqual([first]);
    const second = (await save({ address: 'Second street', is_default: true, type: 'pickup' })).data.id;
    expect(await defaults()).toEqual([second]);
    await save({ address: 'Third street', is_default: false });
    expect(await defaults()).toEqual([second]);
    expect(await save({ address: 'First street', is_default: true })).toMatchObject({
      status: 200,
      data: { id: first, is_default: true },
    });
    expect(await defaults()).toEqual([first]);
  });

  test('stays one when many are asked for at once, with and without an Idempotency-Key', async () => {
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        shop.client.saveAddress({
          body: { ...shopFront, address: `${at} Wilkinson Road`, is_default: true },
          ...(at % 2 ? { idempotencyKey: `adr-${at}` } : {}),
        }),
      ),
    );
    expect(saved.every(({ status, data }) => status === 201 && data.is_default)).toBe(true);
    expect(await defaults()).toHaveLength(1);
  });

  test('is not touched by an address for deliveries only', async () => {
    const usual = (await save({ address: 'First street', is_default: true })).data.id;
    const other = (await save({ address: 'Second street', type: 'delivery', is_default: true })).data.id;
    await save({ address: 'Second street', type: 'pickup', is_default: true });
    expect(new Set(await defaults())).toEqual(new Set([usual, other]));
    expect((await shop.client.getQuote({ query: { delivery_city: 'Lumley' } })).data.pickup_zone.code).toBe(
      'FT',
    );
  });

  test('is where a delivery starts that names no pickup place', async () => {
    await expect(shop.client.getQuote({ query: { delivery_city: 'Lumley' } })).rejects.toMatchObject({
      code: 'PICKUP_ADDRESS_REQUIRED',
    });
    await save({ address: 'Bo road', city: 'Bo', is_default: true });
    expect(
      (await shop.client.getQuote({ query: { delivery_city: 'Lumley' } })).data.pickup_zone.name,
    ).toMatch(/^Bo/);
  });

  test('is another one for each merchant and mode', async () => {
    await save({ is_default: true });
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    for (const client of [live, (await service.merchant()).client]) {
      expect(await client.saveAddress({ body: { ...shopFront, is_default: true } })).toMatchObject({
        status: 201,
        data: { is_default: true },
      });
    }
    expect(await defaults()).toHaveLength(1);
  });
});

describe('an address is refused', () => {
  beforeAll(async () => {
    await service.query(`UPDATE zones SET active = false WHERE name ILIKE 'Bonthe%'`);
    await service.query(
      `UPDATE zones SET aliases = aliases || '{New Site}' WHERE code IN ('FT-LUM', 'FT-TOW')`,
    );
    await service.server.modules.shipping.refreshMap();
  });

  test.each([
    {
      what: 'in a city that could be either of two zones',
      body: { city: 'new site' },
      code: 'ADDRESS_AMBIGUOUS',
      says: /city/,
    },
    {
      what: 'with a pin far from its city',
      body: { lat: 7.96, lng: -11.74 },
      code: 'ADDRESS_MISMATCH',
      says: /km/,
    },
    { what: 'in a zone that is closed', body: { city: 'Bonthe' }, code: 'ZONE_NOT_SERVICED', says: /Bonthe/ },
    {
      what: 'with a phone that cannot exist',
      body: { contact_phone: '12345' },
      code: 'INVALID_PHONE',
      says: /contact_phone/,
    },
    { what: 'with half a pin', body: { lat: 8.48 }, code: 'VALIDATION_ERROR', says: /lng/ },
    {
      what: 'with a plus code that is none',
      body: { plus_code: 'somewhere' },
      code: 'VALIDATION_ERROR',
      says: /plus_code/,
    },
    { what: 'without a street', body: { address: 'ab' }, code: 'VALIDATION_ERROR', says: /address/ },
  ])('$what', async ({ body, code, says }) => {
    const refused = save(body);
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(says);
    expect((await shop.client.listAddresses()).meta.total).toBe(0);
  });
});

test('saved while somebody deletes it, an address is there or is made anew', async () => {
  const other = await service.merchant();
  const place = { address: '5 Circular Road', city: 'Freetown' };
  for (let round = 0; round < 12; round += 1) {
    const { data } = await other.client.saveAddress({ body: place });
    const saved = Array.from({ length: 8 }, () => other.client.saveAddress({ body: place }));
    await other.client.deleteAddress({ params: { id: data.id } });
    for (const { status } of await Promise.all(saved)) expect([200, 201]).toContain(status);
  }
});

test('a batch of addresses is found in the order asked, each tenant its own', async () => {
  const other = await service.merchant();
  const mine = (await save({ is_default: true })).data;
  const theirs = (await other.client.saveAddress({ body: { ...shopFront, address: 'Their street' } })).data;
  const [me, them] = [
    { merchantId: shop.id, livemode: false },
    { merchantId: other.id, livemode: false },
  ];
  const keys = [
    { tenant: me, id: null },
    { tenant: them, id: null },
    { tenant: them, id: theirs.id },
    { tenant: me, id: theirs.id },
    { tenant: me, id: mine.id },
    { tenant: { ...me, livemode: true }, id: mine.id },
    { tenant: me, id: '' },
    { tenant: me, id: mine.id },
  ];
  const found = await findAddresses(service.server.runtime.context.store.of(me, them), keys);
  expect(found.map((row) => row?.id)).toEqual([
    mine.id,
    undefined,
    theirs.id,
    undefined,
    mine.id,
    undefined,
    mine.id,
    mine.id,
  ]);
  expect(found[0]).toMatchObject({
    merchant_id: shop.id,
    livemode: false,
    city: 'Freetown',
    lat: null,
    contact_phone: '+23276123456',
    is_default: true,
  });
});
