import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { NoteField } from '../jobs/reason-fields.tsx';
import { buzz } from '../offers/ring.ts';
import { Fault } from '../parts/main-act.tsx';
import { useAct } from '../parts/use-act.ts';
import { readCash } from '../state/cash.ts';
import { cash, isOnline } from '../state/signals.ts';
import { t } from '../texts.ts';
import { handIn } from './hand-in.ts';
import { heldCash, sum } from './in-hand.ts';

/** As many as the API takes at once. */
const JOBS_MAX = 200;

type HandInDialogProps = { readonly livemode: boolean; readonly onClose: () => void };

/** Handing cash in: how much, of how many, and what follows; somebody else counts without seeing the sum. */
export function HandInDialog({ livemode, onClose }: HandInDialogProps): VNode {
  const { busy, fault, run } = useAct();
  const [note, setNote] = useState('');
  const held = heldCash(livemode).slice(0, JOBS_MAX);
  const amount = sum(held.map((one) => one.amount));
  const currency = cash.value?.currency ?? 'SLE';
  const give = (): void =>
    void run(async () => {
      await handIn(held, note);
      buzz();
      toast(isOnline.value ? t.handedInNow : t.handedInLater);
      onClose();
      void readCash().catch(() => undefined);
    });
  const acts = [
    <Button key="keep" size="big" onClick={onClose}>
      {t.notYet}
    </Button>,
    <Button key="go" kind="primary" size="big" busy={busy} onClick={give}>
      {t.handInNow}
    </Button>,
  ];
  return (
    <Dialog title={t.handInAsk} onClose={onClose} acts={acts}>
      <p class="big-sum">
        <Money amount={amount} currency={currency} />
      </p>
      <ul class="consequences">
        <li>{t.handIn1(held.length)}</li>
        <li>{t.handIn2}</li>
        <li>{t.handIn3}</li>
      </ul>
      <NoteField value={note} onText={setNote} />
      <Fault>{fault}</Fault>
    </Dialog>
  );
}
