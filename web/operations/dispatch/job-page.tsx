import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at, livemode } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { canChangeHands, dueAt } from './job.ts';
import { JobActs } from './job-acts.tsx';
import { AuditCard, CashCard, IncidentsCard, PeopleCard, ProofCard, WayCard } from './job-cards.tsx';
import { jobTexts as t } from './job-texts.ts';
import { Lateness } from './lateness.tsx';
import { boardTexts } from './texts.ts';
import './board.css';

const EVERY_MS = 15_000;

/** One job, whole: what happened, whom to call, what can be done, what colleagues did. */
export function JobPage({ params }: PageProps): VNode {
  const jobNumber = params['jobNumber'] ?? '';
  const { answer, error, again } = useCall(
    client.getDispatchDelivery,
    { params: { jobNumber } },
    { everyMs: EVERY_MS },
  );
  const [assigning, setAssigning] = useState<DispatchDelivery | null>(null);
  const job = answer?.data;
  const due = job && dueAt(job);
  const { route } = useLocation();
  useEffect(() => {
    // A job is there in one mode alone, which its number does not tell: there it is shown for what it is.
    if (job && job.livemode !== livemode())
      route(at(`/jobs/${jobNumber}`, job.livemode ? 'live' : 'test'), true);
  }, [job?.livemode]);
  return (
    <Page
      title={jobNumber}
      mono
      up={{ name: boardTexts.jobs, href: at('/jobs') }}
      badge={
        job && (
          <>
            <Status of="delivery" status={job.status} pill />
            <Lateness job={job} />
          </>
        )
      }
      {...(job
        ? {
            lead: `${job.recipient_name ?? boardTexts.nobodyNamed}, ${job.delivery_address}, ${job.delivery_city}${due ? `. ${boardTexts.due(nearText(due))}` : ''}`,
          }
        : {})}
      acts={
        job &&
        may('dispatch:write') && (
          <>
            {canChangeHands(job) && (
              <Button kind="primary" class="main-act" onClick={() => setAssigning(job)}>
                {job.driver ? boardTexts.reassign : boardTexts.assign}
              </Button>
            )}
            <JobActs job={job} />
          </>
        )
      }
    >
      {error && !answer ? (
        <Problem error={error} again={again} title={t.notFound(jobNumber)} />
      ) : job ? (
        <Columns
          main={
            <>
              <WayCard job={job} />
              <IncidentsCard job={job} />
              <AuditCard job={job} />
            </>
          }
          side={
            <>
              <PeopleCard job={job} />
              <CashCard job={job} />
              <ProofCard job={job} />
            </>
          }
        />
      ) : (
        <Loading kind="detail" />
      )}
      {assigning && <AssignDialog jobs={[assigning]} onClose={() => setAssigning(null)} />}
    </Page>
  );
}
