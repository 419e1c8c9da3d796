import { verifyPath } from '@cottontree/contract';
import { WITH_CODE } from './compose-notice.ts';
import type { NoticedJob } from './delivery-port.ts';
import type { Notices } from './module.ts';
import type { DueNotice } from './queue.queries.ts';

/**
 * Of messages that carry a code, by their id, the delivery as it is now: such a message may have waited for
 * the morning or for a gateway, and meanwhile the code, the phone or the need for it may have gone.
 */
export async function jobsWithCode(
  { jobs, store }: Notices,
  due: readonly DueNotice[],
): Promise<ReadonlyMap<string, NoticedJob>> {
  const withCode = due.filter(({ kind }) => WITH_CODE.has(kind));
  if (withCode.length === 0) return new Map();
  const found = await jobs.describe(
    store.system,
    withCode.map(({ merchant_id: merchantId, livemode, entity: jobNumber }) => ({
      tenant: { merchantId, livemode },
      jobNumber,
    })),
  );
  const byNumber = new Map(found.map((job) => [job.jobNumber, job]));
  return new Map(
    withCode.flatMap(({ id, entity }) =>
      [byNumber.get(entity)].filter((job) => job !== undefined).map((job) => [id, job] as const),
    ),
  );
}

/** Why a code is not to be sent to this phone any more; null where it is. */
export function reasonNotToTellCode(job: NoticedJob, phone: string): string | null {
  const way = verifyPath('delivery', job.status);
  if (way.kind === 'passed' || way.kind === 'not_active') return 'over';
  return job.recipientPhone === phone ? null : 'phone_changed';
}
