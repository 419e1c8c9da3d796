import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { hrefOf as addressOf } from '../../kit/list/address.ts';
import { at } from '../paths.ts';
import { byLateness, matches, type UnderWay } from './job.ts';
import { JobCard } from './job-card.tsx';
import type { Picking } from './use-picking.ts';
import { boardTexts as t } from './texts.ts';

const EVERY_MS = 15_000;
/** As many as somebody looks through; the list has all. */
const SHOWN_MAX = 50;

export type Narrowed = {
  readonly livemode: boolean;
  readonly merchant_id?: string;
  readonly driver_id?: string;
  readonly zone?: string;
};

type ColumnProps = {
  readonly status: UnderWay;
  readonly narrowed: Narrowed;
  readonly word: string;
  /** What is late in any status: shown even where it is not among the oldest. */
  readonly late: readonly DispatchDelivery[];
  readonly open: string | undefined;
  readonly hrefOf: (job: DispatchDelivery) => string;
  readonly assign: (job: DispatchDelivery) => void;
  readonly picking: Picking;
};

/** The jobs of one status. */
export function BoardColumn(props: ColumnProps): VNode {
  const { status, narrowed, word, late, open, hrefOf, assign, picking } = props;
  const { answer, error, again } = useCall(
    client.listDispatchDeliveries,
    { query: { ...narrowed, status, sort: 'created_at', limit: SHOWN_MAX } },
    { everyMs: EVERY_MS },
  );
  const own = answer?.data ?? [];
  const known = new Set(own.map(({ job_number }) => job_number));
  // Where all of them are here, the late ones add nothing but what stood here when they were read.
  const isWhole = answer !== undefined && answer.meta.total <= own.length;
  const more = isWhole ? [] : late.filter((job) => job.status === status && !known.has(job.job_number));
  const all = [...own, ...more];
  const lateHere = all.filter(({ lateness }) => lateness === 'late').length;
  const shown = all.filter((job) => word === '' || matches(job, word)).toSorted(byLateness);
  const { merchant_id, driver_id, zone } = narrowed;
  const rest = (answer?.meta.total ?? 0) - all.length;
  return (
    <section class="board-column" aria-label={status}>
      <h2>
        <Status of="delivery" status={status} /> <em>{answer?.meta.total.toLocaleString('en')}</em>
        {lateHere > 0 && <span class="board-late">{t.late(lateHere)}</span>}
      </h2>
      {error && !answer ? <Problem error={error} again={again} /> : !answer && <Loading rows={3} />}
      <ul>
        {shown.map((job) => (
          <li key={job.job_number}>
            <JobCard
              job={job}
              href={hrefOf(job)}
              isOpen={job.job_number === open}
              assign={assign}
              picking={picking}
            />
          </li>
        ))}
      </ul>
      {answer && shown.length === 0 && <p class="small faint board-none">{word ? t.noneMatch : t.none}</p>}
      {rest > 0 && word === '' && (
        <ButtonLink size="s" wide href={addressOf(at('/jobs'), { merchant_id, driver_id, zone, status })}>
          {t.moreJobs(rest)}
        </ButtonLink>
      )}
    </section>
  );
}
