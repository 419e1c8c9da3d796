import {
  formatOptionalTime,
  toMajor,
  type DeclinedOffer,
  type Input,
  type Offer,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { pageOfItems } from '../../../kernel/list/page-rows.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Shipping } from '../module.ts';
import { detailsOf } from '../deliveries/present-delivery.ts';
import { endsOf } from '../deliveries/tracking/locate-courier.ts';
import { measureDistance } from '../coverage/measure-distance.ts';
import type { Point } from '../coverage/zone.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import { findJob } from '../deliveries/jobs.queries.ts';
import {
  answerOffer,
  findJobOfOffer,
  findOffer,
  listOffered,
  type OfferedRow,
  type OfferRow,
} from './offers.queries.ts';
import { judgeLoad } from './judge-courier.ts';
import { openOfferId, readOpenOfferId } from './open-offer-id.ts';
import { lockSearch, scheduleSearch, type SearchRow } from './searches.queries.ts';

const OPEN_ROWS_MAX = 100;
const PERCENT = 100n;

/** Lists what a courier may take now: where about and what it is, but neither codes nor who gets it. */
export async function listOffers(
  { query }: Input<Operations['listOffers']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<readonly Offer[]>> {
  const offered = await listOffered(module.store.system, call.driver.id, {
    now: call.now,
    openRowsMax: OPEN_ROWS_MAX,
  });
  const { rows, meta } = pageOfItems(offered.filter(canTake), query);
  return reply(
    rows.map((row) => presentOffer(row, call.driver.id, module)),
    { meta },
  );
}

/** An offer that was made weighed what the courier carries; a test delivery that waits for anybody is weighed here. */
function canTake(row: OfferedRow): boolean {
  const { jobs, cod_to_collect, cash_in_hand } = row;
  if (jobs === null || cod_to_collect === null || cash_in_hand === null) return true;
  const parcel = { details: row.details, toCollect: row.cod_amount };
  return judgeLoad({ ...row, jobs, cod_to_collect, cash_in_hand }, parcel) === null;
}

function presentOffer(row: OfferedRow, driverId: string, module: Shipping): Offer {
  const details = detailsOf(row);
  const currency = row.currency;
  const { pickup, delivery } = endsOf(row, module.map().zones);
  const courier = row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng };
  return {
    id: row.offer_id ?? openOfferId(module.vault, row.job_number, driverId),
    job_number: row.job_number,
    kind: row.kind,
    store_name: row.store_name,
    service_level: details.service_level,
    pickup: { city: details.pickup_city, zone: details.pickup_zone },
    dropoff: { city: details.delivery_city, zone: details.delivery_zone },
    distance_km: kilometres(courier, pickup),
    way_km: kilometres(pickup, delivery),
    package_size: details.package_size,
    weight_kg: details.weight_kg,
    fragile: details.fragile,
    cod_amount: toMajor(row.cod_amount, currency),
    earning:
      row.fee_share_percent === null
        ? null
        : toMajor((row.shipping_fee * BigInt(row.fee_share_percent)) / PERCENT, currency),
    currency,
    expires_at: formatOptionalTime(row.expires_at),
    livemode: row.livemode,
  };
}

/** To 100 metres. */
function kilometres(from: Point | null, to: Point | null): number | null {
  return from === null || to === null ? null : Math.round(measureDistance(from, to) * 10) / 10;
}

/** Notes that a courier does not want a parcel; the search goes on with the next at once. */
export async function declineOffer(
  { params, body }: Input<Operations['declineOffer']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DeclinedOffer>> {
  const { key } = await findOfferedJob(module, call, params.id);
  const declined = await effect(
    module,
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
  module.wake('couriers.offer');
  return declined;
}

function refuseOver(offer: OfferRow | undefined, search: SearchRow | undefined, wallClock: Date): void {
  if (offer?.status === 'accepted' || offer?.status === 'withdrawn') throw offerTaken();
  if (!isOpen(offer, { searched: search !== undefined, wallClock })) throw offerExpired();
}

/** What a courier's offer is about, and business time there. */
export type OfferedJob = { readonly key: JobKey; readonly now: Date };

/** The job behind an offer to this courier; the same refusal for none, a malformed id and another courier's. */
export async function findOfferedJob(module: Shipping, call: DriverCall, id: string): Promise<OfferedJob> {
  const { system } = module.store;
  const made = await findJobOfOffer(system, id, call.driver.id);
  const jobNumber = made ?? readOpenOfferId(module.vault, id, call.driver.id);
  const job = jobNumber === null ? undefined : await findJob(system, jobNumber);
  if (!job || (made === undefined && job.tenant.livemode))
    throw new Failure('OFFER_NOT_FOUND', `There is no offer ${id.slice(0, 64)}.`);
  return { key: { tenant: job.tenant, jobNumber: job.jobNumber }, now: job.clock ?? call.now };
}

/** Whether it can still be answered; an open test offer without a row lives until a search begins. */
export function isOpen(
  offer: OfferRow | undefined,
  { searched, wallClock }: { readonly searched: boolean; readonly wallClock: Date },
): boolean {
  if (!offer) return !searched;
  return offer.status === 'open' && (offer.expires_at === null || offer.expires_at > wallClock);
}

export function offerExpired(): Failure {
  return new Failure('OFFER_EXPIRED', 'This offer is over. Look at what is on offer now.');
}

export function offerTaken(): Failure {
  return new Failure(
    'OFFER_TAKEN',
    'Another courier was faster, so the parcel is taken. Look at what is on offer now.',
  );
}
