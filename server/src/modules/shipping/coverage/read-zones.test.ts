import { expect, test } from 'vitest';
import { isId } from '@cottontree/contract';
import shipped from '../../../../data/zones.sl.json' with { type: 'json' };
import { readZones, zoneIdOf } from './read-zones.ts';

const silent = { currency: 'SLE' } as const;
const row = {
  code: 'BO-BO',
  name: 'Bo',
  kind: 'city',
  district: 'Bo',
  center: { lat: 7.965, lng: -11.738 },
  radius_km: 6,
};
const square = [
  [-12, 7],
  [-11, 7],
  [-11, 8],
  [-12, 8],
  [-12, 7],
];

test('the zones as shipped are 48 and say what they are silent about', () => {
  const file = readZones(shipped, silent);
  expect(file.ok).toBe(true);
  if (!file.ok) return;
  expect(file.zones).toHaveLength(48);
  expect(new Set(file.zones.map((zone) => zone.id)).size).toBe(48);
  expect(file.zones.find((zone) => zone.code === 'FT-LUM')).toMatchObject({
    name: 'Lumley',
    city: 'Western Area Urban',
    district: 'Western Area Urban',
    radius_km: 1.3,
    service_levels: ['standard', 'express'],
    hours: [],
    base_fee: null,
    currency: 'SLE',
    cod_available: true,
    max_weight_kg: 100,
    active: true,
    confidence: 'high',
    geometry: null,
  });
  expect(file.zones.find((zone) => zone.code === 'SL')).toMatchObject({ kind: 'country', radius_km: 300 });
  expect(shipped.note).toMatch(/NOT survey data/);
});

test('a zone has the same id on every installation', () => {
  expect(zoneIdOf('FT-LUM')).toBe(zoneIdOf('FT-LUM'));
  expect(isId('zone_', zoneIdOf('FT-LUM'))).toBe(true);
});

test('a drawn zone needs no radius: it reaches to its farthest corner', () => {
  const { radius_km: _, ...drawn } = row;
  const file = readZones(
    { zones: [{ ...drawn, geometry: { type: 'Polygon', coordinates: [square] } }] },
    silent,
  );
  expect(file).toMatchObject({ ok: true, zones: [{ geometry: { type: 'Polygon' } }] });
  expect(file.ok && file.zones[0]?.radius_km).toBeCloseTo(134.6, 0);
});

test.each([
  [{ code: 'bo' }, 'code'],
  [{ name: '' }, 'name'],
  [{ name: null }, 'name'],
  [{ kind: 'village' }, 'kind'],
  [{ center: { lat: 91, lng: 0 } }, 'center'],
  [{ radius_km: 0 }, 'radius_km'],
  [{ radius_km: null }, 'radius_km'],
  [{ aliases: [''] }, 'aliases'],
  [{ aliases: 'Bo Town' }, 'aliases'],
  [{ service_levels: ['drone'] }, 'service_levels'],
  [{ service_levels: [] }, 'service_levels'],
  [{ base_fee: 1.001 }, 'base_fee'],
  [{ hours: [{ days: ['mon'], from: '25:00', to: '18:00' }] }, 'hours'],
  [{ hours: [{ days: [], from: '08:00', to: '18:00' }] }, 'hours'],
  [{ max_weight_kg: 101 }, 'max_weight_kg'],
  [{ cod_available: 'yes' }, 'cod_available'],
  [{ id: 'zone_1' }, 'id'],
  [{ geometry: { type: 'Point', coordinates: [1, 2] } }, 'geometry'],
  [{ geometry: { type: 'Polygon', coordinates: [square.slice(1)] } }, 'geometry'],
  [{ geometry: { type: 'Polygon', coordinates: [[[-12, 700], ...square.slice(1)]] } }, 'geometry'],
])('a row with %j is refused by its number and field', (change, field) => {
  const file = readZones({ zones: [row, { ...row, code: 'BO-2', ...change }] }, silent);
  expect(file).toMatchObject({ ok: false, problems: [{ row: 2, field }] });
});

test('the same code twice is refused', () => {
  expect(readZones({ zones: [row, row] }, silent)).toMatchObject({
    ok: false,
    problems: [{ row: 2, field: 'code' }],
  });
});

test.each([[null], [[]], ['zones'], [{}], [{ zones: [null] }], [{ zones: [[]] }]])(
  '%j is no zones file',
  (file) => {
    expect(readZones(file, silent).ok).toBe(false);
  },
);
