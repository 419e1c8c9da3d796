import {
  operations,
  parseAmount,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type UpdateZoneBody,
  type ZoneItem,
} from '@cottontree/contract';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { versionsOf } from '../../../kernel/change/if-match.ts';
import { inTurns } from '../../../kernel/running/in-turns.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { pageOfItems, type ItemOrders } from '../../../kernel/list/page-rows.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { knownFields } from '../../../kernel/shape/known-fields.ts';
import { MAP_CHANNEL } from '../coverage/map-channel.ts';
import type { Shipping } from '../module.ts';
import { givenCrossing } from '../coverage/read-geometry.ts';
import { readZones } from '../coverage/read-zones.ts';
import type { Point, Position, Zone } from '../coverage/zone.ts';
import { changeZone, findZone, insertZone, type FoundZone } from '../coverage/zones.queries.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import { foldText } from '../coverage/fold-text.ts';
import { locateZones, zoneContains } from '../coverage/locate-zone.ts';

/** Adds a zone, a circle or a drawn border; every node knows it within 5 seconds. */
export async function createZone(
  { body }: Input<Operations['createZone']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<ZoneItem>> {
  operatorsOnly(call);
  const border = await readBorder(body);
  const answer = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const { card } = module.map();
        const zone = readZone(knownFields(operations.createZone.body, body), card.currency, border);
        if (await insertZone(tx, zone, module.world.now()))
          return reply(presentZoneItem(zone, { card, geometry: true }), {
            status: 201,
            version: zoneVersion(1, card),
          });
        throw new Failure(
          'DUPLICATE_ZONE',
          `There is a zone ${zone.code} already. Change that one, or choose another code.`,
          { details: { code: zone.code } },
        );
      },
    },
  );
  module.store.notify(MAP_CHANNEL);
  await module.refreshMap();
  return answer;
}

/** Lists all zones with their borders, by code, retired ones included. */
export async function listDispatchZones(
  { query }: Input<Operations['listDispatchZones']>,
  _call: DispatchCall,
  module: Shipping,
): Promise<Reply<readonly ZoneItem[]>> {
  const { zones, card } = module.map();
  const matches = zones.zones.filter(filterOf(query, zones.zones));
  const { rows, meta } = pageOfItems(matches, { sort: 'code', ...query }, ZONE_ORDERS);
  return reply(
    rows.map((zone) => presentZoneItem(zone, { card, geometry: true })),
    { meta },
  );
}

