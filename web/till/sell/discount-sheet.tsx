import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { common } from '../../kit/text/common.ts';
import { cart } from '../state/signals.ts';
import { changeCart } from '../state/selling.ts';
import { t } from '../texts.ts';
import { DiscountFields } from './discount-fields.tsx';

/** Something off the whole sale. */
export function DiscountSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const [discount, setDiscount] = useState(cart.value.discount);
  const [wrong, setWrong] = useState<string | false>(false);
  const save = (): void => {
    changeCart((before) => ({ ...before, discount }));
    onClose();
  };
  return (
    <Dialog
      title={t.discountWhole}
      onClose={onClose}
      acts={
        <Button kind="primary" off={wrong} onClick={save}>
          {common.save}
        </Button>
      }
    >
      <DiscountFields
        target="sale"
        discount={discount}
        onChange={(next, why) => (setDiscount(next), setWrong(why))}
      />
    </Dialog>
  );
}
