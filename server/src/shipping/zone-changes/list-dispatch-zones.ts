import type { Input, Operations, ZoneItem } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { pageOfItems } from '../../core/page-of-items.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { filterOf, presentZoneItem, ZONE_ORDERS } from '../list-zones.ts';
import type { Shipping } from '../open-shipping.ts';

/** Lists all zones with their borders, by code, retired ones included. */
export async function listDispatchZones(
  { query }: Input<Operations['listDispatchZones']>,
  _call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly ZoneItem[]>> {
  const { zones, card } = room.map();
  const matches = zones.zones.filter(filterOf(query, zones.zones));
  const { rows, meta } = pageOfItems(matches, { sort: 'code', ...query }, ZONE_ORDERS);
  return reply(
    rows.map((zone) => presentZoneItem(zone, { card, geometry: true })),
    { meta },
  );
}
