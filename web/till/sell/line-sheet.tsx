import { Minus, Plus, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { common } from '../../kit/text/common.ts';
import { changeLine, removeLine, setQuantity, type CartLine } from '../cart/cart.ts';
import { sumText } from '../data/money.tsx';
import { AmountInput } from '../pay/amount-input.tsx';
import { changeCart } from '../state/selling.ts';
import { may } from '../state/signals.ts';
import { t } from '../texts.ts';
import { DiscountFields } from './discount-fields.tsx';
import { QuantityInput } from './quantity-input.tsx';

/** One line of the sale: how much, for how much, with what off, and a note. */
export function LineSheet({
  line,
  onClose,
}: {
  readonly line: CartLine;
  readonly onClose: () => void;
}): VNode {
  const noteId = useId();
  const [round, setRound] = useState(0);
  const [milli, setMilli] = useState<number | null>(line.quantityMilli);
  const [price, setPrice] = useState<number | null>(line.unitPriceMinor);
  const [discount, setDiscount] = useState(line.discount);
  const [note, setNote] = useState(line.note);
  const [wrongPrice, setWrongPrice] = useState(false);
  const [wrongDiscount, setWrongDiscount] = useState<string | false>(false);
  const whole = Math.max(1000, line.stepMilli);
  function step(by: number): void {
    setMilli(Math.max(line.stepMilli, (milli ?? 0) + by));
    setRound(round + 1);
  }
  function save(): void {
    changeCart((before) => {
      const counted = setQuantity(before, line.key, milli ?? line.quantityMilli);
      const unitPriceMinor = price ?? line.unitPriceMinor;
      return changeLine(counted, line.key, (one) => ({
        ...one,
        unitPriceMinor,
        discount,
        note: note.trim(),
      }));
    });
    onClose();
  }
  const acts = [
    <Button
      kind="danger"
      icon={Trash2}
      onClick={() => (changeCart((before) => removeLine(before, line.key)), onClose())}
    >
      {common.remove}
    </Button>,
    <Button
      kind="primary"
      off={(milli === null && t.inSteps('')) || (wrongPrice && common.noAmount) || wrongDiscount}
      onClick={save}
    >
      {common.save}
    </Button>,
  ];
  return (
    <Dialog title={line.name} onClose={onClose} acts={acts}>
      <div class="stepper">
        <Button icon={Minus} label={t.oneLess} onClick={() => step(-whole)} />
        <QuantityInput
          key={round}
          unit={line.unit}
          stepMilli={line.stepMilli}
          milli={milli}
          onMilli={setMilli}
          onEnter={save}
        />
        <Button icon={Plus} label={t.oneMore} onClick={() => step(whole)} />
      </div>
      {may('price_override') && (
        <AmountInput
          label={t.priceOfOne}
          minor={price}
          onMinor={(next, isWrong) => (setPrice(next), setWrongPrice(isWrong))}
          hint={t.priceWas(sumText(line.unitPriceMinor))}
          autofocus={false}
        />
      )}
      {may('discount') && (
        <DiscountFields
          target="line"
          discount={discount}
          onChange={(next, why) => (setDiscount(next), setWrongDiscount(why))}
        />
      )}
      <div class="field">
        <label for={noteId}>{t.note}</label>
        <Input id={noteId} type="text" class="input" maxLength={500} value={note} onText={setNote} />
      </div>
    </Dialog>
  );
}
