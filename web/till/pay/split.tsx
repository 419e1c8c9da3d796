import { Banknote, Check, CreditCard, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { common } from '../../kit/text/common.ts';
import { cashDue } from '../cart/totals.ts';
import type { Payment } from '../cart/sale-body.ts';
import { Sum } from '../data/money.tsx';
import { sell } from '../state/finish-sale.ts';
import { rules, totalMinor } from '../state/signals.ts';
import { t } from '../texts.ts';
import { AmountInput } from './amount-input.tsx';
import { ChangeNote } from './change-note.tsx';
import { Panel } from './panel-frame.tsx';

/** Several payments for one sale; the last cash may be more than is due. */
export function SplitPanel(): VNode {
  const [parts, setParts] = useState<readonly Payment[]>([]);
  const [minor, setMinor] = useState<number | null>(null);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const left = totalMinor.value - parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const amount = minor ?? left;
  const cashLeft = cashDue(left, rules.value);
  function put(channel: Payment['channel']): void {
    const covers = channel === 'cash' ? (minor ?? cashLeft) >= cashLeft : amount >= left;
    const amountMinor = covers ? left : amount;
    const part: Payment =
      channel === 'cash'
        ? {
            channel,
            amountMinor,
            tenderedMinor: minor ?? cashLeft,
            roundingMinor: covers ? cashLeft - left : 0,
          }
        : { channel, amountMinor, reference: '' };
    setParts([...parts, part]);
    setMinor(null);
    setRound(round + 1);
  }
  async function finish(): Promise<void> {
    setBusy(true);
    const problem = await sell(parts);
    setBusy(false);
    if (problem !== null) setFault(problem);
  }
  const act = (
    <Button
      kind="primary"
      class="panel-act"
      icon={Check}
      busy={busy}
      off={left > 0 && t.notEnough}
      onClick={() => void finish()}
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
      {left > 0 && (
        <div class="split-next" key={round}>
          <AmountInput label={t.nextPart} minor={minor} onMinor={setMinor} hint={t.nextPartHint} />
          <div class="row">
            <Button class="grow" icon={Banknote} off={amount <= 0 && t.notEnough} onClick={() => put('cash')}>
              {t.cash}
            </Button>
            <Button
              class="grow"
              icon={CreditCard}
              off={(amount <= 0 && t.notEnough) || (amount > left && t.tooMuch)}
              onClick={() => put('external')}
            >
              {t.elsewhere}
            </Button>
          </div>
        </div>
      )}
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
    <ul class="split-parts">
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
