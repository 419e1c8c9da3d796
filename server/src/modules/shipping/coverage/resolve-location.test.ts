import { describe, expect, test } from 'vitest';
import shipped from '../../../../data/zones.sl.json' with { type: 'json' };
import { compileZones } from './compile-zones.ts';
import { encodePlusCode } from './plus-code.ts';
import { readZones } from './read-zones.ts';
import { resolveLocation } from './resolve-location.ts';

const file = readZones(shipped, { currency: 'SLE' });
if (!file.ok) throw new Error(JSON.stringify(file.problems));
const zones = file.zones;
const index = compileZones(zones);
const prefix = 'delivery_';
const lumley = { lat: 8.456, lng: -13.271 };

describe('where a parcel goes', () => {
  test('a city alone is the middle of its zone', () => {
    expect(resolveLocation(index, { prefix, city: 'Lumley' })).toMatchObject({
      ok: true,
      location: { zone: { code: 'FT-LUM' }, point: lumley, source: 'zone', exact: false, city: 'Lumley' },
    });
  });

  test('a pin wins over a plus code and over the city', () => {
    const input = {
      prefix,
      city: 'Freetown',
      ...lumley,
      plusCode: encodePlusCode({ lat: 8.496, lng: -13.283 }),
    } as const;
    expect(resolveLocation(index, input)).toMatchObject({
      ok: true,
      location: { zone: { code: 'FT-LUM' }, point: lumley, source: 'pin', exact: true, city: 'Freetown' },
    });
  });

  test('a saved address wins over everything', () => {
    const address = { city: 'Bo', lat: null, lng: null };
    expect(resolveLocation(index, { prefix, address, city: 'Lumley', ...lumley })).toMatchObject({
      ok: true,
      location: { zone: { code: 'BO-BO' }, source: 'address', exact: false, city: 'Bo' },
    });
    expect(resolveLocation(index, { prefix, address: { city: 'Lumley', ...lumley } })).toMatchObject({
      ok: true,
      location: { source: 'address', exact: true },
    });
  });

  test('a full plus code needs no city, a short one does', () => {
    const code = encodePlusCode(lumley);
    expect(resolveLocation(index, { prefix, plusCode: code })).toMatchObject({
      ok: true,
      location: { zone: { code: 'FT-LUM' }, source: 'plus_code', city: 'Lumley' },
    });
    expect(resolveLocation(index, { prefix, city: 'Freetown', plusCode: code.slice(4) })).toMatchObject({
      ok: true,
      location: { zone: { code: 'FT-LUM' } },
    });
    expect(resolveLocation(index, { prefix, plusCode: code.slice(4) })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'delivery_plus_code' }] },
    });
  });

  test('a pin in the gap between circles belongs to the city it came with', () => {
    const gap = { lat: 8.68, lng: -12.05 };
    expect(resolveLocation(index, { prefix, ...gap })).toMatchObject({
      ok: true,
      location: { zone: { code: 'SL' } },
    });
    expect(resolveLocation(index, { prefix, city: 'Magburaka', ...gap })).toMatchObject({
      ok: true,
      location: { zone: { code: 'TO-MAG' }, point: gap },
    });
  });

  test('an unknown village falls to the catch-all, and its pin may lie anywhere in the country', () => {
    expect(resolveLocation(index, { prefix, city: 'Yele', lat: 9.589, lng: -11.553 })).toMatchObject({
      ok: true,
      location: { zone: { code: 'KD-KAB' }, city: 'Yele' },
    });
  });
});

describe('where a parcel cannot go', () => {
  test('nothing said', () => {
    expect(resolveLocation(index, { prefix })).toMatchObject({
      ok: false,
      code: 'VALIDATION_ERROR',
      message: 'delivery_city is required where there is no address, pin or full plus code.',
    });
  });

  test('half a pin', () => {
    expect(resolveLocation(index, { prefix, city: 'Bo', lat: 8 })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'delivery_lng' }] },
    });
  });

  test('a name that two zones bear equally, unless the pin tells them apart', () => {
    const twin = zones
      .filter((zone) => zone.code === 'BO-BO')
      .map((zone) => ({ ...zone, id: 'zone_twin', code: 'XX', center: { lat: 9.4, lng: -11.3 } }));
    const twins = compileZones([...zones, ...twin]);
    expect(resolveLocation(twins, { prefix, city: 'Bo' })).toMatchObject({
      code: 'ADDRESS_AMBIGUOUS',
      details: { candidates: [{ code: 'BO-BO' }, { code: 'XX' }] },
    });
    expect(resolveLocation(twins, { prefix, city: 'Bo', lat: 7.96, lng: -11.74 })).toMatchObject({
      ok: true,
      location: { zone: { code: 'BO-BO' } },
    });
  });

  test('a pin more than 15 km from the city it came with', () => {
    const refusal = resolveLocation(index, { prefix, city: 'Bo', ...lumley });
    expect(refusal).toMatchObject({ ok: false, code: 'ADDRESS_MISMATCH', details: { allowed_km: 15 } });
    const north = (kilometres: number) => ({ lat: 7.965 + kilometres / 111.195, lng: -11.738 });
    expect(resolveLocation(index, { prefix, city: 'Bo', ...north(14.9) })).toMatchObject({
      ok: true,
      location: { zone: { code: 'BO-BO' } },
    });
    expect(resolveLocation(index, { prefix, city: 'Bo', ...north(15.1) })).toMatchObject({
      code: 'ADDRESS_MISMATCH',
    });
  });

  test.each([
    ['lat', { lat: 51.5, lng: -0.1 }],
    ['city', { city: 'Yele', lat: 51.5, lng: -0.1 }],
    ['plus_code', { plusCode: '9C3XGV2C+22' }],
  ])('another country, by the %s that says so', (field, place) => {
    expect(resolveLocation(index, { prefix, ...place })).toMatchObject({
      code: 'ZONE_NOT_SERVICED',
      details: { field: `${prefix}${field}` },
    });
  });

  test('a closed zone, by name or by pin, and an unknown place once the catch-all is closed', () => {
    const closed = compileZones(
      zones.map((zone) => ({ ...zone, active: zone.code !== 'FT-LUM' && zone.code !== 'SL' })),
    );
    expect(resolveLocation(closed, { prefix, city: 'Lumley' })).toMatchObject({
      code: 'ZONE_NOT_SERVICED',
      details: { zone: 'FT-LUM' },
    });
    expect(resolveLocation(closed, { prefix, city: 'Freetown', ...lumley })).toMatchObject({
      code: 'ZONE_NOT_SERVICED',
    });
    expect(resolveLocation(closed, { prefix, city: 'Yele' })).toMatchObject({ code: 'ZONE_NOT_SERVICED' });
  });
});
