import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePlusCode, encodePlusCode, isShortPlusCode, recoverPlusCode } from './plus-code.ts';

const point = fc.record({
  lat: fc.double({ min: -89.99, max: 89.99, noNaN: true }),
  lng: fc.double({ min: -180, max: 179.999, noNaN: true }),
});
const digits = fc.constantFrom(2, 4, 6, 8, 10, 11, 12, 13, 14, 15);

test.each([
  [20.375, 2.775, 6, '7FG49Q00+'],
  [20.370_062_5, 2.782_187_5, 10, '7FG49QCJ+2V'],
  [20.370_112_5, 2.782_234_375, 11, '7FG49QCJ+2VX'],
  [47.000_062_5, 8.000_062_5, 10, '8FVC2222+22'],
  [-41.273_062_5, 174.785_937_5, 10, '4VCPPQGP+Q9'],
  [90, 1, 4, 'CFX30000+'],
  [0.5, 179.5, 4, '6VGX0000+'],
  [1, 180, 4, '62H20000+'],
  [-90, -180, 10, '22222222+22'],
])('%d, %d to %d digits is %s', (...[lat, lng, digits, code]) => {
  expect(encodePlusCode({ lat, lng }, digits)).toBe(code);
});

test("Sierra Leone's towns lie in their known squares", () => {
  expect(encodePlusCode({ lat: 8.484, lng: -13.234 })).toMatch(/^6CW8/);
  expect(encodePlusCode({ lat: 7.965, lng: -11.738 })).toMatch(/^6CVC/);
  expect(encodePlusCode({ lat: 8.886, lng: -12.044 })).toMatch(/^6CW9/);
  expect(encodePlusCode({ lat: 8.644, lng: -10.971 })).toMatch(/^6CWF/);
});

test("a code's box contains its point, and its middle has the same code", () => {
  fc.assert(
    fc.property(point, digits, (point, digits) => {
      const code = encodePlusCode(point, digits);
      const area = decodePlusCode(code);
      expect(area).not.toBeNull();
      if (area === null) return;
      expect(point.lat).toBeGreaterThanOrEqual(area.south - 1e-9);
      expect(point.lat).toBeLessThanOrEqual(area.north + 1e-9);
      expect(point.lng).toBeGreaterThanOrEqual(area.west - 1e-9);
      expect(point.lng).toBeLessThanOrEqual(area.east + 1e-9);
      expect(encodePlusCode(area.center, digits)).toBe(code);
      expect(decodePlusCode(code.toLowerCase())).toEqual(area);
    }),
  );
});

test('a short code is found again near where it was shortened', () => {
  expect(recoverPlusCode('CJ+2VX', { lat: 51.370_867_5, lng: -1.217_765_625 })).toBe('9C3W9QCJ+2VX');
  const near = fc.double({ min: -0.4, max: 0.4, noNaN: true });
  const inland = fc.record({
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lng: fc.double({ min: -170, max: 170, noNaN: true }),
  });
  fc.assert(
    fc.property(inland, near, near, (place, north, east) => {
      const code = encodePlusCode(place);
      expect(isShortPlusCode(code.slice(4))).toBe(true);
      expect(recoverPlusCode(code.slice(4), { lat: place.lat + north, lng: place.lng + east })).toBe(code);
    }),
  );
});

test('a full code needs no reference', () => {
  expect(recoverPlusCode('6cw8fqf8+2v', { lat: 0, lng: 0 })).toBe('6CW8FQF8+2V');
});

test.each([
  '',
  '+',
  'G+',
  '6CW8FQF8',
  '6CW8FQF8+2',
  'F+2V',
  '6CW8FQF+2V',
  'AAAAAAAA+AA',
  '6CW80000+2V',
  '00000000+',
  '6CW800+',
  'X2222222+22',
  '22X22222+2',
  '6CW8FQF8+2V2V2V2V2V',
  ' '.repeat(99),
])('%j is no full plus code', (text) => {
  expect(decodePlusCode(text)).toBeNull();
});

test('a code that is neither full nor short is not recovered', () => {
  for (const text of ['', 'Lumley', '8F+', 'FQF8+2', '6C00+'])
    expect(recoverPlusCode(text, { lat: 8, lng: -13 })?.length ?? 0).toBeOneOf([0, 9]);
});
