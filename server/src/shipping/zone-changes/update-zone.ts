import type { Input, Operations, ZoneItem } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { requireMatch, versionsOf } from '../../core/if-match.ts';
import { operatorsOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { zoneNotFound, zoneVersion } from '../get-zone.ts';
import { presentZoneItem } from '../list-zones.ts';
import { MAP_CHANNEL } from '../map-channel.ts';
import type { Shipping } from '../open-shipping.ts';
import { changeZone, findZone } from '../zones/zones.queries.ts';
import { changeZoneFields, readBorder } from './read-zone.ts';

const TRIES_MAX = 8;

/** Changes the fields given of a zone, on the version that was read; `active` false retires it. */
export async function updateZone(
  { params, body }: Input<Operations['updateZone']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<ZoneItem>> {
  operatorsOnly(call);
  const { system } = room.store;
  const border = await readBorder(body);
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const found = await findZone(system, params.id);
    if (!found) throw zoneNotFound(params.id);
    requireMatch(versionsOf(call.ifMatch), { what: `Zone ${found.zone.code}`, version: found.version });
    const zone = changeZoneFields(found.zone, body, border);
    const version = await changeZone(system, zone, { at: room.world.now(), version: found.version });
    if (version === undefined) continue;
    room.store.notify(MAP_CHANNEL);
    await room.refreshMap();
    const { card } = room.map();
    return reply(presentZoneItem(zone, { card, geometry: true }), { version: zoneVersion(version, card) });
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this zone at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
