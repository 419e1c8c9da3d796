import {
  formatOptionalTime,
  locationPointsMax,
  type Input,
  type LocationsTaken,
  type Milestone,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { parseTime } from '../../../kernel/time/parse-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { DeliveryRow, JobKey } from '../deliveries/deliveries.queries.ts';
import type { Shipping } from '../module.ts';
import { moveDelivery } from '../deliveries/move-delivery.ts';
import { detailsOf } from '../deliveries/present-delivery.ts';
import { endsOf } from '../deliveries/tracking/locate-courier.ts';
import { walked } from '../deliveries/walk-delivery.ts';
import { measureDistance } from '../coverage/measure-distance.ts';
import type { Point } from '../coverage/zone.ts';
import { announceMilestone } from './announce-milestone.ts';
import { jobsUnderWay, readShift, type JobUnderWay } from './positions.queries.ts';
import type { RecordedPoint } from './plan-track.ts';
import { recordPoints } from './record-points.ts';

type Body = Input<Operations['sendLocations']>['body'];

/** Takes a batch of positions, and what they mean for the parcels under way. */
export async function sendLocations(
  { body }: Input<Operations['sendLocations']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<LocationsTaken>> {
  const { driver, now } = call;
  const { system } = module.store;
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
    await followWay(module, { driverId: driver.id, at: plan.last, now });
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

/** `at`: where the courier was, and when, which may be long before `now` if the phone had no network. */
type Followed = {
  readonly driverId: string;
  readonly at: Point & { readonly recordedAt: Date };
  readonly now: Date;
};

/** Draws from where a courier is what that means for each parcel under way: that it is on its way, or nearly there. */
async function followWay(module: Shipping, { driverId, at, now }: Followed): Promise<void> {
  const jobs = await jobsUnderWay(module.store.system, driverId);
  let told = 0;
  for (const job of jobs) told += Number(await followJob(module, job, { driverId, at, now }));
}

async function followJob(module: Shipping, job: JobUnderWay, followed: Followed): Promise<boolean> {
  if (isFromBeforePickup(job, followed)) return false;
  const tenant = { merchantId: job.merchant_id, livemode: job.livemode };
  const key = { tenant, jobNumber: job.job_number };
  const way = wayOf(job, module);
  // A test delivery moves only when somebody asks.
  const departed =
    job.livemode &&
    hasDeparted(way, followed.at, followed.at.recordedAt) &&
    (await depart(module, key, followed));
  const milestone = milestoneAt(way, followed.at);
  if (milestone === null || job.reached.includes(milestone)) return departed;
  const told = await announceMilestone(module.store.of(tenant), {
    key,
    row: job,
    milestone,
    at: job.clock ?? followed.now,
  });
  return told || departed;
}

/** Where a courier was without the parcel says nothing of its way; what a test clock dates cannot be compared with a phone's time. */
function isFromBeforePickup({ picked_up_at: pickedUpAt, clock }: JobUnderWay, { at }: Followed): boolean {
  return pickedUpAt !== null && clock === null && at.recordedAt < pickedUpAt;
}

/** Only while this courier still has it as it was read. */
async function depart(module: Shipping, key: JobKey, { driverId, now }: Followed): Promise<boolean> {
  const decide = (row: DeliveryRow) =>
    row.status === 'picked_up' && row.driver_id === driverId
      ? walked(row, { path: ['in_transit'], driverId, reason: null, by: 'system', now })
      : null;
  return (await moveDelivery(module.store.of(key.tenant), key, { decide, wallClock: module.world.now() }))
    .changed;
}

function wayOf(job: JobUnderWay, module: Shipping): Way {
  const { pickup_lat, pickup_lng, delivery_lat, delivery_lng } = detailsOf(job);
  const dropoff = endsOf(job, module.map().zones).delivery;
  return {
    status: job.status,
    pickedUpAt: job.picked_up_at,
    pickupPin: pinOf(pickup_lat, pickup_lng),
    dropoffPin: pinOf(delivery_lat, delivery_lng),
    dropoff,
  };
}

function pinOf(lat: number | null, lng: number | null): Point | null {
  return lat === null || lng === null ? null : { lat, lng };
}

/** How close counts as being there. */
const ARRIVED_M = 100;
/** Ten minutes at 20 km/h on roads 1.35 times as long as the straight line. */
const NEAR_KM = 2.5;
/** Who is farther than this from the pickup, and has had the parcel for so long, has set out. */
const DEPARTED_M = 150;
const DEPARTED_AFTER_MS = 5 * 60_000;

type Way = {
  readonly status: string;
  readonly pickedUpAt: Date | null;
  /** Pins alone tell whether somebody is there. */
  readonly pickupPin: Point | null;
  readonly dropoffPin: Point | null;
  /** The pin, or else the middle of the zone, which will do for what is only near. */
  readonly dropoff: Point | null;
};

/** What a courier has come to at this point of the way; of two at once the further one. */
function milestoneAt(way: Way, at: Point): Milestone | null {
  if (way.status === 'assigned') return within(way.pickupPin, at, ARRIVED_M) ? 'arrived_pickup' : null;
  if (within(way.dropoffPin, at, ARRIVED_M)) return 'arrived_dropoff';
  return within(way.dropoff, at, NEAR_KM * 1_000) ? 'near' : null;
}

/** Whether the courier has left the pickup with the parcel, without having said so; `when` he was there. */
function hasDeparted(way: Way, at: Point, when: Date): boolean {
  if (way.status !== 'picked_up' || way.pickedUpAt === null || way.pickupPin === null) return false;
  return (
    when.getTime() - way.pickedUpAt.getTime() >= DEPARTED_AFTER_MS && !within(way.pickupPin, at, DEPARTED_M)
  );
}

function within(place: Point | null, at: Point, metres: number): boolean {
  return place !== null && measureDistance(place, at) * 1_000 <= metres;
}
