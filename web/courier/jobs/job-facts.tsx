import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { nearText, timeText } from '../../kit/format/time.ts';
import { Money } from '../../kit/parts/money.tsx';
import { t } from '../texts.ts';
import { cashToTake, stageOf } from './stage.ts';

/** The parcel, until when, and what is to be collected. */
export function JobFacts({ job }: { readonly job: DriverJob }): VNode {
  const isFetched = stageOf(job) !== 'fetch' && stageOf(job) !== 'at-pickup';
  const due = isFetched ? dueOf(job, 'delivery') : dueOf(job, 'pickup');
  const parcel = [t.size(job.package_size), `${job.weight_kg} kg`, job.fragile ? t.fragile : '']
    .filter((text) => text !== '')
    .join(', ');
  return (
    <dl class="job-facts sheet">
      {due !== null && (
        <div>
          <dt>{isFetched ? t.bringUntil : t.fetchUntil}</dt>
          <dd>{due}</dd>
        </div>
      )}
      <div>
        <dt>{t.parcel}</dt>
        <dd>
          {parcel}
          {job.package_description !== null && <p>{job.package_description}</p>}
        </dd>
      </div>
      {cashToTake(job) > 0 && (
        <div>
          <dt>{t.toCollect}</dt>
          <dd>
            <Money amount={job.cod_amount} currency={job.currency} />
          </dd>
        </div>
      )}
      {!isFetched && (
        <div>
          <dt>{t.thenTo}</dt>
          <dd>
            {[job.dropoff.contact_name, job.dropoff.address ?? job.dropoff.city]
              .filter((text) => text !== null)
              .join(', ')}
          </dd>
        </div>
      )}
      <div>
        <dt>{t.order}</dt>
        <dd>
          {job.order_number}
          <p class="mono quiet small">{job.job_number}</p>
        </dd>
      </div>
    </dl>
  );
}

function dueOf(job: DriverJob, stop: 'pickup' | 'delivery'): string | null {
  const [start, end, expected] =
    stop === 'pickup'
      ? [job.pickup_window_start, job.pickup_window_end, job.estimated_pickup_at]
      : [job.delivery_window_start, job.delivery_window_end, job.estimated_delivery_at];
  if (start !== null && end !== null) return `${nearText(start)} – ${timeText(end)}`;
  const at = end ?? expected;
  return at === null ? null : nearText(at);
}
