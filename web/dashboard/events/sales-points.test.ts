import { expect, test } from 'vitest';
import { pointsOf } from './sales-points.ts';

const sale = (paid_at: string, quantity: number) => ({ paid_at, items: [{ quantity }] });

test('what was sold rises step by step from publishing to now, as high as its part of all places', () => {
  const points = pointsOf(
    [
      sale('2026-11-20T12:00:00Z', 30),
      sale('2026-11-20T06:00:00Z', 20),
      { paid_at: null, items: [{ quantity: 9 }] },
    ],
    { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2026-11-21T00:00:00Z'), room: 100 },
  );
  expect(points.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 88],
    [75, 71],
    [150, 45],
    [300, 45],
  ]);
});

test('what was sold before it was published, or beyond the room, stays within the picture', () => {
  const points = pointsOf([sale('2026-11-19T00:00:00Z', 7)], {
    from: Date.parse('2026-11-20T00:00:00Z'),
    to: Date.parse('2026-11-21T00:00:00Z'),
    room: 3,
  });
  expect(points.every(([x, y]) => x >= 0 && x <= 300 && y >= 0 && y <= 88)).toBe(true);
});
