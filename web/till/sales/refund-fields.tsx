import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Input } from '../../kit/parts/input.tsx';
import { t } from '../texts.ts';

type Props = {
  /** How much can come back; `1`: nothing is asked. */
  readonly most: string;
  readonly hasStock: boolean;
  readonly quantity: string;
  readonly onQuantity: (quantity: string) => void;
  readonly restock: boolean;
  readonly onRestock: (restock: boolean) => void;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
};

/** How much comes back, whether it is sold again, and why. */
export function RefundFields(props: Props): VNode {
  const { most, hasStock, quantity, restock, reason, onQuantity, onRestock, onReason } = props;
  const [quantityId, reasonId] = [useId(), useId()];
  return (
    <>
      {most !== '1' && (
        <div class="field">
          <label for={quantityId}>{t.refundQuantity(most)}</label>
          <Input
            id={quantityId}
            type="text"
            class="input"
            inputMode="decimal"
            autocomplete="off"
            value={quantity}
            onText={onQuantity}
          />
        </div>
      )}
      {hasStock && (
        <label class="row refund-stock">
          <input
            type="checkbox"
            class="check"
            checked={restock}
            onChange={(event) => onRestock(event.currentTarget.checked)}
          />
          {t.backOnShelf}
        </label>
      )}
      <div class="field">
        <label for={reasonId}>{t.reason}</label>
        <Input
          id={reasonId}
          type="text"
          class="input"
          autocomplete="off"
          maxLength={500}
          value={reason}
          onText={onReason}
        />
      </div>
    </>
  );
}
