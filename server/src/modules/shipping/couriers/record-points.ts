import { change } from '../../../kernel/change/change.ts';
import type { Runner } from '../../../store/index.ts';
import { planTrack, type RecordedPoint, type TrackedPoint, type TrackPlan } from './plan-track.ts';
import { findPosition, keepPositions, type KeptPositions, type LastPosition } from './positions.queries.ts';

export type Recording = {
  readonly driverId: string;
  readonly points: readonly RecordedPoint[];
  /** Points that are not later belong to no shift. */
  readonly since: Date;
  readonly now: Date;
};

export type Recorded = { readonly plan: TrackPlan; readonly lastKnown: Date | null };

/** Keeps what of a batch of positions is new: decided on the last one as read, and written only if it still is the last. */
export async function recordPoints(system: Runner, recording: Recording): Promise<Recorded> {
  const position = {
    key: { tenant: null, id: recording.driverId },
    tooMany: 'batches of positions come',
    read: () => findPosition(system, recording.driverId),
  };
  return change(position, async (last) => {
    const plan = planTrack(recording.points, { last, since: recording.since, now: recording.now });
    if (plan.last === null) return { plan, lastKnown: last?.recorded_at ?? null };
    return (await keepPositions(system, rowsOf(recording, { point: plan.last, track: plan.track, last })))
      ? { plan, lastKnown: plan.last.recordedAt }
      : undefined;
  });
}

type Keeping = {
  readonly point: RecordedPoint;
  readonly track: readonly TrackedPoint[];
  readonly last: LastPosition | undefined;
};

function rowsOf({ driverId, now }: Recording, { point, track, last }: Keeping): KeptPositions {
  const kept = track.at(-1);
  return {
    driver_id: driverId,
    recorded_before: last?.recorded_at ?? null,
    received_at: now,
    lat: point.lat,
    lng: point.lng,
    accuracy_m: point.accuracy_m,
    recorded_at: point.recordedAt,
    track_at: kept?.recordedAt ?? last?.track_at ?? null,
    track_lat: kept?.lat ?? last?.track_lat ?? null,
    track_lng: kept?.lng ?? last?.track_lng ?? null,
    track: track.map(({ recordedAt, ...place }) => ({ recorded_at: recordedAt.toISOString(), ...place })),
  };
}
