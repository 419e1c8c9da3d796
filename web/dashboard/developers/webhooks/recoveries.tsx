import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { nearText } from '../../../kit/format/time.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Empty, Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { Table, type Column } from '../../../kit/parts/table.tsx';
import { statusText } from '../../../kit/text/statuses.ts';
import { deliveryTexts as t } from './delivery-texts.ts';

type Job = AnswerOf<'listWebhookJobs'>['data'][number];
const EVERY_MS = 2_000;

/** What was sent again in bulk, how far it is, and the way to stop it. */
export function Recoveries({ endpointId }: { readonly endpointId: string }): VNode {
  const { query, hrefWith } = useAddress();
  const state = query['state'];
  const { answer, error, again } = useCall(
    client.listWebhookJobs,
    { query: { endpoint_id: endpointId, limit: 50, ...(state ? { state: state as Job['state'] } : {}) } },
    { everyMs: EVERY_MS },
  );
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return <Loading />;
  if (answer.data.length === 0 && !state) return <Empty title={t.jobsNone} text={t.jobsNoneText} />;
  return (
    <>
      <div class="list-tools">
        {(['running', 'completed', 'cancelled'] as const).map((one) => (
          <a
            class={`chip ${state === one ? 'set' : ''}`}
            aria-current={state === one ? 'true' : undefined}
            href={hrefWith({ state: state === one ? null : one })}
          >
            {statusText(one)}
          </a>
        ))}
      </div>
      {answer.data.length === 0 ? (
        <p class="quiet">{t.noJob}</p>
      ) : (
        <Table label={t.jobs} rows={answer.data} keyOf={({ id }) => id} columns={columns()} />
      )}
    </>
  );
}

function columns(): readonly Column<Job>[] {
  return [
    { key: 'begun', title: t.begun, phone: 1, cell: (job) => nearText(job.created_at) },
    {
      key: 'span',
      title: t.span,
      phone: 3,
      cell: (job) => t.jobSpan(nearText(job.since), nearText(job.until)),
    },
    { key: 'progress', title: t.progress, phone: 4, cell: (job) => <Progress of={job} /> },
    { key: 'state', title: t.state, phone: 2, cell: (job) => <Status of="job" status={job.state} /> },
    { key: 'acts', title: '', right: true, phone: 4, cell: (job) => <Stop of={job} /> },
  ];
}

/** A running one is read by itself, so that its figures are of this second. */
function Progress({ of: job }: { readonly of: Job }): VNode {
  const running = job.state === 'running';
  const read = useCall(client.getWebhookJob, running ? { params: { id: job.id } } : null, {
    everyMs: EVERY_MS,
  });
  const { done, total } = read.answer?.data ?? job;
  return (
    <span class="row progress-cell">
      <progress max={Math.max(total, 1)} value={done} aria-label={t.progress} />
      {t.jobDone(done, total)}
    </span>
  );
}

function Stop({ of: job }: { readonly of: Job }): VNode | null {
  const cancel = useAct(client.cancelWebhookJob);
  if (job.state !== 'running' || !may('webhooks:write')) return null;
  return (
    <Button size="s" busy={cancel.busy} onClick={() => void cancel.run({ params: { id: job.id } })}>
      {t.jobCancel}
    </Button>
  );
}
