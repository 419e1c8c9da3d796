import { normaliseJobNumber } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { findJob, type Job } from '../deliveries/jobs.queries.ts';
import { deliveryNotFound } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';

/** A delivery within reach of whoever directs, with the time that holds for it. */
export type ReachedJob = Job & { readonly now: Date };

/** Finds a delivery by its number; what lies out of reach is not there. */
export async function findReachedJob(
  text: string,
  call: Pick<DispatchCall, 'reach' | 'now'>,
  module: Pick<Shipping, 'store'>,
): Promise<ReachedJob> {
  const jobNumber = normaliseJobNumber(text);
  const job = jobNumber === null ? undefined : await findJob(module.store.system, jobNumber);
  if (!job || !isWithin(job, call.reach)) throw deliveryNotFound(text);
  return { ...job, now: job.clock ?? call.now };
}

function isWithin({ tenant }: Job, reach: DispatchCall['reach']): boolean {
  return reach === null || (reach.merchantId === tenant.merchantId && reach.livemode === tenant.livemode);
}
