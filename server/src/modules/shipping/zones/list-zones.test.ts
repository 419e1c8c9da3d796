import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Query = NonNullable<NonNullable<Parameters<TestMerchant['client']['listZones']>[0]>['query']>;

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

async function codesOf(query: Query = {}): Promise<string[]> {
  const { data, meta } = await shop.client.listZones({ query: { limit: 100, ...query } });
  expect(meta.total).toBe(data.length);
  return data.map(({ code }) => code);
}

describe('listing zones', () => {
  test('shows what a merchant must know of each', async () => {
    const { data } = await shop.client.listZones({ query: { q: 'LUMLEY' } });
    expect(data[0]).toMatchObject({
      code: 'FT-LUM',
      name: 'Lumley',
      kind: 'area',
      currency: 'SLE',
      cod_available: true,
      max_weight_kg: 100,
      active: true,
      hours: [],
      service_levels: ['standard', 'express'],
    });
    expect(data[0]).not.toHaveProperty('geometry');
    expect(
      (await shop.client.listZones({ query: { q: 'lumley', include: 'geometry' } })).data[0],
    ).toHaveProperty('geometry', null);
  });

  test('gives every zone once, page by page, in one order', async () => {
    const seen: string[] = [];
    for await (const zone of shop.client.each('listZones', { query: { limit: 7 } })) seen.push(zone.code);
    expect(seen).toHaveLength(48);
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen).toEqual(await codesOf());
    expect((await shop.client.listZones({ query: { limit: 7, page: 7 } })).meta).toEqual({
      page: 7,
      limit: 7,
      total: 48,
      has_next_page: false,
    });
    expect(await shop.client.listZones({ query: { page: 50 } })).toMatchObject({
      data: [],
      meta: { total: 48, has_next_page: false },
    });
  });

  test('with a point gives the zones that contain it, the most specific first', async () => {
    const codes = await codesOf({ lat: 8.486, lng: -13.235 });
    expect(codes[0]).toBe('FT-CBD');
    expect(codes.slice(-2)).toEqual(['FT', 'SL']);
    expect(await codesOf({ lat: 51.5, lng: 0 })).toEqual([]);
    expect(await codesOf({ lat: 8.486, lng: -13.235, kind: 'city' })).toEqual(['FT']);
  });

  test('finds by city, district and kind, in any case', async () => {
    expect(await codesOf({ city: 'freetown' })).toEqual(expect.arrayContaining(['FT', 'FT-CBD', 'FT-LUM']));
    expect(await codesOf({ city: 'freetown' })).not.toContain('SL');
    expect(await codesOf({ district: 'western area urban', kind: 'area' })).toContain('FT-LUM');
    expect(await codesOf({ kind: 'country' })).toEqual(['SL']);
    expect(await codesOf({ q: "' OR 1=1" })).toEqual([]);
  });

  test('leaves out zones that are closed, unless asked for them', async () => {
    await service.query(`UPDATE zones SET active = false WHERE code = 'FT-TOW'`);
    await service.server.modules.shipping.refreshMap();
    expect(await codesOf()).not.toContain('FT-TOW');
    expect(await codesOf({ active: false })).toEqual(['FT-TOW']);
    expect(await codesOf({ active: false, lat: 8.483, lng: -13.23 })).toEqual(['FT-TOW']);
  });

  test.each([
    { what: 'half a point', query: { lat: 8.4 }, code: 'VALIDATION_ERROR', says: /lng/ },
    { what: 'the other half', query: { lng: -13 }, code: 'VALIDATION_ERROR', says: /lat/ },
    { what: 'a page too deep', query: { page: 100_001 }, code: 'PAGE_TOO_DEEP', says: /100000/ },
  ])('refuses $what', async ({ query, code, says }) => {
    const refused = shop.client.listZones({ query });
    await expect(refused).rejects.toMatchObject({ code, status: 400 });
    await expect(refused).rejects.toThrow(says);
  });
});
