import type { Input, Operations, ZoneItem } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { listMeta, readPage, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { filterOf, presentZoneItem } from '../list-zones.ts';
import type { Shipping } from '../open-shipping.ts';

/** Lists all zones with their borders, by code, retired ones included. */
export async function listDispatchZones(
  { query }: Input<Operations['listDispatchZones']>,
  _call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly ZoneItem[]>> {
  const page = readPage(query, 'by page');
  const { zones, card } = room.map();
  const matches = zones.zones
    .filter(filterOf(query, zones.zones))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
  const rows = matches.slice(page.offset);
  return reply(
    shownRows(page, rows).map((zone) => presentZoneItem(zone, { card, geometry: true })),
    { meta: listMeta({ page, total: matches.length, rows }) },
  );
}
