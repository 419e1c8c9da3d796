import { distance } from '@turf/distance';
import type { Point } from './zone.ts';

/** Straight distance in kilometres over the ground (haversine on a sphere of 6,371.0088 km). */
export function measureDistance(from: Point, to: Point): number {
  return distance([from.lng, from.lat], [to.lng, to.lat], { units: 'kilometers' });
}
