import { Check } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { BigSum } from '../data/money.tsx';
import { faultOf } from '../data/api.ts';
import { sell } from '../state/finish-sale.ts';
import { totalMinor } from '../state/signals.ts';
import { t } from '../texts.ts';
import { Panel } from './panel-frame.tsx';

/** Money that came another way: a card machine, a transfer. The till notes what its slip says. */
export function ExternalPanel(): VNode {
  const id = useId();
  const [reference, setReference] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  async function finish(): Promise<void> {
    setBusy(true);
    const problem = await sell([
      { channel: 'external', amountMinor: totalMinor.value, reference: reference.trim() },
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
      off={reference.trim() === '' && t.referenceNeeded}
      onClick={() => void finish()}
    >
      {t.sold}
    </Button>
  );
  return (
    <Panel title={t.paidElsewhere} act={act}>
      <div class="tender">
        <p class="quiet">{t.toPay}</p>
        <BigSum minor={totalMinor.value} />
      </div>
      <div class="field panel-field">
        <label for={id}>{t.reference}</label>
        <Input
          id={id}
          type="text"
          class="input"
          maxLength={120}
          autocomplete="off"
          value={reference}
          onText={setReference}
        />
        <small>{t.referenceHint}</small>
      </div>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Panel>
  );
}
