import type { DispatchDelivery } from '@cottontree/contract';
import { CircleAlert } from 'lucide';
import type { VNode } from 'preact';
import { may } from '../../kit/data/session.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { Pick } from '../../kit/parts/table.tsx';
import { canChangeHands, shortNumber } from './job.ts';
import { latenessMeaning, latenessText } from './lateness.tsx';
import { OffShift } from './off-shift.tsx';
import type { Picking } from './use-picking.ts';
import { boardTexts as t } from './texts.ts';

/** One job on the board: whom it goes to, how it stands, who has it, what is to be collected. */
export function JobCard({
  job,
  href,
  isOpen,
  assign,
  picking,
}: {
  readonly job: DispatchDelivery;
  readonly href: string;
  readonly isOpen: boolean;
  readonly assign: (job: DispatchDelivery) => void;
  readonly picking: Picking;
}): VNode {
  const isPicked = picking.has(job);
  const canBePicked = picking.isOn && (isPicked || canChangeHands(job));
  return (
    <article class={`job-card ${latenessMeaning(job)} ${isOpen ? 'open' : ''} ${isPicked ? 'picked' : ''}`}>
      {canBePicked && <Pick label={job.job_number} on={isPicked} change={(on) => picking.pick(job, on)} />}
      <a class="job-card-link" href={href} aria-current={isOpen ? 'true' : undefined}>
        <span class="job-card-top">
          <span class="mono">{shortNumber(job.job_number)}</span>
          <span class="job-card-time">{latenessText(job)}</span>
        </span>
        <b class="clip">{job.recipient_name ?? t.nobodyNamed}</b>
        <span class="quiet clip">{t.way(job.pickup_city, job.delivery_city)}</span>
      </a>
      <div class="job-card-foot">
        {job.driver ? (
          <>
            <Face initials={initialsOf(job.driver.name)} size="s" />
            <span class="clip">{job.driver.name}</span>
            <OffShift job={job} />
          </>
        ) : canChangeHands(job) && may('dispatch:write') ? (
          <button
            type="button"
            class="link"
            onClick={() => assign(job)}
            aria-label={t.assignJob(job.job_number)}
          >
            {t.assign}
          </button>
        ) : (
          <span class="faint">{t.nobody}</span>
        )}
        {job.open_incidents > 0 && (
          <span class="job-card-incident" title={t.openIncidents(job.open_incidents)}>
            <Icon of={CircleAlert} size="s" />
            <span class="hidden-text">{t.openIncidents(job.open_incidents)}</span>
          </span>
        )}
        <span class="grow" />
        {job.cod_amount > 0 && <Money amount={job.cod_amount} currency={job.currency} />}
      </div>
    </article>
  );
}
