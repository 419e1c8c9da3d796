import {
  parseAmount,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type UpdateZoneBody,
  type ZoneItem,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { versionsOf } from '../../../kernel/change/if-match.ts';
import { inTurns } from '../../../kernel/running/in-turns.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { pageOfItems } from '../../../kernel/list/page-of-items.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { zoneNotFound, zoneVersion } from './get-zone.ts';
import { filterOf, presentZoneItem, ZONE_ORDERS } from './list-zones.ts';
import { MAP_CHANNEL } from '../coverage/map-channel.ts';
import type { Shipping } from '../module.ts';
import { givenCrossing } from '../coverage/read-geometry.ts';
import { readZones } from '../coverage/read-zones.ts';
import type { Position, Zone } from '../coverage/zone.ts';
import { changeZone, findZone, insertZone, type FoundZone } from '../coverage/zones.queries.ts';

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
        const zone = readZone(body, card.currency, border);
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
    tooMany: 'requests change this zone',
    read: () => findZone(system, params.id),
    notFound: () => zoneNotFound(params.id),
    ifMatch: versionsOf(call.ifMatch),
    seen: ({ zone, version }: FoundZone) => ({ version, what: `Zone ${zone.code}` }),
  };
  return change<FoundZone, Reply<ZoneItem>>(kept, async (found) => {
    const zone = changeZoneFields(found.zone, body, border);
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

/** A zone with some of its fields changed. A new border brings its own middle and reach, unless they are given as well. */
function changeZoneFields(zone: Zone, body: UpdateZoneBody, border: Border): Zone {
  const redrawn = body.geometry !== undefined && body.geometry !== null;
  const row = {
    ...zone,
    base_fee: zone.base_fee === null ? null : toMajor(zone.base_fee, zone.currency),
    ...(redrawn ? { center: null, radius_km: null } : {}),
    ...body,
    id: zone.id,
    code: zone.code,
  };
  return readZone(row, zone.currency, border);
}
