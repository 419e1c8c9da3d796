import { parseAmount, type ClaimType } from '@cottontree/contract';
import { Failure } from '../../core/failure.ts';
import type { ClaimedJob } from './claims.queries.ts';

/** How long after a delivery has ended something of it can be claimed. */
export const CLAIM_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** What happened to the parcel itself, while a courier had it. */
const OF_PARCEL: ReadonlySet<ClaimType> = new Set<ClaimType>(['damaged', 'lost', 'missing']);

/** The most that is paid for a claim, in minor units: what the parcel was insured for, else what its delivery cost. */
export function coverOf(
  job: Pick<ClaimedJob, 'currency' | 'shipping_fee' | 'declared_value' | 'insured'>,
  type: ClaimType,
): bigint {
  if (!OF_PARCEL.has(type) || !job.insured || job.declared_value === null) return job.shipping_fee;
  const declared = parseAmount(job.declared_value, job.currency);
  return declared.ok ? declared.minor : job.shipping_fee;
}

/** Refuses what cannot be claimed: harm to a parcel that no courier had, and anything too long ago. */
export function checkClaimable(
  job: Pick<ClaimedJob, 'status' | 'picked_up_at' | 'ended_at'>,
  { type, jobNumber, now }: { readonly type: ClaimType; readonly jobNumber: string; readonly now: Date },
): void {
  if (OF_PARCEL.has(type) && job.picked_up_at === null) {
    throw new Failure(
      'CLAIM_NOT_ALLOWED',
      `Delivery ${jobNumber} is ${job.status} and was not picked up, so its parcel cannot be ${type}.`,
      { details: { reason: 'not_picked_up' } },
    );
  }
  if (job.ended_at !== null && now.getTime() - job.ended_at.getTime() > CLAIM_DAYS_MAX * DAY_MS) {
    throw new Failure(
      'CLAIM_NOT_ALLOWED',
      `Delivery ${jobNumber} ended on ${job.ended_at.toISOString()}; claims are possible until ${CLAIM_DAYS_MAX} days after.`,
      { details: { reason: 'too_late', ended_at: job.ended_at.toISOString() } },
    );
  }
}
