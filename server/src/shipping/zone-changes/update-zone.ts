import type { Input, Operations, ZoneItem } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { change } from '../../core/change.ts';
import { versionsOf } from '../../core/if-match.ts';
import { operatorsOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { zoneNotFound, zoneVersion } from '../get-zone.ts';
import { presentZoneItem } from '../list-zones.ts';
import { MAP_CHANNEL } from '../map-channel.ts';
import type { Shipping } from '../open-shipping.ts';
import { changeZone, findZone, type FoundZone } from '../zones/zones.queries.ts';
import { changeZoneFields, readBorder } from './read-zone.ts';

/** Changes the fields given of a zone, on the version that was read; `active` false retires it. */
export async function updateZone(
  { params, body }: Input<Operations['updateZone']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<ZoneItem>> {
  operatorsOnly(call);
  const { system } = room.store;
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
    const version = await changeZone(system, zone, { at: room.world.now(), version: found.version });
    if (version === undefined) return undefined;
    room.store.notify(MAP_CHANNEL);
    await room.refreshMap();
    const { card } = room.map();
    return reply(presentZoneItem(zone, { card, geometry: true }), { version: zoneVersion(version, card) });
  });
}
