import { Check, RefreshCw } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nearText, timeText } from '../../kit/format/time.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import type { EntryOf } from '../../outbox/index.ts';
import { currency } from '../data/money.tsx';
import type { TillKinds } from '../data/till-store.ts';
import { flagText } from '../flag-texts.ts';
import type { SaleAnswer, TillOutbox } from '../state/sending.ts';
import { t } from '../texts.ts';

type TillEntry = EntryOf<TillKinds>;

type EntriesProps = { readonly box: TillOutbox | null; /** Whose they are. */ readonly label: string };

/** What the server has not got, and what it said of the rest that a person should see. */
export function Entries({ box, label }: EntriesProps): VNode {
  const state = box?.state.value;
  const [waiting, setWaiting] = useState<readonly TillEntry[]>([]);
  const [toSee, setToSee] = useState<readonly TillEntry[]>([]);
  useEffect(() => {
    void box?.list('queued', 'sending').then(setWaiting);
    void box?.listToSee().then(setToSee);
  }, [box, state?.unsent, state?.toSee]);
  return (
    <>
      <ul class="entries" aria-label={label}>
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
          <ToSee key={entry.client_id} entry={entry} box={box} />
        ))}
      </ul>
    </>
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

type ToSeeProps = { readonly entry: TillEntry; readonly box: TillOutbox | null };

function ToSee({ entry, box }: ToSeeProps): VNode {
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
        <Button size="s" icon={RefreshCw} onClick={() => void box?.retry(entry.client_id)}>
          {t.again}
        </Button>
      )}
      <Button size="s" icon={Check} onClick={() => void box?.markSeen(entry.client_id)}>
        {t.seen}
      </Button>
    </li>
  );
}
