import type { DispatchDelivery } from '@cottontree/contract';
import { CircleAlert, Phone, X } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import { canChangeHands, dueAt, pickupText } from './job.ts';
import { Lateness } from './lateness.tsx';
import { wordText } from '../words.ts';
import { OffShift } from './off-shift.tsx';
import { boardTexts as t } from './texts.ts';

const EVERY_MS = 15_000;

type PanelProps = {
  readonly jobNumber: string;
  readonly closeHref: string;
  readonly assign: (job: DispatchDelivery) => void;
};

/** One job beside the board: what is wrong with it, whom to call, and another courier. */
export function JobPanel({ jobNumber, closeHref, assign }: PanelProps): VNode {
  const { answer, error, again } = useCall(
    client.getDispatchDelivery,
    { params: { jobNumber } },
    { everyMs: EVERY_MS },
  );
  return (
    <aside class="job-panel" aria-label={jobNumber}>
      <div class="row">
        <h2 class="mono grow">{jobNumber}</h2>
        <ButtonLink kind="ghost" icon={X} label={t.closeJob} href={closeHref} />
      </div>
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : answer ? (
        <Inside job={answer.data} assign={assign} />
      ) : (
        <Loading rows={4} kind="detail" />
      )}
    </aside>
  );
}

function Inside({
  job,
  assign,
}: {
  readonly job: DispatchDelivery;
  readonly assign: (job: DispatchDelivery) => void;
}): VNode {
  const due = dueAt(job);
  const { driver } = job;
  return (
    <>
      <p class="row wrap">
        <Status of="delivery" status={job.status} pill />
        <Lateness job={job} />
      </p>
      <p>
        <b>{job.recipient_name ?? t.nobodyNamed}</b>, {job.delivery_address}, {job.delivery_city}
        {due !== null && `. ${t.due(nearText(due))}`}
      </p>
      <Trouble job={job} />
      <div class="job-panel-acts">
        {driver && (
          <ButtonLink kind="primary" icon={Phone} href={`tel:${driver.phone}`}>
            {t.call(driver.name)}
          </ButtonLink>
        )}
        {job.recipient_phone && (
          <ButtonLink icon={Phone} href={`tel:${job.recipient_phone}`}>
            {t.call(job.recipient_name ?? t.recipient)}
          </ButtonLink>
        )}
        {canChangeHands(job) && may('dispatch:write') && (
          <Button kind={driver ? 'plain' : 'primary'} onClick={() => assign(job)}>
            {driver ? t.reassign : t.assign}
          </Button>
        )}
      </div>
      <KeyValues
        left
        rows={[
          [t.shop, job.merchant.name],
          [t.from, pickupText(job)],
          [
            t.courier,
            driver ? (
              <>
                {driver.name}, {wordText(driver.vehicle_type)} <OffShift job={job} />
              </>
            ) : (
              t.nobody
            ),
          ],
          job.phase !== null && [t.phase, wordText(job.phase)],
          job.cod_amount > 0 && [
            t.toCollect,
            <>
              <Money amount={job.cod_amount} currency={job.currency} />{' '}
              <Status of="cod" status={job.cod_status} />
            </>,
          ],
        ]}
      />
      <a class="link" href={at(`/jobs/${job.job_number}`)}>
        {t.wholeJob}
      </a>
    </>
  );
}

/** What somebody has to look into, in words. */
function Trouble({ job }: { readonly job: DispatchDelivery }): VNode | null {
  const { open_incidents: incidents, failed_attempts: attempts, attempts_left: left } = job;
  const said = [
    incidents > 0 && t.openIncidents(incidents),
    attempts > 0 && t.failedAttempts(attempts),
    (left.pickup === 0 || left.delivery === 0) && t.codeLocked,
    job.lateness === 'late' && !job.driver && t.nobodyHasIt,
  ].filter((one) => one !== false);
  if (said.length === 0) return null;
  return (
    <Note meaning="wait" icon={CircleAlert}>
      {said.join(' ')}
    </Note>
  );
}
