import { Check, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { cashDue } from '../cart/totals.ts';
import type { Payment } from '../cart/cart.ts';
import { faultOf } from '../data/api.ts';
import { BigSum, Sum } from '../data/money.tsx';
import { sell } from '../state/finish-sale.ts';
import { rules, split } from '../state/signals.ts';
import { beginSplit, putDown, putParts, splitLeft, type Part } from '../state/split-sale.ts';
import { t } from '../texts.ts';
import { ChangeNote } from './change-note.tsx';
import { NextPart } from './next-part.tsx';
import { OpenSplit, PutAside, type SplitWork } from './open-split.tsx';
import { Panel } from './panel-frame.tsx';

/** Several payments for one sale; the last cash may be more than is due. With the first that has to be asked for, the server has the sale. */
export function SplitPanel(): VNode {
  const work = useWork();
  return split.value === null ? <HereSplit {...work} /> : <OpenSplit {...work} />;
}

/** One for both, so that what was refused is read where the cashier is by then. */
function useWork(): SplitWork {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  async function doing(work: () => Promise<string | null>): Promise<void> {
    setBusy(true);
    setFault('');
    const problem = await work().catch(faultOf);
    setBusy(false);
    if (problem !== null) setFault(problem);
  }
  return { busy, fault, setFault, doing };
}

/** Money that is there at once: nobody but this till has to know yet. */
function HereSplit({ busy, fault, doing }: SplitWork): VNode {
  const parts = putDown.value;
  const left = splitLeft.value;
  function put(part: Part): void {
    if (part.channel === 'cash' || part.channel === 'external') putParts([...parts, part]);
    else void doing(() => beginSplit(part));
  }
  const sold = (
    <Button
      kind="primary"
      class="panel-act"
      icon={Check}
      busy={busy}
      off={left > 0 && t.notEnough}
      onClick={() => void doing(() => sell(parts))}
    >
      {t.sold}
    </Button>
  );
  const act =
    parts.length === 0 || left <= 0 ? (
      sold
    ) : (
      <div class="split-acts">
        <PutAside />
        {sold}
      </div>
    );
  return (
    <Panel title={t.split} act={act} {...(parts.length === 0 ? {} : { back: null })}>
      <div class="tender">
        <p class="quiet">{t.leftToPay}</p>
        <BigSum minor={Math.max(0, left)} />
        {left <= 0 && <Change parts={parts} />}
      </div>
      <Parts parts={parts} onRemove={(gone) => putParts(parts.filter((one) => one !== gone))} />
      {left > 0 && <NextPart key={parts.length} leftMinor={left} busy={busy} onPart={put} />}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Panel>
  );
}

function Change({ parts }: { readonly parts: readonly Payment[] }): VNode | null {
  const cash = parts.findLast((part) => part.channel === 'cash');
  if (cash?.channel !== 'cash') return null;
  return <ChangeNote dueMinor={cashDue(cash.amountMinor, rules.value)} givenMinor={cash.tenderedMinor} />;
}

type PartsProps = { readonly parts: readonly Payment[]; readonly onRemove: (part: Payment) => void };

function Parts({ parts, onRemove }: PartsProps): VNode | null {
  if (parts.length === 0) return null;
  return (
    <ul class="split-parts" aria-label={t.partsOf}>
      {parts.map((part, at) => (
        <li key={at} class="row">
          <span class="grow">{part.channel === 'cash' ? t.cash : t.elsewhere}</span>
          <Sum minor={part.channel === 'cash' ? part.tenderedMinor : part.amountMinor} />
          <Button kind="ghost" icon={X} label={common.remove} onClick={() => onRemove(part)} />
        </li>
      ))}
    </ul>
  );
}
