import { Check, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { cashDue } from '../cart/totals.ts';
import type { Payment } from '../cart/sale-body.ts';
import { faultOf } from '../data/api.ts';
import { Sum } from '../data/money.tsx';
import { sell } from '../state/finish-sale.ts';
import { rules, split, totalMinor } from '../state/signals.ts';
import { beginSplit, type Part } from '../state/split-sale.ts';
import { t } from '../texts.ts';
import { ChangeNote } from './change-note.tsx';
import { NextPart } from './next-part.tsx';
import { OpenSplit } from './open-split.tsx';
import { Panel } from './panel-frame.tsx';

/** Several payments for one sale; the last cash may be more than is due. With the first that has to be asked for, the server has the sale. */
export function SplitPanel(): VNode {
  return split.value === null ? <HereSplit /> : <OpenSplit />;
}

/** Money that is there at once: nobody but this till has to know yet. */
function HereSplit(): VNode {
  const [parts, setParts] = useState<readonly Payment[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const left = totalMinor.value - parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  async function doing(work: () => Promise<string | null>): Promise<void> {
    setBusy(true);
    setFault('');
    const problem = await work().catch(faultOf);
    setBusy(false);
    if (problem !== null) setFault(problem);
  }
  function put(part: Part): void {
    if (part.channel === 'cash' || part.channel === 'external') setParts([...parts, part]);
    else void doing(() => beginSplit([...parts, part]));
  }
  const act = (
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
  return (
    <Panel title={t.split} act={act}>
      <div class="tender">
        <p class="quiet">{t.leftToPay}</p>
        <p class="tender-given">
          <Sum minor={Math.max(0, left)} />
        </p>
        {left === 0 && <Change parts={parts} />}
      </div>
      <Parts parts={parts} onRemove={(gone) => setParts(parts.filter((one) => one !== gone))} />
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
