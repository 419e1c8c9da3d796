import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { locateZones } from '../coverage/locate-zone.ts';
import { locatePlace } from '../coverage/resolve-location.ts';
import type { Shipping } from '../module.ts';
import { presentZoneItem } from './zones.ts';

/** Tries where a place lies, by the rules that quotes and deliveries go by. */
export async function locateZone(
  { query }: Input<Operations['locateZone']>,
  _call: DispatchCall,
  module: Shipping,
): Promise<Reply<Data<Operations['locateZone']>>> {
  const { zones, card } = module.map();
  const { city, lat, lng, plus_code: plusCode } = query;
  const found = locatePlace(zones, { prefix: '', city, lat, lng, plusCode });
  if (!found.ok) throw new Failure(found.code, found.message, { details: found.details });
  const { zone, point, source, exact } = found.location;
  const containing = locateZones(zones, point).filter(({ active }) => active);
  return reply({
    zone: presentZoneItem(zone, { card, geometry: true }),
    point,
    source,
    exact,
    containing: containing.map(({ code, name }) => ({ code, name })),
  });
}
