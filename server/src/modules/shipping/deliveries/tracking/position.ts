import type { Point } from '../../coverage/zone.ts';

/** Where a courier was, as a phone told it or a simulation made it up. */
export type KnownPosition = Point & { readonly accuracy_m: number | null; readonly recorded_at: string };

/** Latitude and longitude where a pin is known, and the zone whose middle stands in for one. */
export type RouteStop = readonly [lat: number | null, lng: number | null, zoneId: string | null];

/** Both ends of a delivery's way. */
export type Stops = { readonly pickup: RouteStop; readonly delivery: RouteStop };
