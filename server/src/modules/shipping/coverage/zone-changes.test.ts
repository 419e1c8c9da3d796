import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCall } from '../../../../test/kit/operator-call.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { createZone, listDispatchZones, updateZone } from '../zones/zones.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

type CallOptions = Partial<DispatchCall>;
const module = () => service.server.modules.shipping;
const create = (body: object, input: CallOptions = {}) =>
  createZone({ params: {}, query: {}, body: body as never }, operatorCall(service, input), module());
const update = (id: string, body: object, input: CallOptions = {}) =>
  updateZone({ params: { id }, query: {}, body }, operatorCall(service, input), module());
const list = (query: object = {}) =>
  listDispatchZones({ params: {}, query, body: {} }, operatorCall(service), module());
const zoneAt = async (lat: number, lng: number) =>
  (await shop.client.getQuote({ query: { pickup_city: 'Freetown', delivery_lat: lat, delivery_lng: lng } }))
    .data.delivery_zone.code;
const square = (south: number, west: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});

describe('an operator', () => {
  test('adds a circle, which quotes find at once', async () => {
    const { data, status, version } = await create({
      code: 'TEST-NEW',
      name: 'New Town',
      kind: 'area',
      district: 'Western Area Urban',
      center: { lat: 8.35, lng: -13.05 },
      radius_km: 1,
      base_fee: '31.50',
      hours: [{ days: ['mon'], from: '08:00', to: '18:00' }],
    });
    expect({ status, version }).toEqual({ status: 201, version: `1.${module().map().card.version}` });
    expect(data).toMatchObject({
      code: 'TEST-NEW',
      base_fee: 31.5,
      active: true,
      cod_available: true,
      geometry: null,
    });
    expect((await shop.client.getZone({ params: { id: 'TEST-NEW' } })).data).toEqual(data);
    expect((await shop.client.getZone({ params: { id: data.id } })).data.id).toBe(data.id);
  });

  test('draws zones that overlap: the smallest drawn one has the point', async () => {
    const wide = {
      code: 'DR-WIDE',
      name: 'Wide',
      kind: 'area',
      district: 'Bo',
      geometry: square(7.5, -11.5, 0.2),
    };
    await create(wide);
    await create({ ...wide, code: 'DR-SMALL', name: 'Small', geometry: square(7.55, -11.45, 0.05) });
    expect(await zoneAt(7.56, -11.44)).toBe('DR-SMALL');
    expect(await zoneAt(7.68, -11.32)).toBe('DR-WIDE');
    await update('DR-SMALL', { geometry: square(7.6, -11.4, 0.05) });
    expect(await zoneAt(7.56, -11.44)).toBe('DR-WIDE');
    expect(await zoneAt(7.62, -11.38)).toBe('DR-SMALL');
  });

  test('changes one field and keeps the others, and sees the version', async () => {
    const before = (await shop.client.getZone({ params: { id: 'FT-LUM' } })).data;
    const { data, version } = await update('FT-LUM', { base_fee: 40 });
    expect(data).toEqual({ ...before, base_fee: 40 });
    expect((await update(before.id, { base_fee: null }, { ifMatch: `W/"${version}"` })).data).toEqual(before);
    await expect(update('FT-LUM', { base_fee: 1 }, { ifMatch: `"${version}"` })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
  });

  test('changes a zone with the ETag that reading it gave, once', async () => {
    const read = await fetch(`${service.baseUrl}/shipping/zones/FT-LUM`, {
      headers: { 'x-api-key': shop.key },
    });
    const ifMatch = read.headers.get('etag');
    expect((await update('FT-LUM', { estimated_minutes: 40 }, { ifMatch })).data.estimated_minutes).toBe(40);
    await expect(update('FT-LUM', { estimated_minutes: 41 }, { ifMatch })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    await update('FT-LUM', { estimated_minutes: 35 });
  });

  test('retires a zone and opens it again; retired ones are listed', async () => {
    await update('FT-TOW', { active: false });
    await expect(
      shop.client.getQuote({ query: { pickup_city: 'Freetown', delivery_city: 'FT-TOW' } }),
    ).rejects.toMatchObject({ code: 'ZONE_NOT_SERVICED' });
    expect((await list({ active: false })).data.map(({ code }) => code)).toEqual(['FT-TOW']);
    expect((await list({ q: 'lumley' })).data[0]).toHaveProperty('geometry');
    await update('FT-TOW', { active: true });
    expect((await list({ active: false })).data).toEqual([]);
  });

  test('closes the catch-all, so that unknown places are refused', async () => {
    const nowhere = { query: { pickup_city: 'Freetown', delivery_city: 'Ouagadougou' } };
    expect((await shop.client.getQuote(nowhere)).data.delivery_zone.code).toBe('SL');
    await update('SL', { active: false });
    await expect(shop.client.getQuote(nowhere)).rejects.toMatchObject({ code: 'ZONE_NOT_SERVICED' });
    await update('SL', { active: true });
  });

  test('is told what is wrong, field by field', async () => {
    const zone = { code: 'XX-1', name: 'X', kind: 'area', center: { lat: 8, lng: -13 }, radius_km: 1 };
    for (const [change, path] of [
      [{ code: 'low' }, 'code'],
      [{ radius_km: null }, 'radius_km'],
      [{ base_fee: -1 }, 'base_fee'],
      [{ geometry: { type: 'Point' } }, 'geometry'],
      [{ hours: [{ days: ['mon'], from: '9', to: '10' }] }, 'hours'],
    ] as const) {
      await expect(create({ ...zone, ...change }), path).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: [expect.objectContaining({ path })] },
      });
    }
    await expect(create({ ...zone, base_fee: '1.005' })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(create({ ...zone, code: 'FT-LUM' })).rejects.toMatchObject({
      code: 'DUPLICATE_ZONE',
      status: 409,
    });
    await expect(update('zone_none', {})).rejects.toMatchObject({ code: 'ZONE_NOT_FOUND', status: 404 });
  });

  test("is no merchant's key", async () => {
    const input: CallOptions = { reach: { merchantId: shop.id, livemode: false } };
    for (const one of [
      () => create({ code: 'A', name: 'A', kind: 'area', center: { lat: 8, lng: -13 }, radius_km: 1 }, input),
      () => update('FT', { active: false }, input),
    ])
      await expect(one()).rejects.toMatchObject({ code: 'OPERATORS_ONLY', status: 403 });
  });
});

