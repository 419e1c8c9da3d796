import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { milliOf } from '../cart/line-of.ts';
import { faultOf } from '../data/api.ts';
import { sumText } from '../data/money.tsx';
import type { MadeSale } from '../data/till-store.ts';
import { refundHere } from '../state/refund-here.ts';
import { t } from '../texts.ts';
import { leftText, shareMinor, type MadeLine } from './made-lines.ts';
import { RefundFields } from './refund-fields.tsx';

type Props = {
  readonly sale: MadeSale;
  readonly lines: readonly MadeLine[];
  readonly line: MadeLine;
  readonly onClose: () => void;
};

/** One line comes back for cash without a network: first what follows, then the act. */
export function RefundHereDialog({ sale, lines, line, onClose }: Props): VNode {
  const [quantity, setQuantity] = useState(leftText(line));
  const [restock, setRestock] = useState(true);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wantedMilli = Math.min(milliOf(quantity), line.quantityMilli - line.refundedMilli);
  const minor = shareMinor(sale, lines, { line, wantedMilli });
  async function refund(): Promise<void> {
    if (wantedMilli <= 0) return setFault(t.howMuch(''));
    setBusy(true);
    const back = { sale, line, wantedMilli, minor, restock, reason: reason.trim() };
    const problem = await refundHere(back).catch(faultOf);
    setBusy(false);
    if (problem !== null) return setFault(problem);
    toast(t.refundDone(sumText(minor)));
    onClose();
  }
  return (
    <Confirm
      title={t.refundTitle(line.name)}
      consequences={[
        t.refundCash(sumText(minor)),
        line.variantId === null
          ? t.refundNoStock
          : restock
            ? t.refundStock(String(wantedMilli / 1000))
            : t.refundLost,
        t.refundLater,
      ]}
      keep={t.keepSale}
      go={t.refundGo(sumText(minor))}
      busy={busy}
      fault={fault}
      onGo={refund}
      onClose={onClose}
    >
      <RefundFields
        most={leftText(line)}
        hasStock={line.variantId !== null}
        quantity={quantity}
        onQuantity={setQuantity}
        restock={restock}
        onRestock={setRestock}
        reason={reason}
        onReason={setReason}
      />
    </Confirm>
  );
}