/** Changes the fields given of a zone, on the version that was read; `active` false retires it. */
export async function updateZone(
  { params, body }: Input<Operations['updateZone']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<ZoneItem>> {
  operatorsOnly(call);
  const { system } = module.store;
  const border = await readBorder(body);
  const kept = {
    key: { tenant: null, id: params.id },
    tooMany: 'requests change this zone',
    read: () => findZone(system, params.id),
    notFound: () => zoneNotFound(params.id),
    ifMatch: versionsOf(call.ifMatch),
    seen: ({ zone, version }: FoundZone) => ({ version, what: `Zone ${zone.code}` }),
  };
  return change<FoundZone, Reply<ZoneItem>>(kept, async (found) => {
    const shown = presentZoneItem(found.zone, { card: module.map().card, geometry: false });
    refuseReadOnly(operations.updateZone.readOnly, body, shown);
    const zone = changeZoneFields(found.zone, { body, border, currency: module.map().card.currency });
    if (changesNothing(zone, found.zone)) {
      const { card } = module.map();
      return reply(presentZoneItem(zone, { card, geometry: true }), {
        version: zoneVersion(found.version, card),
      });
    }
    const version = await changeZone(system, zone, { at: module.world.now(), version: found.version });
    if (version === undefined) return undefined;
    module.store.notify(MAP_CHANNEL);
    await module.refreshMap();
    const { card } = module.map();
    return reply(presentZoneItem(zone, { card, geometry: true }), { version: zoneVersion(version, card) });
  });
}

/** What a request says of a zone; all but the amount is checked as a row of a zones file. */
type ZoneWords = { readonly code: string; readonly base_fee?: number | string | null };
/** Where the border given crosses itself. */
type Border = { readonly crossing: Position | null };

/** Looks at the border that a request gives, in turns with others. */
async function readBorder({ geometry }: { readonly geometry?: unknown }): Promise<Border> {
  return { crossing: await inTurns(givenCrossing(geometry)) };
}

/** A zone from what a request says of it; what it is silent about is as in a zones file. */
function readZone(body: ZoneWords, currency: Currency, { crossing }: Border): Zone {
  const fee = parseAmount(body.base_fee ?? 0, currency);
  if (!fee.ok)
    throw new Failure(fee.code, `base_fee ${fee.message}.`, {
      details: { fields: [{ path: 'base_fee', message: fee.message }] },
    });
  const read = readZones({ zones: [body] }, { currency, crossingOf: () => crossing });
  if (!read.ok) throw invalid(...read.problems.map(({ field, message }) => ({ path: field, message })));
  const [zone] = read.zones;
  if (zone === undefined) throw new Error('One row of zones makes one zone.');
  return zone;
}

type ZoneChange = { readonly body: UpdateZoneBody; readonly border: Border; readonly currency: Currency };

/** A zone with some of its fields changed. A new border brings its own middle and reach, unless they are given as well; a fee given is in the currency of the card in force. */
function changeZoneFields(zone: Zone, { body, border, currency }: ZoneChange): Zone {
  const redrawn = body.geometry !== undefined && body.geometry !== null;
  const row = {
    ...zone,
    base_fee: zone.base_fee === null ? null : toMajor(zone.base_fee, zone.currency),
    ...(redrawn ? { center: null, radius_km: null } : {}),
    ...knownFields(operations.updateZone.body, body),
    id: zone.id,
    code: zone.code,
  };
  return readZone(
    row,
    body.base_fee === undefined || body.base_fee === null ? zone.currency : currency,
    border,
  );
}

/** Reads a zone by its id or code, with its border, as it stands in the database: whoever changes it next must have seen the last change. */
export function getZone(
  { params }: Input<Operations['getZone']>,
  _call: Call,
  module: Shipping,
): Promise<Reply<ZoneItem>> {
  return readZoneWhole(params.id, module);
}

/** The same for whoever is about to change it. */
export function getDispatchZone(
  { params }: Input<Operations['getDispatchZone']>,
  _call: DispatchCall,
  module: Shipping,
): Promise<Reply<ZoneItem>> {
  return readZoneWhole(params.id, module);
}

async function readZoneWhole(id: string, module: Shipping): Promise<Reply<ZoneItem>> {
  const found = await findZone(module.store.system, id);
  if (!found) throw zoneNotFound(id);
  const { card } = module.map();
  return reply(presentZoneItem(found.zone, { card, geometry: true }), {
    version: zoneVersion(found.version, card),
  });
}

/** A zone without a fee of its own reads differently under another card, although nobody has changed it. */
function zoneVersion(version: number, card: Pick<RateCard, 'version'>): string {
  return `${version}.${card.version}`;
}

function zoneNotFound(id: string): Failure {
  return new Failure(
    'ZONE_NOT_FOUND',
    `There is no zone ${id.slice(0, 64)}; GET /v1/shipping/zones lists them.`,
  );
}

type ZoneFilter = Pick<Query, 'q' | 'city' | 'district' | 'kind' | 'active'>;
type Query = Input<Operations['listZones']>['query'];

/** Its name without case, where two are of one name their codes. */
const ZONE_ORDERS: ItemOrders<Zone> = {
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
  const currency = zone.base_fee === null ? card.currency : zone.currency;
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
    base_fee: toMajor(zone.base_fee ?? card.baseFee, currency),
    currency,
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
function filterOf(
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
