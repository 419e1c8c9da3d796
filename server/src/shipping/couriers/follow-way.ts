import type { DeliveryRow, JobKey } from '../deliveries.queries.ts';
import { walked } from '../walk-delivery.ts';
import { moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../open-shipping.ts';
import { detailsOf } from '../present-delivery.ts';
import { endsOf } from '../tracking/locate-courier.ts';
import type { Point } from '../zones/zone.ts';
import { announceMilestone } from './announce-milestone.ts';
import { jobsUnderWay, type JobUnderWay } from './milestones.queries.ts';
import { hasDeparted, milestoneAt, type Way } from './read-way.ts';

/** `at`: where the courier was, and when, which may be long before `now` if the phone had no network. */
export type Followed = {
  readonly driverId: string;
  readonly at: Point & { readonly recordedAt: Date };
  readonly now: Date;
};

/** Draws from where a courier is what that means for each parcel under way: that it is on its way, or nearly there. */
export async function followWay(room: Shipping, { driverId, at, now }: Followed): Promise<void> {
  const jobs = await jobsUnderWay(room.store.system, driverId);
  let told = 0;
  for (const job of jobs) told += Number(await followJob(room, job, { driverId, at, now }));
}

async function followJob(room: Shipping, job: JobUnderWay, followed: Followed): Promise<boolean> {
  if (isFromBeforePickup(job, followed)) return false;
  const tenant = { merchantId: job.merchant_id, livemode: job.livemode };
  const key = { tenant, jobNumber: job.job_number };
  const way = wayOf(job, room);
  // A test delivery moves only when somebody asks.
  const departed =
    job.livemode &&
    hasDeparted(way, followed.at, followed.at.recordedAt) &&
    (await depart(room, key, followed));
  const milestone = milestoneAt(way, followed.at);
  if (milestone === null || job.reached.includes(milestone)) return departed;
  const told = await announceMilestone(room.store.of(tenant), {
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
async function depart(room: Shipping, key: JobKey, { driverId, now }: Followed): Promise<boolean> {
  const decide = (row: DeliveryRow) =>
    row.status === 'picked_up' && row.driver_id === driverId
      ? walked(row, { path: ['in_transit'], driverId, reason: null, by: 'system', now })
      : null;
  return (await moveDelivery(room.store.of(key.tenant), key, { decide, wallClock: room.world.now() }))
    .changed;
}

function wayOf(job: JobUnderWay, room: Shipping): Way {
  const { pickup_lat, pickup_lng, delivery_lat, delivery_lng } = detailsOf(job);
  const dropoff = endsOf(job, room.map().zones).delivery;
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
