import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';

const EARTH_KM = 6371;

/** How far a courier is from where the parcel lies, as the crow flies; infinite where nobody knows. */
export function kmTo({ location }: DispatchDriver, job: DispatchDelivery | undefined): number {
  if (!location || !job || job.pickup_lat === null || job.pickup_lng === null) return Infinity;
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (a: number, b: number): number => Math.sin(radians(a - b) / 2) ** 2;
  const part =
    half(location.lat, job.pickup_lat) +
    Math.cos(radians(location.lat)) * Math.cos(radians(job.pickup_lat)) * half(location.lng, job.pickup_lng);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(part));
}
