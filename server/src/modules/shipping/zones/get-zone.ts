import type { Input, Operations, ZoneItem } from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { presentZoneItem } from './list-zones.ts';
import type { Shipping } from '../module.ts';
import type { RateCard } from '../pricing/rate-card.ts';
import { findZone } from '../coverage/zones.queries.ts';

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
export function zoneVersion(version: number, card: Pick<RateCard, 'version'>): string {
  return `${version}.${card.version}`;
}

export function zoneNotFound(id: string): Failure {
  return new Failure(
    'ZONE_NOT_FOUND',
    `There is no zone ${id.slice(0, 64)}; GET /v1/shipping/zones lists them.`,
  );
}
