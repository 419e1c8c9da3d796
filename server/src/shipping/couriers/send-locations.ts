import {
  formatOptionalTime,
  locationPointsMax,
  type Input,
  type LocationsTaken,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../core/call.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { parseTime } from '../../core/parse-time.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { followWay } from './follow-way.ts';
import type { RecordedPoint } from './plan-track.ts';
import { recordPoints } from './record-points.ts';
import { readShift } from './shifts.queries.ts';

type Body = Input<Operations['sendLocations']>['body'];

/** Takes a batch of positions, and what they mean for the parcels under way. */
export async function sendLocations(
  { body }: Input<Operations['sendLocations']>,
  call: DriverCall,
  room: Shipping,
): Promise<Reply<LocationsTaken>> {
  const { driver, now } = call;
  const { system } = room.store;
  const points = readPoints(body, now);
  const shift = await readShift(system, driver.id);
  if (!shift.online || shift.started_at === null) throw notOnShift();

  const { plan, lastKnown } = await recordPoints(system, {
    driverId: driver.id,
    points,
    since: shift.started_at,
    now,
  });
  if (plan.last !== null && shift.jobs > 0)
    await followWay(room, { driverId: driver.id, at: plan.last, now });
  return reply({
    accepted: plan.accepted,
    ignored: points.length - plan.accepted,
    recorded_at: formatOptionalTime(lastKnown),
  });
}

export function notOnShift(): Failure {
  return new Failure('NOT_ON_SHIFT', 'You are not on shift. Go on shift first.');
}

function readPoints({ points }: Body, now: Date): readonly RecordedPoint[] {
  if (points.length > locationPointsMax)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `At most ${locationPointsMax} points go into one request; ${points.length} were sent.`,
      { details: { items_max: locationPointsMax } },
    );
  return points.map(({ lat, lng, accuracy_m, speed, heading, recorded_at }, at) => {
    const parsed = recorded_at === undefined ? { ok: true as const, at: now } : parseTime(recorded_at, 'UTC');
    if (!parsed.ok) throw invalid({ path: `points.${at}.recorded_at`, message: parsed.message });
    return {
      lat,
      lng,
      accuracy_m: accuracy_m ?? null,
      speed: speed ?? null,
      heading: heading ?? null,
      recordedAt: parsed.at,
    };
  });
}
