import { Check, RefreshCw } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nearText, timeText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { UnsentFiles } from '../../tools/unsent-files.tsx';
import { placeOf, refusalWord } from '../answer/say-answer.ts';
import { faultText } from '../../tools/fault.ts';
import { isEnded } from '../data/api.ts';
import { SheetPage } from '../setup/sheet-page.tsx';
import type { DoorEntry, ScanVerdict } from '../state/sending.ts';
import { outbox, scans } from '../state/signals.ts';
import { t } from '../texts.ts';

/** What the server has not got, what it knew better, and a file for the worst. */
export function UnsentPage(): VNode {
  const box = outbox.value;
  const state = box?.state.value;
  const [toSee, setToSee] = useState<readonly DoorEntry[]>([]);
  useEffect(() => {
    void box?.listToSee().then(setToSee);
  }, [box, state?.unsent, state?.toSee]);
  const waiting = state?.unsent ?? 0;
  return (
    <SheetPage
      title={t.unsentTitle}
      act={
        <Button
          kind="primary"
          size="big"
          wide
          icon={RefreshCw}
          off={waiting === 0 && t.unsentNone}
          onClick={() => box?.sendNow()}
        >
          {t.sendNow}
        </Button>
      }
    >
      <Note meaning={waiting === 0 ? 'good' : 'wait'}>
        {waiting === 0 ? t.unsentNone : t.unsentSome(waiting)}{' '}
        {waiting > 0 && isEnded.value && t.waitsForPairing}
      </Note>
      {state?.room === 'may-be-dropped' && <Note meaning="wait">{t.mayBeDropped}</Note>}
      {toSee.length > 0 && <h2>{t.toSeeTitle}</h2>}
      <ul class="entries" aria-label={t.toSeeTitle}>
        {toSee.map((entry) => (
          <ToSee key={entry.client_id} entry={entry} />
        ))}
      </ul>
      <UnsentFiles box={box} faultOf={faultText} />
    </SheetPage>
  );
}

function ToSee({ entry }: { readonly entry: DoorEntry }): VNode {
  const scan = scans.value.find(({ nonce }) => nonce === entry.body.nonce);
  const who = [scan?.name, scan?.typeName].filter(Boolean).join(', ');
  return (
    <li>
      <span class="grow">
        <b>{who || entry.body.code.slice(0, SHOWN_CHARACTERS)}</b>{' '}
        <span class="quiet">{nearText(entry.occurred_at)}</span>
        <WhatHappened entry={entry} />
      </span>
      {entry.status === 'rejected' && (
        <Button size="s" icon={RefreshCw} onClick={() => void outbox.value?.retry(entry.client_id)}>
          {t.again}
        </Button>
      )}
      <Button size="s" icon={Check} onClick={() => void outbox.value?.markSeen(entry.client_id)}>
        {t.seen}
      </Button>
    </li>
  );
}

const SHOWN_CHARACTERS = 16;

function WhatHappened({ entry }: { readonly entry: DoorEntry }): VNode {
  const said = (entry.answer ?? {}) as Partial<ScanVerdict> & { readonly message?: string };
  if (entry.status === 'rejected') return <p class="small fault">{said.message ?? t.refusedEntry}</p>;
  if (entry.body.offline_result === 'rejected') return <p class="small">{t.wasCounted}</p>;
  const { code = null, first_scan: first = null } = said;
  if (code !== 'TICKET_ALREADY_USED') return <p class="small">{t.wasRefused(refusalWord(code))}</p>;
  return (
    <p class="small">
      {t.twice} {first && t.twiceFirst(timeText(first.at), placeOf(first))}
    </p>
  );
}
