import { RefreshCw } from 'lucide';
import type { VNode } from 'preact';
import { nearText } from '../../kit/format/time.ts';
import { Note } from '../../kit/parts/note.tsx';
import { UnsentFiles } from '../../tools/unsent-files.tsx';
import { faultOf, sessionOver } from '../data/api.ts';
import { MainAct } from '../parts/main-act.tsx';
import { Screen } from '../parts/screen.tsx';
import { readEntries } from '../state/entries.ts';
import { news, outbox, refused, waiting } from '../state/signals.ts';
import { t } from '../texts.ts';
import { entryName } from './entry-words.ts';
import { ToSeeCards } from './to-see.tsx';
import './me.css';

/** What the server has not got, what it did not take, and a file for the worst. */
export function UnsentPage(): VNode {
  const box = outbox.value;
  const none = waiting.value.length === 0;
  const acts = (
    <MainAct icon={RefreshCw} off={none && t.allSent} onClick={() => box?.sendNow()}>
      {t.sendNow}
    </MainAct>
  );
  return (
    <Screen title={t.unsent} inner acts={acts}>
      <div class="pad-in stack">
        {none && <Note meaning="good">{t.allSent}</Note>}
        {!none && sessionOver.value && <Note meaning="wait">{t.sessionOver}</Note>}
        {box?.state.value.room === 'may-be-dropped' && <Note meaning="wait">{t.mayBeDropped}</Note>}
        <ul class="entries" aria-label={t.unsent}>
          {waiting.value.map((entry) => (
            <li key={entry.client_id}>
              <b class="grow">{entryName(entry)}</b>
              <span class="quiet">{nearText(entry.occurred_at)}</span>
            </li>
          ))}
        </ul>
        {refused.value.length + news.value.length > 0 && <h2>{t.toSee}</h2>}
        <ToSeeCards />
        <UnsentFiles box={box} faultOf={faultOf} onRead={readEntries} />
      </div>
    </Screen>
  );
}
