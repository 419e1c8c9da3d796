import type { DeliveryKind } from '@cottontree/contract';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import type { Runner } from '../../../../store/index.ts';
import type { DeliveryRow } from '../deliveries.queries.ts';
import { detailsOf } from '../present-delivery.ts';
import { standingsOf } from '../standings.queries.ts';

/** The jobs that were made for the same parcel and then cancelled: it lies where it lay before them. What was cancelled stays so. */
export async function cancelledFollowUps(
  runner: Runner,
  tenant: Tenant,
  row: DeliveryRow,
): Promise<ReadonlySet<string>> {
  const jobNumbers = detailsOf(row).related_jobs.map(({ job_number }) => job_number);
  if (jobNumbers.length === 0) return new Set();
  const standings = await standingsOf(runner, tenant, { jobNumbers, withTimelines: false });
  return new Set(jobNumbers.filter((jobNumber) => standings.get(jobNumber)?.status === 'cancelled'));
}

/** The number of the job of this kind that was made for the parcel and counts still, if there is one. */
export function followUpOf(
  row: DeliveryRow,
  kind: Exclude<DeliveryKind, 'delivery'>,
  cancelled: ReadonlySet<string>,
): string | null {
  const { related_jobs: related, original_job_number: original } = detailsOf(row);
  return (
    related.findLast(
      (one) => one.kind === kind && one.job_number !== original && !cancelled.has(one.job_number),
    )?.job_number ?? null
  );
}
