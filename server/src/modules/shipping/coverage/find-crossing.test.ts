import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCrossing } from './find-crossing.ts';
import type { Position } from './zone.ts';

const closed = (...positions: readonly Position[]): Position[] => [...positions, positions[0] ?? [0, 0]];

test.each([
  ['a square', closed([0, 0], [2, 0], [2, 2], [0, 2])],
  ['a border with a bay', closed([0, 0], [4, 0], [4, 4], [2, 1], [0, 4])],
])('%s does not cross itself', (_name, ring) => {
  expect(findCrossing(ring)).toBeNull();
});

test.each([
  ['a bow tie', closed([0, 0], [2, 2], [2, 0], [0, 2])],
  ['a border that touches itself in a corner', closed([0, 0], [4, 0], [2, 2], [4, 4], [0, 4], [2, 2])],
  [
    'a border that runs back on itself',
    closed([0, 0], [4, 0], [4, 4], [2, 4], [2, 0], [1, 0], [1, 4], [0, 4]),
  ],
])('%s does', (_name, ring) => {
  expect(findCrossing(ring)).not.toBeNull();
});

test('corners in the order of their directions from a middle never cross', () => {
  const spokes = fc.uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 3, maxLength: 60 });
  const reach = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(spokes, reach, (angles, reaches) => {
      const corners = [...angles]
        .sort((one, other) => one - other)
        .map((angle, at): Position => [
          (reaches[at] ?? 1) * Math.cos((angle * Math.PI) / 180),
          (reaches[at] ?? 1) * Math.sin((angle * Math.PI) / 180),
        ]);
      // Only where the middle is inside is the star's border simple for certain.
      const wide =
        angles.length >= 3 &&
        [...angles]
          .sort((one, other) => one - other)
          .every((angle, at, sorted) => ((sorted[(at + 1) % sorted.length] ?? 0) - angle + 360) % 360 < 180);
      fc.pre(wide);
      expect(findCrossing(closed(...corners))).toBeNull();
    }),
  );
});
