import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { useZones } from '../map/use-zones.ts';
import { livemode } from '../paths.ts';
import { byLateness } from './job.ts';
import { placeOf, type JobPlace, type ZonesById } from './map-places.ts';

/** As often as phones tell where they are. */
const EVERY_MS = 10_000;
const SHOWN_MAX = 100;

export type PlacedJob = { readonly job: DispatchDelivery; readonly place: JobPlace | null };

/** What the map and its words are made of: couriers on shift, jobs under way with the late ones first, zones. */
export function useMapFacts(
  narrowed: {
    readonly livemode: boolean;
    readonly merchant_id?: string;
    readonly driver_id?: string;
    readonly zone?: string;
  },
  late: readonly DispatchDelivery[],
) {
  const zones = useZones();
  const couriers = useCall(
    client.listDispatchDrivers,
    { query: { active: true, online: true, limit: SHOWN_MAX } },
    { everyMs: EVERY_MS },
  );
  const jobs = useCall(
    client.listDispatchDeliveries,
    { query: { ...narrowed, sort: 'created_at', limit: SHOWN_MAX } },
    { everyMs: EVERY_MS },
  );
  const byId: ZonesById = new Map((zones ?? []).map((zone) => [zone.id, zone]));
  const known = new Set(late.map(({ job_number }) => job_number));
  const all = [...late, ...(jobs.answer?.data ?? []).filter(({ job_number }) => !known.has(job_number))];
  const placed = all.toSorted(byLateness).map((job): PlacedJob => ({ job, place: placeOf(job, byId) }));
  const here = (couriers.answer?.data ?? []).filter(
    (courier) => courier.livemode === null || courier.livemode === livemode(),
  );
  return {
    zones,
    couriers: here.toSorted(byName),
    jobs: placed,
    /** Jobs that only the list has room for. */
    more: Math.max(0, (jobs.answer?.meta.total ?? 0) - all.length),
    isThere: zones !== null && couriers.answer !== undefined && jobs.answer !== undefined,
    fault: couriers.answer && jobs.answer ? null : (couriers.error ?? jobs.error),
    again: () => {
      couriers.again();
      jobs.again();
    },
  };
}

function byName(one: DispatchDriver, other: DispatchDriver): number {
  return one.name < other.name ? -1 : 1;
}

export type MapFacts = ReturnType<typeof useMapFacts>;
