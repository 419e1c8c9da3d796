import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { faultOf } from '../data/api.ts';
import { AmountInput } from '../pay/amount-input.tsx';
import { moveCash, openDrawer, type MoveType } from '../state/drawer.ts';
import { may } from '../state/signals.ts';
import { t } from '../texts.ts';

/** Begins the day of a drawer with what lies in it. */
export function OpenDrawerDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const [float, setFloat] = useState<number | null>(0);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  async function open(): Promise<void> {
    setBusy(true);
    try {
      await openDrawer(float ?? 0);
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  }
  const acts = (
    <Button kind="primary" busy={busy} off={float === null && common.noAmount} onClick={() => void open()}>
      {t.openDrawer}
    </Button>
  );
  return (
    <Dialog title={t.openDrawer} onClose={onClose} acts={acts}>
      <p class="quiet">{t.openDrawerMore}</p>
      <AmountInput
        label={t.float}
        minor={float}
        onMinor={(minor, isWrong) => setFloat(isWrong ? null : (minor ?? 0))}
      />
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}

/** Cash in or out that is no sale. */
export function MoveCashDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const reasonId = useId();
  const [type, setType] = useState<MoveType>('pay_out');
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const types: readonly (readonly [MoveType, string])[] = [
    ['pay_in', t.putIn],
    ['pay_out', t.takenOut],
    ['drop', t.toSafe],
    ...(may('no_sale') ? ([['no_sale', t.openOnly]] as const) : []),
  ];
  const needsAmount = type !== 'no_sale' && (amount ?? 0) <= 0;
  const needsReason = type !== 'drop' && reason.trim() === '';
  async function move(): Promise<void> {
    try {
      await moveCash(type, amount ?? 0, reason.trim());
      toast(t.noted);
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    }
  }
  const acts = (
    <Button
      kind="primary"
      off={(needsAmount && t.amountFirst) || (needsReason && t.reasonFirst)}
      onClick={() => void move()}
    >
      {t.writeDown}
    </Button>
  );
  return (
    <Dialog title={t.cashInOut} onClose={onClose} acts={acts}>
      <div class="choices-grid" role="group" aria-label={t.cashInOut}>
        {types.map(([value, name]) => (
          <button
            key={value}
            type="button"
            class="choice"
            aria-pressed={type === value}
            onClick={() => setType(value)}
          >
            <b>{name}</b>
          </button>
        ))}
      </div>
      {type !== 'no_sale' && <AmountInput label={t.amount} minor={amount} onMinor={setAmount} />}
      <div class="field">
        <label for={reasonId}>{t.reason}</label>
        <Input
          id={reasonId}
          type="text"
          class="input"
          maxLength={200}
          autocomplete="off"
          value={reason}
          onText={setReason}
        />
      </div>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
