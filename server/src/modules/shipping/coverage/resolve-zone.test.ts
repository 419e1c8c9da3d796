import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import shipped from '../../../../data/zones.sl.json' with { type: 'json' };
import { compileZones, specificityOf } from './compile-zones.ts';
import { locateZone, zoneContains } from './locate-zone.ts';
import { measureDistance } from './measure-distance.ts';
import { readZones } from './read-zones.ts';
import { resolveZone } from './resolve-zone.ts';
import type { Zone } from './zone.ts';

const file = readZones(shipped, { currency: 'SLE' });
if (!file.ok) throw new Error(JSON.stringify(file.problems));
const zones = file.zones;
const index = compileZones(zones);
const zoneOf = (code: string): Zone =>
  zones.find((zone) => zone.code === code) ?? zones[0] ?? expect.fail(code);
const changed = (code: string, change: Partial<Zone>) =>
  compileZones(zones.map((zone) => (zone.code === code ? { ...zone, ...change } : zone)));

describe('a city as people write it', () => {
  test.each([
    ['Lumley', 'FT-LUM'],
    ['FT-LUM', 'FT-LUM'],
    ['Lumley Beach', 'FT-LUM'],
    ['lumley', 'FT-LUM'],
    ['  LUMLEY  ', 'FT-LUM'],
    ['ft lum', 'FT-LUM'],
    ['Koidu', 'KO-KOI'],
    ['koidu sefadu', 'KO-KOI'],
    ['Koïdu', 'KO-KOI'],
    ['Lungi', 'PL-LUN'],
    ['Bonthe', 'BN-BON'],
    ['Lakka', 'WR-LAK'],
    ['cotton-tree', 'FT-CBD'],
    ['Freetown', 'FT'],
    ['Bo', 'BO-BO'],
    ['Falaba district', 'FA-BEN'],
    ['Upcountry', 'SL'],
    ['A village nobody knows', 'SL'],
  ])('%j is %s', (text, code) => {
    expect(resolveZone(index, text)).toMatchObject({ ok: true, zone: { code } });
  });

  test('two equal matches are never guessed between', () => {
    const twins = compileZones([
      ...zones,
      { ...zoneOf('BO-BO'), id: 'zone_other', code: 'KE-HAM', name: 'Hamilton' },
      { ...zoneOf('BO-BO'), id: 'zone_third', code: 'KE-HA2', name: 'HAMILTON' },
    ]);
    expect(resolveZone(twins, 'Hamilton')).toMatchObject({ ok: true, zone: { code: 'KE-HAM' } });
    expect(resolveZone(twins, 'hamilton')).toMatchObject({
      ok: false,
      code: 'ADDRESS_AMBIGUOUS',
      candidates: [{}, {}, {}],
    });
  });

  test('a closed zone does not fall to the catch-all', () => {
    expect(resolveZone(changed('BN-BON', { active: false }), 'Bonthe')).toMatchObject({
      ok: false,
      code: 'ZONE_NOT_SERVICED',
      closed: { code: 'BN-BON' },
    });
  });

  test('without a catch-all an unknown place is not serviced', () => {
    expect(resolveZone(changed('SL', { active: false }), 'Nowhere')).toEqual({
      ok: false,
      code: 'ZONE_NOT_SERVICED',
      closed: null,
    });
  });

  test('every zone is found by its name, code and aliases in any case', () => {
    for (const zone of zones) {
      for (const text of [zone.name, zone.code, ...zone.aliases]) {
        for (const spelling of [text, text.toUpperCase(), text.toLowerCase()])
          expect(resolveZone(index, spelling)).toMatchObject({ ok: true, zone: { code: zone.code } });
      }
    }
  });
});

describe('a point on the map', () => {
  test.each([
    [8.456, -13.271, 'FT-LUM'],
    [8.617, -13.2, 'PL-LUN'],
    [7.9, -11.7, 'SL'],
    [7.965, -11.738, 'BO-BO'],
    [8.52, -13.21, 'FT'],
  ])('%d, %d lies in %s', (lat, lng, code) => {
    expect(locateZone(index, { lat, lng })?.code).toBe(code);
  });

  test('London lies nowhere', () => {
    expect(locateZone(index, { lat: 51.5, lng: -0.1 })).toBeNull();
  });

  test('a drawn border wins over a circle of the same kind', () => {
    const coordinates: [number, number][][] = [
      [
        [-13.28, 8.45],
        [-13.26, 8.45],
        [-13.26, 8.46],
        [-13.28, 8.46],
        [-13.28, 8.45],
      ],
    ];
    const drawn = changed('FT-JUB', { geometry: { type: 'Polygon', coordinates } });
    expect(locateZone(drawn, { lat: 8.456, lng: -13.271 })?.code).toBe('FT-JUB');
    expect(locateZone(drawn, { lat: 8.444, lng: -13.274 })?.code).not.toBe('FT-JUB');
  });

  test('the grid finds what looking at every zone finds', () => {
    const point = fc.record({
      lat: fc.double({ min: 6.5, max: 10.5, noNaN: true }),
      lng: fc.double({ min: -14, max: -10, noNaN: true }),
    });
    const near = fc.record({
      lat: fc.double({ min: 8.3, max: 8.65, noNaN: true }),
      lng: fc.double({ min: -13.35, max: -13.05, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.oneof(point, near), (point) => {
        const [expected] = zones
          .filter((zone) => zoneContains(zone, point))
          .toSorted(
            (one, other) =>
              specificityOf(one) - specificityOf(other) ||
              measureDistance(one.center, point) - measureDistance(other.center, point),
          );
        expect(locateZone(index, point)?.code ?? null).toBe(expected?.code ?? null);
      }),
      { numRuns: 2_000 },
    );
  });
});
