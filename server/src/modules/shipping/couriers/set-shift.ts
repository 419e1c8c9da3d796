import { formatOptionalTime, type Input, type Operations, type Shift } from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { presentZone } from '../pricing/get-quote.ts';
import type { Shipping } from '../module.ts';
import { locateZone } from '../coverage/locate-zone.ts';
import { recordPoints } from './record-points.ts';
import { endShift } from '../dispatch/dispatch-drivers.queries.ts';
import { beginShift, readShift, type ShiftStanding } from './positions.queries.ts';

/** Takes a courier on or off shift; asked for again it changes nothing. */
export async function setShift(
  { body }: Input<Operations['setShift']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<Shift>> {
  const { online, lat, lng } = body;
  if ((lat === undefined) !== (lng === undefined))
    throw invalid({
      path: lat === undefined ? 'lat' : 'lng',
      message: 'is required: a place has both lat and lng',
    });
  const shift = { changed: false };
  const answer = await effect<Shift>(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        shift.changed = await (online ? beginShift : endShift)(tx, call.driver.id, call.now);
        if (online && lat !== undefined && lng !== undefined) {
          const point = { lat, lng, accuracy_m: null, speed: null, heading: null, recordedAt: call.now };
          await recordPoints(tx, {
            driverId: call.driver.id,
            points: [point],
            since: new Date(0),
            now: call.now,
          });
        }
        return reply(presentShift(await readShift(tx, call.driver.id), module));
      },
    },
  );
  if (shift.changed) module.wake('couriers.offer');
  return answer;
}

function presentShift(standing: ShiftStanding, module: Shipping): Shift {
  const { online, since, lat, lng, jobs } = standing;
  const zone = lat === null || lng === null ? null : locateZone(module.map().zones, { lat, lng });
  return {
    online,
    since: formatOptionalTime(since),
    zone: zone && presentZone(zone),
    jobs_under_way: jobs,
    notice:
      !online && jobs > 0
        ? `You still have ${jobs} ${jobs === 1 ? 'parcel' : 'parcels'} under way. Deliver ${jobs === 1 ? 'it' : 'them'}, or give back what you have not fetched yet.`
        : null,
  };
}
