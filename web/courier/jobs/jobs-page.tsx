import { Package } from 'lucide';
import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { dayOf, timeText } from '../../kit/format/time.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Tag } from '../../kit/parts/note.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { device } from '../data/api.ts';
import { ToSeeCards } from '../me/to-see.tsx';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { go } from '../state/place.ts';
import { refresh } from '../state/refresh.ts';
import { isWaiting, jobs, jobsUnderWay } from '../state/signals.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { cashToTake, isInHand, isUnderWay, nameOf, nextStop, stageOf } from './stage.ts';
import { ContactActs, kmTo, TestMark } from './stop-view.tsx';
import './jobs.css';

/** What the courier carries, in order; the next step is one button. `shown` stands beside it, where there is room, and has that button. */
export function JobsPage({ shown }: { readonly shown?: string }): VNode {
  const [first, ...more] = jobsUnderWay.value;
  useEffect(() => void refresh(), []);
  return (
    <Screen
      title={t.jobs}
      beside={shown !== undefined}
      {...(first && shown === undefined ? { acts: <NextStep job={first} /> } : {})}
    >
      <div class="job-cards">
        <ToSeeCards />
        {first && <JobCard job={first} now shown={first.job_number === shown} />}
        {more.map((job) => (
          <JobCard key={job.job_number} job={job} shown={job.job_number === shown} />
        ))}
      </div>
      {!first && (
        <div class="calm">
          <Icon of={Package} />
          <h2>{t.noJobs}</h2>
          <p class="quiet">{t.noJobsMore}</p>
        </div>
      )}
      <DoneToday />
    </Screen>
  );
}

/** The step that comes next with a parcel, taken from the list. */
function NextStep({ job }: { readonly job: DriverJob }): VNode {
  const { busy, fault, run } = useAct();
  const stage = stageOf(job);
  const open = (): void => go({ at: 'job', jobNumber: job.job_number });
  const arrive = (at: 'pickup' | 'dropoff'): void =>
    void run(async () => {
      await take(job.job_number, { kind: 'arrive', at });
      open();
    });
  return (
    <>
      <Fault>{fault}</Fault>
      {(stage === 'fetch' || stage === 'bring') && !isInHand(job) ? (
        <MainAct busy={busy} onClick={() => arrive(stage === 'fetch' ? 'pickup' : 'dropoff')}>
          {t.iAmThere}
        </MainAct>
      ) : (
        <MainAct onClick={open}>{NEXT_WORDS[stage]()}</MainAct>
      )}
    </>
  );
}

const NEXT_WORDS: Readonly<Record<ReturnType<typeof stageOf>, () => string>> = {
  fetch: () => t.goOn,
  'at-pickup': () => t.askPickup,
  bring: () => t.goOn,
  'at-door': () => t.handOver,
  tried: () => t.goOn,
  over: () => t.goOn,
};

type JobCardProps = { readonly job: DriverJob; readonly now?: boolean; readonly shown: boolean };

function JobCard({ job, now = false, shown }: JobCardProps): VNode {
  const stop = nextStop(job);
  const km = kmTo(stop);
  return (
    <section
      class={`job-card ${now ? 'now' : ''} ${shown ? 'shown' : ''}`}
      {...(job.livemode ? {} : { 'data-mode': 'test' })}
    >
      <button
        type="button"
        class="job-open"
        aria-current={shown ? 'true' : undefined}
        onClick={() => go({ at: 'job', jobNumber: job.job_number })}
      >
        <span class="row between">
          <span>
            <Tag meaning={now ? 'good' : 'idle'}>{taskOf(job, now)}</Tag>
            <TestMark job={job} />
          </span>
          {km !== null && <span class="quiet">{km}</span>}
        </span>
        <span class="job-name">{nameOf(job)}</span>
        <span class="quiet">
          {[stop.address ?? stop.city, stop.landmark].filter((text) => text !== null).join(', ')}
        </span>
        <JobMoney job={job} />
      </button>
      {now && <ContactActs stop={stop} />}
    </section>
  );
}

function JobMoney({ job }: { readonly job: DriverJob }): VNode {
  if (cashToTake(job) <= 0) return <span class="quiet">{t.paidAlready}</span>;
  return (
    <span class="job-cash">
      {t.collect} <Money amount={job.cod_amount} currency={job.currency} />
    </span>
  );
}

function taskOf(job: DriverJob, now: boolean): string {
  const stage = stageOf(job);
  if (stage === 'tried') return t.tryAgain;
  if (stage === 'fetch' || stage === 'at-pickup') return now ? t.fetchNow : t.fetchNext;
  if (job.kind === 'return') return now ? t.bringBackNow : t.bringBackNext;
  return now ? t.bringNow : t.bringNext;
}

const SHOWN_MAX = 12;

function DoneToday(): VNode | null {
  const today = dayOf(device.clock.nowMs());
  const done = jobs.value
    .filter((job) => !isUnderWay(job))
    .map((job) => ({ job, at: job.delivered_at ?? job.failed_at ?? job.cancelled_at }))
    .filter(({ at }) => at !== null && dayOf(at) === today)
    .sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))
    .slice(0, SHOWN_MAX);
  if (done.length === 0) return null;
  return (
    <section class="done-today">
      <h2>{t.today}</h2>
      <ul>
        {done.map(({ job, at }) => (
          <li key={job.job_number}>
            <button type="button" onClick={() => go({ at: 'job', jobNumber: job.job_number })}>
              <span class="grow">
                <b>{job.dropoff.contact_name ?? job.store_name}</b>
                <span class="quiet small">
                  {at === null ? '' : timeText(at)}
                  {isWaiting(job.job_number) && `, ${t.notSentYet}`}
                </span>
              </span>
              <Status of="delivery" status={job.status} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
