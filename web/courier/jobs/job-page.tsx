import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { buzz } from '../offers/ring.ts';
import { Fault, MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAct } from '../parts/use-act.ts';
import { isWaiting, jobOf } from '../state/signals.ts';
import { take } from '../state/steps.ts';
import { t } from '../texts.ts';
import { AtDoor } from './at-door.tsx';
import { CodePad } from './code-pad.tsx';
import { JobFacts } from './job-facts.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { isInHand, nameOf, stageOf } from './stage.ts';
import { StopView } from './stop-view.tsx';
import { Tried } from './tried.tsx';
import { WayMap } from './way-map.tsx';
import './job.css';

/** One parcel: where to go, whom to call, and what comes next with it. */
export function JobPage({ jobNumber }: { readonly jobNumber: string }): VNode {
  const job = jobOf(jobNumber);
  /** Somebody is there after all. */
  const [isMet, setMet] = useState(false);
  if (!job)
    return (
      <Screen title={jobNumber} inner>
        <div class="pad-in">
          <Note meaning="wait">{t.reassigned}</Note>
        </div>
      </Screen>
    );
  const stage = stageOf(job);
  if (stage === 'at-door' || (stage === 'tried' && isMet))
    return <AtDoor job={job} onTried={() => setMet(false)} />;
  if (stage === 'tried') return <Tried job={job} onMet={() => setMet(true)} />;
  if (stage === 'at-pickup') return <AtPickup job={job} />;
  return stage === 'over' ? <Over job={job} /> : <OnTheWay job={job} />;
}

/** Going there, to fetch or to bring. */
function OnTheWay({ job }: { readonly job: DriverJob }): VNode {
  const { busy, fault, run } = useAct();
  const [leaving, setLeaving] = useState(false);
  const fetches = stageOf(job) === 'fetch';
  const step = (fields: Parameters<typeof take>[1]): void =>
    void run(async () => {
      await take(job.job_number, fields);
      buzz();
    });
  const acts = (
    <>
      <Fault>{fault}</Fault>
      {job.status === 'picked_up' && (
        <MainAct second busy={busy} onClick={() => step({ kind: 'depart' })}>
          {t.setOut}
        </MainAct>
      )}
      <MainAct
        second={isInHand(job)}
        busy={busy}
        onClick={() => step({ kind: 'arrive', at: fetches ? 'pickup' : 'dropoff' })}
      >
        {t.iAmThere}
      </MainAct>
      {isInHand(job) && (
        <MainAct busy={busy} onClick={() => step({ kind: 'pick_up' })}>
          {t.iHaveItAlready}
        </MainAct>
      )}
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <StopView job={job} />
      <WayMap job={job} />
      <JobFacts job={job} />
      {fetches && (
        <div class="pad-in">
          <Button kind="ghost" class="leave-job" onClick={() => setLeaving(true)}>
            {t.cannotFetch}
          </Button>
        </div>
      )}
      {leaving && <LeaveDialog job={job} onClose={() => setLeaving(false)} />}
    </Screen>
  );
}

/** The sender tells the code, or where none is asked for the parcel is simply taken. */
function AtPickup({ job }: { readonly job: DriverJob }): VNode {
  const { busy, fault, run } = useAct();
  const [leaving, setLeaving] = useState(false);
  const dialog = leaving && <LeaveDialog job={job} onClose={() => setLeaving(false)} />;
  if (job.require_pickup_code)
    return (
      <Screen title={nameOf(job)} inner>
        <StopView job={job} />
        <CodePad
          job={job}
          type="pickup"
          corner={t.notReady}
          onCorner={() => setLeaving(true)}
          onDone={buzz}
        />
        {dialog}
      </Screen>
    );
  const acts = (
    <>
      <Fault>{fault}</Fault>
      <MainAct second onClick={() => setLeaving(true)}>
        {t.notReady}
      </MainAct>
      <MainAct
        busy={busy}
        onClick={() =>
          void run(async () => {
            await take(job.job_number, { kind: 'pick_up' });
            buzz();
          })
        }
      >
        {t.iHaveIt}
      </MainAct>
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <StopView job={job} />
      <JobFacts job={job} />
      {dialog}
    </Screen>
  );
}

/** What became of it. */
function Over({ job }: { readonly job: DriverJob }): VNode {
  const name = job.dropoff.contact_name ?? job.store_name;
  return (
    <Screen title={name} inner>
      <div class="pad-in stack">
        <p>
          <Status of="delivery" status={job.status} pill />
        </p>
        {isWaiting(job.job_number) && <Note meaning="wait">{t.keptAndSentLater}</Note>}
        {job.status === 'failed' && (
          <Note meaning="idle">
            {job.picked_up_at === null ? t.failedAtPickup : t.failedAtDoor(job.store_name)}
          </Note>
        )}
        {job.status === 'cancelled' && <Note meaning="idle">{t.calledOff}</Note>}
        {job.delivery_verified && <Note meaning="good">{t.codeGiven}</Note>}
      </div>
      <StopView job={job} />
      <JobFacts job={job} />
    </Screen>
  );
}
