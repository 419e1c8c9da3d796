import { HandCoins } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { common } from '../../kit/text/common.ts';
import { sumText } from '../data/money.tsx';
import { cart } from '../state/signals.ts';
import { changeCart } from '../state/selling.ts';
import { t } from '../texts.ts';
import { AmountInput } from './amount-input.tsx';

/** Something for those who serve, on top of the sale. */
export function TipField(): VNode {
  const [open, setOpen] = useState(false);
  const { tipMinor } = cart.value;
  return (
    <div class="tip">
      <Button kind="ghost" size="s" icon={HandCoins} onClick={() => setOpen(true)}>
        {tipMinor === 0 ? t.addTip : t.tipOf(sumText(tipMinor))}
      </Button>
      {open && <TipDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function TipDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const [minor, setMinor] = useState<number | null>(cart.value.tipMinor);
  const [wrong, setWrong] = useState(false);
  const keep = (): void => {
    changeCart((before) => ({ ...before, tipMinor: minor ?? 0 }));
    onClose();
  };
  return (
    <Dialog
      title={t.tip}
      onClose={onClose}
      acts={
        <Button kind="primary" off={wrong && common.noAmount} onClick={keep}>
          {common.save}
        </Button>
      }
    >
      <AmountInput
        label={t.tip}
        minor={minor}
        onMinor={(next, isWrong) => (setMinor(next), setWrong(isWrong))}
      />
    </Dialog>
  );
}
