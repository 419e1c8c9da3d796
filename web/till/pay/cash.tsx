import { Check } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Keypad } from './keypad.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { currencySign } from '../../kit/format/money.ts';
import { cashDue, quickAmounts } from '../cart/totals.ts';
import { bigSumClass, currency, figureText, Sum, sumText } from '../data/money.tsx';
import { faultOf } from '../data/api.ts';
import { sell } from '../state/finish-sale.ts';
import { rules, totalMinor } from '../state/signals.ts';
import { t } from '../texts.ts';
import { ChangeNote } from './change-note.tsx';
import { Panel } from './panel-frame.tsx';
import { TipField } from './tip-field.tsx';
import { typedMinor, typeKey } from './typed-amount.ts';

/** Cash: what was handed over, what goes back, and it is sold. The exact sum stands there already. */
export function CashPanel(): VNode {
  const due = cashDue(totalMinor.value, rules.value);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const given = chosen ?? typedMinor(typed) ?? due;
  const missing = given < due;
  async function finish(): Promise<void> {
    setBusy(true);
    const problem = await sell([
      {
        channel: 'cash',
        amountMinor: totalMinor.value,
        tenderedMinor: given,
        roundingMinor: due - totalMinor.value,
      },
    ]).catch(faultOf);
    setBusy(false);
    if (problem !== null) setFault(problem);
  }
  const act = (
    <Button
      kind="primary"
      class="panel-act"
      icon={Check}
      busy={busy}
      off={missing && t.notEnough}
      onClick={() => void finish()}
    >
      {t.sold}
    </Button>
  );
  return (
    <Panel title={t.cash} act={act}>
      <div class="tender">
        <p class="quiet">
          {t.toPay} <Sum minor={due} />
        </p>
        <p class={bigSumClass(sumText(given))}>
          <i>{currencySign(currency.value)}</i> {chosen === null && typed !== '' ? typed : figureText(given)}
        </p>
        <ChangeNote dueMinor={due} givenMinor={given} />
        {fault !== '' && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      <TipField />
      <div class="quick" role="group" aria-label={t.handedOver}>
        {[due, ...quickAmounts(due)].map((sum, at) => (
          <button
            key={sum}
            type="button"
            aria-pressed={given === sum}
            onClick={() => {
              setTyped('');
              setChosen(sum);
            }}
          >
            {at === 0 ? t.exact : shortText(sum)}
          </button>
        ))}
      </div>
      <Keypad
        onKey={(key) => {
          setTyped(typeKey(chosen === null ? typed : '', key));
          setChosen(null);
        }}
      />
    </Panel>
  );
}

/** `900`, `1,000`: round sums without their decimals. */
function shortText(minor: number): string {
  return figureText(minor).replace(/\.0+$/, '');
}
