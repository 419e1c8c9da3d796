import type { DistanceSource } from '@cottontree/contract';
import { measureDistance } from '../coverage/measure-distance.ts';
import { districtEnd, pairKey, type RateCard, type RoutePair } from './rate-card.ts';
import type { Point, Zone } from '../coverage/zone.ts';

export type RouteEnd = { readonly zone: Zone; readonly point: Point };

export type Route = {
  readonly pair: RoutePair | null;
  /** Which entry of the card's matrix that is. */
  readonly pairKey: string | null;
  /** Tenths of a kilometre. */
  readonly tenths: number;
  readonly source: DistanceSource;
};

export type RouteInput = {
  readonly card: RateCard;
  readonly pickup: RouteEnd;
  readonly delivery: RouteEnd;
  /** What a routing service measured, in tenths of a kilometre; null when none was asked or answered. */
  readonly routedTenths: number | null;
};

/**
 * The way from pickup to delivery: the card's entry for the two zones, or for a zone and a district, or for two
 * districts; else a routing service's distance; else the straight line times the road factor, to 0.1 km.
 */
export function findRoute({ card, pickup, delivery, routedTenths }: RouteInput): Route {
  const { pair, pairKey } = findPair(card, pickup.zone, delivery.zone);
  if (pair !== null && pair.tenths !== null) return { pair, pairKey, tenths: pair.tenths, source: 'matrix' };
  if (routedTenths !== null) return { pair, pairKey, tenths: routedTenths, source: 'router' };
  const factorOf = (zone: Zone) => card.zoneRoadFactors.get(zone.code) ?? card.roadFactor;
  const factor = Math.max(factorOf(pickup.zone), factorOf(delivery.zone));
  return {
    pair,
    pairKey,
    tenths: Math.round(measureDistance(pickup.point, delivery.point) * factor * 10),
    source: 'haversine',
  };
}

/** The card's entry for the way between two zones, the nearest of what may name them; a zone goes before its district. */
export function findPair(card: RateCard, pickup: Zone, delivery: Zone): Pick<Route, 'pair' | 'pairKey'> {
  if (card.pairs.size === 0) return { pair: null, pairKey: null };
  for (const from of [pickup.code, districtEnd(pickup.district)]) {
    for (const to of [delivery.code, districtEnd(delivery.district)]) {
      const found = pairKey(from, to);
      const pair = card.pairs.get(found);
      if (pair !== undefined) return { pair, pairKey: found };
    }
  }
  return { pair: null, pairKey: null };
}