test('a zone that is not there is not found', async () => {
  for (const id of ['zone_00000000000000000000000000', 'ft-lum', 'x'])
    await expect(shop.client.getZone({ params: { id } })).rejects.toMatchObject({
      code: 'ZONE_NOT_FOUND',
      status: 404,
    });
});

test('a dispatcher tries where a place lies, by name, point and plus code', async () => {
  const { client } = await service.operator('dispatcher');
  expect((await client.locateZone({ query: { city: 'lumley beach' } })).data).toMatchObject({
    zone: { code: 'FT-LUM' },
    source: 'zone',
    exact: false,
  });
  const pinned = (await client.locateZone({ query: { lat: 8.486, lng: -13.235 } })).data;
  expect(pinned).toMatchObject({ zone: { code: 'FT-CBD' }, source: 'pin', exact: true });
  expect(pinned.containing.map(({ code }) => code)).toEqual(['FT-CBD', 'FT', 'SL']);
  await expect(client.locateZone({ query: { lat: 51.5, lng: -0.1 } })).rejects.toMatchObject({
    code: 'ZONE_NOT_SERVICED',
  });
});

test('a zone is read with the tag that holds its change to what was read', async () => {
  const { client } = await service.operator();
  const { data, etag } = await client.getDispatchZone({ params: { id: 'BO-BO' } });
  expect(data).toMatchObject({ code: 'BO-BO', geometry: null });
  const change = (): Promise<unknown> =>
    client.updateZone({
      params: { id: data.id },
      body: { aliases: ['Bo Town', 'Bo City'] },
      ifMatch: etag ?? '',
    });
  await change();
  await expect(change()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await expect(client.getDispatchZone({ params: { id: 'XX' } })).rejects.toMatchObject({
    code: 'ZONE_NOT_FOUND',
  });
});

test('a server without pictures of the ground says so', async () => {
  const { client } = await service.operator('dispatcher');
  expect((await client.getDispatchMap()).data).toEqual({ tiles: null });
});
