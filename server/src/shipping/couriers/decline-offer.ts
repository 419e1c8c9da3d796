import type { DeclinedOffer, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { findOfferedJob, isOpen, offerExpired, offerTaken } from './find-offer.ts';
import { answerOffer, findOffer, type OfferRow } from './offers.queries.ts';
import { lockSearch, scheduleSearch, type SearchRow } from './searches.queries.ts';

/** Notes that a courier does not want a parcel; the search goes on with the next at once. */
export async function declineOffer(
  { params, body }: Input<Operations['declineOffer']>,
  call: DriverCall,
  room: Shipping,
): Promise<Reply<DeclinedOffer>> {
  const { key } = await findOfferedJob(room, call, params.id);
  const declined = await effect(
    room,
    { tenant: key.tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const search = await lockSearch(tx, key);
        const offer = await findOffer(tx, key, { id: params.id, driverId: call.driver.id });
        if (offer?.status !== 'declined') {
          refuseOver(offer, search, call.now);
          await answerOffer(tx, key, {
            id: params.id,
            driver_id: call.driver.id,
            status: 'declined',
            reason: body.reason ?? null,
            now: call.now,
          });
          if (search) await scheduleSearch(tx, key, { round: search.round, next_at: call.now });
        }
        return reply<DeclinedOffer>({ id: params.id, status: 'declined' });
      },
    },
  );
  room.wake('couriers.offer');
  return declined;
}

function refuseOver(offer: OfferRow | undefined, search: SearchRow | undefined, wallClock: Date): void {
  if (offer?.status === 'accepted' || offer?.status === 'withdrawn') throw offerTaken();
  if (!isOpen(offer, { searched: search !== undefined, wallClock })) throw offerExpired();
}
