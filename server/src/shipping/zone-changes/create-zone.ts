import type { Input, Operations, ZoneItem } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { operatorsOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { zoneVersion } from '../get-zone.ts';
import { presentZoneItem } from '../list-zones.ts';
import { MAP_CHANNEL } from '../map-channel.ts';
import type { Shipping } from '../open-shipping.ts';
import { insertZone } from '../zones/zones.queries.ts';
import { readBorder, readZone } from './read-zone.ts';

/** Adds a zone, a circle or a drawn border; every node knows it within 5 seconds. */
export async function createZone(
  { body }: Input<Operations['createZone']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<ZoneItem>> {
  operatorsOnly(call);
  const border = await readBorder(body);
  const answer = await effect(
    room,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const { card } = room.map();
        const zone = readZone(body, card.currency, border);
        if (await insertZone(tx, zone, room.world.now()))
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
  room.store.notify(MAP_CHANNEL);
  await room.refreshMap();
  return answer;
}
