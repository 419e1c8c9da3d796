import type { DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { nearText } from '../../kit/format/time.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { hrefOf } from '../../kit/list/address.ts';
import { at, livemode } from '../paths.ts';
import { courierTexts as t } from './texts.ts';
import './couriers.css';

const SHOWN_MAX = 20;

/** What a courier has now, and what was carried in the last days. */
export function CourierJobs({ courier }: { readonly courier: DispatchDriver }): VNode {
  const asked = { driver_id: courier.id, livemode: livemode(), limit: SHOWN_MAX };
  return (
    <>
      <Jobs title={t.onBoard} empty={t.nothingOnBoard} query={asked} courier={courier} />
      <Jobs
        title={t.history}
        empty={t.noHistory}
        query={{ ...asked, status: 'delivered,completed,failed' }}
        courier={courier}
      />
    </>
  );
}

type Query = NonNullable<NonNullable<Parameters<typeof client.listDispatchDeliveries>[0]>['query']>;

function Jobs({
  title,
  empty,
  query,
  courier,
}: {
  readonly title: string;
  readonly empty: string;
  readonly query: Query;
  readonly courier: DispatchDriver;
}): VNode {
  const { answer } = useCall(client.listDispatchDeliveries, { query });
  const all = hrefOf(at('/jobs'), { driver_id: courier.id, status: query.status ?? null });
  return (
    <Card
      title={title}
      end={
        answer && answer.meta.total > SHOWN_MAX ? (
          <a class="link" href={all}>
            {t.allOf(answer.meta.total)}
          </a>
        ) : undefined
      }
    >
      {!answer ? (
        <Loading rows={2} />
      ) : answer.data.length === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <ul class="courier-jobs">
          {answer.data.map((job) => (
            <li class="row" key={job.job_number}>
              <a class="link mono" href={at(`/jobs/${job.job_number}`)}>
                {job.job_number}
              </a>
              <span class="grow clip">{job.recipient_name ?? job.delivery_city}</span>
              <span class="small faint desk">{nearText(job.created_at)}</span>
              <Status of="delivery" status={job.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
