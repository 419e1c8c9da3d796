import type { DriverCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import { findJob } from '../deliveries/jobs.queries.ts';
import type { Shipping } from '../module.ts';
import { findJobOfOffer, type OfferRow } from './offers.queries.ts';
import { readOpenOfferId } from './open-offer-id.ts';

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
