import { Check, RefreshCw } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { UnsentFiles } from '../../tools/unsent-files.tsx';
import { nearText, timeText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import type { EntryOf } from '../../outbox/index.ts';
import { faultOf, token } from '../data/api.ts';
import type { TillKinds } from '../data/till-store.ts';
import { flagText } from '../flag-texts.ts';
import { moneyText } from '../../kit/format/money.ts';
import { currency } from '../data/money.tsx';
import { Panel } from '../pay/panel-frame.tsx';
import { outbox, type SaleAnswer } from '../state/sending.ts';
import { t } from '../texts.ts';

type TillEntry = EntryOf<TillKinds>;

/** What the server has not got, what it said of the rest that a person should see, and a file for the worst. */
export function UnsentPage(): VNode {
  const box = outbox.value;
  const state = box?.state.value;
  const [waiting, setWaiting] = useState<readonly TillEntry[]>([]);
  const [toSee, setToSee] = useState<readonly TillEntry[]>([]);
  useEffect(() => {
    void box?.list('queued', 'sending').then(setWaiting);
    void box?.listToSee().then(setToSee);
  }, [box, state?.unsent, state?.toSee]);
  const act = (
    <Button
      kind="primary"
      class="panel-act"
      icon={RefreshCw}
      off={waiting.length === 0 && t.unsentNone}
      onClick={() => box?.sendNow()}
    >
      {t.sendNow}
    </Button>
  );
  return (
    <Panel title={t.unsentPage} act={act}>
      {waiting.length === 0 && <Note meaning="good">{t.unsentNone}</Note>}
      {waiting.length > 0 && token.value === null && <Note meaning="wait">{t.signInToSend}</Note>}
      {state?.room === 'may-be-dropped' && <Note meaning="wait">{t.mayBeDropped}</Note>}
      <ul class="entries" aria-label={t.unsentPage}>
        {waiting.map((entry) => (
          <li key={entry.client_id}>
            <b class="grow">{nameOf(entry)}</b>
            <span class="quiet">{nearText(entry.occurred_at)}</span>
          </li>
        ))}
      </ul>
      {toSee.length > 0 && <h3>{t.toSee}</h3>}
      <ul class="entries" aria-label={t.toSee}>
        {toSee.map((entry) => (
          <ToSee key={entry.client_id} entry={entry} />
        ))}
      </ul>
      <UnsentFiles box={box} faultOf={faultOf} />
    </Panel>
  );
}

function nameOf(entry: TillEntry): string {
  if (entry.kind === 'sale') return t.saleNumber(entry.body.receipt_number ?? '');
  if (entry.kind === 'movement') return t.cashInOut;
  const { body } = entry;
  if (body.kind === 'movement')
    return body.amount === undefined
      ? t.openOnly
      : `${t.cashInOut}, ${moneyText(Number(body.amount), currency.value)}`;
  if (body.kind === 'refund') return `${t.refund}, ${moneyText(Number(body.amount), currency.value)}`;
  return body.kind === 'opening' ? t.openDrawer : t.closeDay;
}

function ToSee({ entry }: { readonly entry: TillEntry }): VNode {
  const answer = (entry.answer ?? {}) as Partial<SaleAnswer>;
  return (
    <li>
      <span class="grow">
        <b>{nameOf(entry)}</b> <span class="quiet">{timeText(entry.occurred_at)}</span>
        {(answer.flags ?? []).map((flag) => (
          <p key={flag} class="small">
            {flagText(flag)}
          </p>
        ))}
        {entry.status === 'rejected' && <p class="small fault">{answer.message ?? t.refusedEntry}</p>}
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
