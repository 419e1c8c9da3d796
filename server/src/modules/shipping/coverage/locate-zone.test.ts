import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileZones, specificityOf } from './compile-zones.ts';
import { locateZone, locateZones, zoneContains } from './locate-zone.ts';
import { readZones } from './read-zones.ts';

const file = readZones(
  JSON.parse(readFileSync(new URL('../../../../data/zones.sl.json', import.meta.url), 'utf8')),
  { currency: 'SLE' },
);
const index = compileZones(file.ok ? file.zones : []);
const point = fc.record({
  lat: fc.double({ min: 6.8, max: 10, noNaN: true }),
  lng: fc.double({ min: -13.4, max: -10.2, noNaN: true }),
});

test('every zone that contains a point is found, the most specific first', () => {
  expect(index.zones).toHaveLength(48);
  fc.assert(
    fc.property(point, (at) => {
      const found = locateZones(index, at);
      expect(new Set(found)).toEqual(new Set(index.zones.filter((zone) => zoneContains(zone, at))));
      expect(found[0] ?? null).toBe(locateZone(index, at));
      expect(found.map(specificityOf)).toEqual(
        found.map(specificityOf).toSorted((one, other) => one - other),
      );
    }),
  );
});
