import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureDistance } from '../coverage/measure-distance.ts';
import { planTrack, TRACK_EVERY_M, TRACK_EVERY_MS, type RecordedPoint } from './plan-track.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const now = new Date(start + 3_600_000);
const at = (seconds: number, metres = 0): RecordedPoint => ({
  lat: 8.48 + metres / 111_200,
  lng: -13.23,
  accuracy_m: null,
  speed: null,
  heading: null,
  recordedAt: new Date(start + seconds * 1_000),
});
const plan = (points: readonly RecordedPoint[]) =>
  planTrack(points, { last: undefined, since: new Date(start), now });

test('A way keeps one point a minute, or every 200 metres', () => {
  const still = Array.from({ length: 181 }, (_, second) => at(second + 1));
  expect(plan(still).track.map(({ recordedAt }) => (recordedAt.getTime() - start) / 1_000)).toEqual([
    1, 61, 121, 181,
  ]);
  const riding = Array.from({ length: 50 }, (_, second) => at(second + 1, second * 10));
  expect(plan(riding).track).toHaveLength(3);
});

test('A point in the future counts as now, one before the shift or the last one does not count', () => {
  expect(plan([at(7_200)]).last?.recordedAt).toEqual(now);
  expect(plan([at(0), at(-10)])).toMatchObject({ accepted: 0, last: null, track: [] });
});

test('A jump that nobody rides is noted', () => {
  expect(plan([at(1), at(2, 30_000)]).track.map(({ doubtful }) => doubtful)).toEqual([false, true]);
  expect(plan([at(1), at(61, 1_000)]).track.map(({ doubtful }) => doubtful)).toEqual([false, false]);
});

test('Whatever comes in, what is kept is in order, new, and far enough apart', () => {
  const point = fc
    .record({ second: fc.integer({ min: -600, max: 9_000 }), metres: fc.integer({ min: 0, max: 5_000 }) })
    .map(({ second, metres }) => at(second, metres));
  fc.assert(
    fc.property(fc.array(point, { maxLength: 100 }), (points) => {
      const { track, last, accepted } = plan(points);
      expect(accepted).toBeLessThanOrEqual(points.length);
      expect(last === null).toBe(accepted === 0);
      for (const [place, one] of track.entries()) {
        expect(one.recordedAt.getTime()).toBeGreaterThan(start);
        expect(one.recordedAt.getTime()).toBeLessThanOrEqual(now.getTime());
        const before = track[place - 1];
        if (!before) continue;
        const apartMs = one.recordedAt.getTime() - before.recordedAt.getTime();
        expect(apartMs).toBeGreaterThan(0);
        expect(apartMs >= TRACK_EVERY_MS || measureDistance(before, one) * 1_000 >= TRACK_EVERY_M).toBe(true);
      }
    }),
  );
});
