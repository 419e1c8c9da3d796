import { refundShare, toMajor, type Sale, type SaleItem } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { milliOf, minorOf } from '../cart/line-of.ts';
import { client, faultOf } from '../data/api.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { drawer, session } from '../state/signals.ts';
import { readDrawer } from '../state/drawer.ts';
import { noteRefunded } from '../state/refund-here.ts';
import { t } from '../texts.ts';
import { RefundFields } from './refund-fields.tsx';

type RefundProps = { readonly sale: Sale; readonly item: SaleItem; readonly onClose: () => void };

/** One line comes back: first what follows, then the act. */
export function RefundDialog({ sale, item, onClose }: RefundProps): VNode {
  const left = (milliOf(item.quantity) - milliOf(item.quantity_refunded)) / 1000;
  const clientId = useRef(crypto.randomUUID());
  const [quantity, setQuantity] = useState(String(left));
  const [restock, setRestock] = useState(true);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wanted = Math.min(milliOf(quantity), milliOf(left));
  const amount = moneyText(shareOf(item, wanted, sale.currency), sale.currency);
  const isCash = sale.payments.every(({ channel }) => channel === 'cash');
  async function refund(): Promise<void> {
    if (wanted <= 0) return setFault(t.howMuch(''));
    setBusy(true);
    setFault(null);
    try {
      const { data } = await client.refundSale({
        params: { id: sale.id },
        body: {
          client_id: clientId.current,
          items: [{ line: item.line, quantity: wanted / 1000, restock }],
          staff_id: session.value?.staffId ?? '',
          ...(drawer.value && isCash ? { cash_session_id: drawer.value.id } : {}),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      });
      await noteRefunded(sale.client_id, item.line, milliOf(item.quantity_refunded) + wanted);
      if (isCash) void kickDrawer();
      void readDrawer().catch(() => undefined);
      toast(t.refundDone(moneyText(data.amount, data.currency)));
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  }
  return (
    <Confirm
      title={t.refundTitle(item.name)}
      consequences={[
        isCash ? t.refundCash(amount) : t.refundBack(amount),
        item.variant_id === null
          ? t.refundNoStock
          : restock
            ? t.refundStock(String(wanted / 1000))
            : t.refundLost,
      ]}
      keep={t.keepSale}
      go={t.refundGo(amount)}
      busy={busy}
      fault={fault}
      onGo={refund}
      onClose={onClose}
    >
      <RefundFields
        most={String(left)}
        hasStock={item.variant_id !== null}
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

/** What of the line goes back with so much of it: the rule by which the server reckons. */
function shareOf(item: SaleItem, wantedMilli: number, currency: Sale['currency']): number {
  const minor = refundShare(BigInt(minorOf(item.total, currency)), {
    quantityMilli: BigInt(milliOf(item.quantity)),
    refundedBeforeMilli: BigInt(milliOf(item.quantity_refunded)),
    refundNowMilli: BigInt(wantedMilli),
  });
  return toMajor(minor, currency);
}
