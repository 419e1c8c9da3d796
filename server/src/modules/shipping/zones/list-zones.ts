import { toMajor, type Input, type Operations, type ZoneItem } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { pageOfItems, type ItemOrders } from '../../../kernel/list/page-of-items.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { foldText } from '../coverage/fold-text.ts';
import { zoneContains } from '../coverage/locate-zone.ts';
import { locateZones } from '../coverage/locate-zones.ts';
import type { Shipping } from '../module.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import type { Point, Zone } from '../coverage/zone.ts';

export type ZoneFilter = Pick<Query, 'q' | 'city' | 'district' | 'kind' | 'active'>;
type Query = Input<Operations['listZones']>['query'];

/** Its name without case, where two are of one name their codes. */
export const ZONE_ORDERS: ItemOrders<Zone> = {
  code: ({ code }) => code,
  name: ({ name, code }) => `${foldText(name)} ${code}`,
};

/** Lists the zones that match, by code; with lat and lng those that contain the point, most specific first. */
export async function listZones(
  { query }: Input<Operations['listZones']>,
  _call: Call,
  module: Shipping,
): Promise<Reply<readonly ZoneItem[]>> {
  const { zones, card } = module.map();
  const point = pointOf(query);
  const candidates = point === null ? zones.zones.toSorted(byCode) : locateZones(zones, point);
  const matches = candidates.filter(filterOf({ active: true, ...query }, zones.zones));
  const { rows, meta } = pageOfItems(matches, query, ZONE_ORDERS);
  const shown = rows.map((zone) => presentZoneItem(zone, { card, geometry: query.include === 'geometry' }));
  return reply(shown, { meta });
}

export function presentZoneItem(
  zone: Zone,
  { card, geometry }: { readonly card: RateCard; readonly geometry: boolean },
): ZoneItem {
  return {
    id: zone.id,
    code: zone.code,
    name: zone.name,
    aliases: [...zone.aliases],
    kind: zone.kind,
    city: zone.city,
    district: zone.district,
    center: zone.center,
    radius_km: zone.radius_km,
    ...(geometry ? { geometry: zone.geometry } : {}),
    service_levels: [...zone.service_levels],
    hours: zone.hours.map(({ days, from, to }) => ({ days: [...days], from, to })),
    base_fee: toMajor(zone.base_fee ?? card.baseFee, zone.currency),
    currency: zone.currency,
    cod_available: zone.cod_available,
    max_weight_kg: zone.max_weight_kg,
    estimated_minutes: zone.estimated_minutes,
    active: zone.active,
  };
}

function pointOf({ lat, lng }: Query): Point | null {
  if (lat !== undefined && lng !== undefined) return { lat, lng };
  if (lat === undefined && lng === undefined) return null;
  throw invalid(
    lat === undefined
      ? { path: 'lat', message: 'is required with lng' }
      : { path: 'lng', message: 'is required with lat' },
  );
}

/** Whether a zone is one of those asked for. */
export function filterOf(
  { q, city, district, kind, active }: ZoneFilter,
  zones: readonly Zone[],
): (zone: Zone) => boolean {
  const tests = [
    ...(active === undefined ? [] : [(zone: Zone) => zone.active === active]),
    ...(kind === undefined ? [] : [(zone: Zone) => zone.kind === kind]),
    ...(city === undefined ? [] : [isInCity(city, zones)]),
    ...(district === undefined ? [] : [(zone: Zone) => foldText(zone.district) === foldText(district)]),
    ...(q === undefined ? [] : [(zone: Zone) => textsOf(zone).some((text) => text.includes(foldText(q)))]),
  ];
  return (zone) => tests.every((test) => test(zone));
}

/** Zones that say so, and those whose middle lies in a city or town of that name. */
function isInCity(text: string, zones: readonly Zone[]): (zone: Zone) => boolean {
  const wanted = foldText(text);
  const cities = zones.filter(
    (zone) => (zone.kind === 'city' || zone.kind === 'town') && textsOf(zone).includes(wanted),
  );
  return (zone) =>
    foldText(zone.city) === wanted || cities.some((city) => city === zone || zoneContains(city, zone.center));
}

function textsOf(zone: Zone): readonly string[] {
  return [zone.name, zone.code, ...zone.aliases].map(foldText);
}

function byCode(one: Zone, other: Zone): number {
  return one.code < other.code ? -1 : 1;
}
