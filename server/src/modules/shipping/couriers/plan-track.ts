import { measureDistance } from '../coverage/measure-distance.ts';
import type { Point } from '../coverage/zone.ts';
import type { LastPosition } from './positions.queries.ts';

/** One position as a phone recorded it. */
export type RecordedPoint = Point & {
  readonly accuracy_m: number | null;
  readonly speed: number | null;
  readonly heading: number | null;
  readonly recordedAt: Date;
};

export type TrackedPoint = RecordedPoint & { readonly doubtful: boolean };

export type TrackPlan = {
  /** How many points are later than what is known. */
  readonly accepted: number;
  /** The latest of them; null when none is new. */
  readonly last: RecordedPoint | null;
  /** Those worth keeping for later. */
  readonly track: readonly TrackedPoint[];
};

/** One point a minute, or every 200 metres, tells a way well enough. */
export const TRACK_EVERY_MS = 60_000;
export const TRACK_EVERY_M = 200;
/** Nobody rides faster (180 km/h); a phone that jumps is noted, not disbelieved. */
const METRES_PER_SECOND_MAX = 50;
const METRES_PER_KM = 1_000;

type Known = { readonly last: LastPosition | undefined; readonly since: Date; readonly now: Date };

/** What of a batch is new, and what of it is kept: times lie in (last known, now], in order, each once. */
export function planTrack(points: readonly RecordedPoint[], { last, since, now }: Known): TrackPlan {
  const after = last && last.recorded_at > since ? last.recorded_at.getTime() : since.getTime();
  const fresh = inOrder(
    points
      .map((point) => (point.recordedAt > now ? { ...point, recordedAt: now } : point))
      .filter(({ recordedAt }) => recordedAt.getTime() > after),
  );
  const track: TrackedPoint[] = [];
  let previous: Moment | null = last
    ? { lat: last.lat, lng: last.lng, atMs: last.recorded_at.getTime() }
    : null;
  let kept: Moment | null = keptBefore(last);
  for (const point of fresh) {
    const here: Moment = { lat: point.lat, lng: point.lng, atMs: point.recordedAt.getTime() };
    if (kept === null || here.atMs - kept.atMs >= TRACK_EVERY_MS || metres(kept, here) >= TRACK_EVERY_M) {
      track.push({ ...point, doubtful: previous !== null && jumps(previous, here) });
      kept = here;
    }
    previous = here;
  }
  return { accepted: fresh.length, last: fresh.at(-1) ?? null, track };
}

type Moment = Point & { readonly atMs: number };

function keptBefore(last: LastPosition | undefined): Moment | null {
  if (!last || last.track_at === null || last.track_lat === null || last.track_lng === null) return null;
  return { lat: last.track_lat, lng: last.track_lng, atMs: last.track_at.getTime() };
}

/** By time; of several at one moment, the last that was sent. */
function inOrder(points: readonly RecordedPoint[]): readonly RecordedPoint[] {
  const byMoment = new Map(points.map((point) => [point.recordedAt.getTime(), point]));
  return [...byMoment].toSorted(([one], [other]) => one - other).map(([, point]) => point);
}

function jumps(from: Moment, to: Moment): boolean {
  return metres(from, to) > (METRES_PER_SECOND_MAX * (to.atMs - from.atMs)) / 1_000;
}

function metres(from: Point, to: Point): number {
  return measureDistance(from, to) * METRES_PER_KM;
}
