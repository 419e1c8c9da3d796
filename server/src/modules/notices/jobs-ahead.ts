import { verifyPath, type DriverNoticeKind, type RecipientNoticeKind } from '@cottontree/contract';
import type { NoticedJob } from './delivery-port.ts';
import type { Notices } from './module.ts';
import type { DueNotice } from './queue.queries.ts';

/** What is told of a parcel while it is to come: to whom it comes, or who is to bring it. */
const AHEAD: ReadonlySet<string> = new Set<RecipientNoticeKind | DriverNoticeKind>([
  'job_assigned',
  'created',
  'code_reissued',
  'picked_up',
  'near',
  'arrived',
]);

/**
 * Of messages about a parcel that is to come, by their id, the delivery as it is now: such a message may have waited for
 * the morning or for a gateway, and meanwhile the code, the phone or the need for it may have gone.
 */
export async function jobsAhead(
  { jobs, store }: Notices,
  due: readonly DueNotice[],
): Promise<ReadonlyMap<string, NoticedJob>> {
  const ahead = due.filter(({ kind }) => AHEAD.has(kind));
  if (ahead.length === 0) return new Map();
  const found = await jobs.describe(
    store.system,
    ahead.map(({ merchant_id: merchantId, livemode, entity: jobNumber }) => ({
      tenant: { merchantId, livemode },
      jobNumber,
    })),
  );
  const byNumber = new Map(found.map((job) => [job.jobNumber, job]));
  return new Map(
    ahead.flatMap(({ id, entity }) =>
      [byNumber.get(entity)].filter((job) => job !== undefined).map((job) => [id, job] as const),
    ),
  );
}

/** Why this phone is not to be told of it any more; null where it is. */
export function reasonNotToTell(
  { audience }: Pick<DueNotice, 'audience'>,
  job: NoticedJob,
  phone: string,
): string | null {
  if (audience === 'driver') return job.status === 'assigned' && job.courier?.phone === phone ? null : 'over';
  const way = verifyPath('delivery', job.status);
  if (way.kind === 'passed' || way.kind === 'not_active') return 'over';
  return job.recipientPhone === phone ? null : 'phone_changed';
}
