import type { DriverJob } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { timeText } from '../../kit/format/time.ts';
import { wordsOf } from '../../kit/format/words.ts';
import { Note } from '../../kit/parts/note.tsx';
import { device } from '../data/api.ts';
import { MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { t } from '../texts.ts';
import { AttemptDialog } from './attempt-dialog.tsx';
import { GiveUpDialog } from './give-up-dialog.tsx';
import { doorReasons } from './reason-fields.tsx';
import { nameOf, untilGivingUp } from './stage.ts';
import { StopView } from './stop-view.tsx';

const LOOK_EVERY_MS = 5_000;

/** Nobody was there: what was tried, and what can be done now. */
export function Tried({ job, onMet }: { readonly job: DriverJob; readonly onMet: () => void }): VNode {
  const [nowMs, setNowMs] = useState(device.clock.nowMs());
  const [asking, setAsking] = useState<'again' | 'give-up' | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(device.clock.nowMs()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { tries, atMs } = untilGivingUp(job, nowMs);
  const isEarly = tries > 0 || nowMs < atMs;
  const names = new Map<string, string>(doorReasons(true));
  const acts = (
    <>
      <MainAct second onClick={() => setAsking('again')}>
        {t.triedAgain}
      </MainAct>
      {!isEarly && (
        <MainAct second onClick={() => setAsking('give-up')}>
          {t.giveUp}
        </MainAct>
      )}
      <MainAct onClick={onMet}>{t.theyAreHere}</MainAct>
    </>
  );
  return (
    <Screen title={nameOf(job)} inner acts={acts}>
      <StopView job={job} />
      <ul class="tries" aria-label={t.triesSoFar}>
        {job.contact_attempts.map(({ at, reason, note }) => (
          <li key={at}>
            <b>{names.get(reason) ?? wordsOf(reason)}</b>
            <span class="quiet">
              {timeText(at)}
              {note !== null && `, ${note}`}
            </span>
          </li>
        ))}
      </ul>
      <div class="pad-in">
        <Note meaning={isEarly ? 'wait' : 'idle'}>
          {isEarly ? t.giveUpLater(tries, timeText(atMs)) : t.giveUpNow(job.store_name)}
        </Note>
      </div>
      {asking === 'again' && (
        <AttemptDialog job={job} onClose={() => setAsking(null)} onDone={() => setAsking(null)} />
      )}
      {asking === 'give-up' && <GiveUpDialog job={job} onClose={() => setAsking(null)} />}
    </Screen>
  );
}
