import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { customLine } from '../cart/line-of.ts';
import { AmountInput } from '../pay/amount-input.tsx';
import { add } from '../state/selling.ts';
import { t } from '../texts.ts';

/** Something that is in no catalogue. */
export function CustomItemDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const id = useId();
  const [name, setName] = useState('');
  const [price, setPrice] = useState<number | null>(null);
  const acts = (
    <Button
      kind="primary"
      icon={Plus}
      off={(name.trim() === '' && t.nameFirst) || (price === null && t.amountFirst)}
      onClick={() => (add(customLine(name.trim(), price ?? 0)), onClose())}
    >
      {t.addToSale}
    </Button>
  );
  return (
    <Dialog title={t.customItem} onClose={onClose} acts={acts}>
      <div class="field">
        <label for={id}>{t.customName}</label>
        <Input
          id={id}
          type="text"
          class="input"
          autofocus
          autocomplete="off"
          maxLength={200}
          value={name}
          onText={setName}
        />
      </div>
      <AmountInput label={t.priceOfOne} minor={price} onMinor={setPrice} autofocus={false} />
    </Dialog>
  );
}
