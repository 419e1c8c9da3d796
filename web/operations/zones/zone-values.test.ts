import * as fc from 'fast-check';
import type { ZoneItem } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { geometryOf, piecesOf, valuesOf, zoneChanges } from './zone-values.ts';

const degrees = fc.tuple(
  fc.double({ min: -13.4, max: -10.2, noNaN: true }),
  fc.double({ min: 6.9, max: 10, noNaN: true }),
);
const ring = fc.array(degrees, { minLength: 3, maxLength: 8 }).map((corners) => [...corners, corners[0]]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
const geometry = fc
  .array(polygon, { minLength: 1, maxLength: 4 })
  .map((polygons) =>
    polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0] }
      : { type: 'MultiPolygon', coordinates: polygons },
  );

const zone = (fields: object): ZoneItem =>
  ({
    id: 'zone_x',
    code: 'FT-LUM',
    name: 'Lumley',
    aliases: ['Lumley Beach'],
    kind: 'area',
    city: 'Freetown',
    district: 'Western Area Urban',
    center: { lat: 8.454, lng: -13.275 },
    radius_km: 1.5,
    geometry: null,
    service_levels: ['standard'],
    hours: [],
    base_fee: 25,
    currency: 'SLE',
    cod_available: true,
    max_weight_kg: 100,
    estimated_minutes: 35,
    active: true,
    ...fields,
  }) as ZoneItem;

test('a border of several pieces, each with holes, stands in the form as it was drawn', () => {
  fc.assert(
    fc.property(geometry, (drawn) => {
      expect(JSON.stringify(geometryOf(piecesOf(drawn)))).toBe(JSON.stringify(drawn));
    }),
  );
});

test('saving a zone that nobody touched changes nothing of it, however many borders and opening hours it has', () => {
  const hours = [
    { days: ['mon', 'tue'], from: '08:00', to: '12:00' },
    { days: ['sat'], from: '20:00', to: '02:00' },
  ];
  fc.assert(
    fc.property(geometry, (drawn) => {
      const read = zone({ geometry: drawn, hours });
      const values = valuesOf(read);
      expect(zoneChanges(read, values, geometryOf(piecesOf(drawn)) ?? null)).toEqual({});
      const renamed = zoneChanges(read, { ...values, name: 'Lumley Junction' }, drawn);
      expect(renamed).toEqual({ name: 'Lumley Junction' });
    }),
  );
});

test('what is no border is told apart from none', () => {
  expect(geometryOf([])).toBeNull();
  expect(geometryOf([{ outer: ' \n', holes: [] }])).toBeNull();
  expect(geometryOf([{ outer: '8.4, -13.2\n8.5, -13.2', holes: [] }])).toBeUndefined();
  expect(geometryOf([{ outer: '8.4, -13.2\n8.5, -13.2\n8.5, north', holes: [] }])).toBeUndefined();
  expect(
    geometryOf([{ outer: '8.4, -13.2\n8.5, -13.2\n8.5, -13.1', holes: ['8.4, -13.2'] }]),
  ).toBeUndefined();
});
