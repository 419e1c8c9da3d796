import { toMajor, type Sale, type SaleItem } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { milliOf, minorOf, signedMinorOf } from '../cart/line-of.ts';
import { client, faultOf } from '../data/api.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { drawer, session } from '../state/signals.ts';
import { readDrawer } from '../state/drawer.ts';
import { noteRefunded } from '../state/refund-here.ts';
import { goodsMinor } from './made-lines.ts';
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
  const { cashMinor, otherMinor } = moneyBack(sale, item.line, wanted);
  const text = (minor: number): string => moneyText(toMajor(BigInt(minor), sale.currency), sale.currency);
  const amount = text(cashMinor + otherMinor);
  const paid = paidBy(sale);
  const hasCash = paid.length === 0 || paid.some(({ channel }) => channel === 'cash');
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
          ...(drawer.value && hasCash ? { cash_session_id: drawer.value.id } : {}),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      });
      await noteRefunded(sale.client_id, { [item.line]: milliOf(item.quantity_refunded) + wanted });
      if (data.payments.some(({ channel, tender }) => channel === 'cash' || tender === 'cash'))
        void kickDrawer();
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
        ...(otherMinor > 0 ? [t.refundBack(text(otherMinor))] : []),
        ...(cashMinor > 0 || otherMinor === 0 ? [t.refundCash(text(cashMinor))] : []),
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

type Money = { readonly cashMinor: number; readonly otherMinor: number };

/** What goes back for so much of a line, and how: what came by other ways first, so that no more leaves the drawer than has to. */
function moneyBack(sale: Sale, line: number, wantedMilli: number): Money {
  const { currency } = sale;
  const lines = sale.items.map((one) => ({
    line: one.line,
    totalMinor: minorOf(one.total, currency),
    quantityMilli: milliOf(one.quantity),
    refundedMilli: milliOf(one.quantity_refunded),
  }));
  const goneMinor = minorOf(sale.amount_refunded, currency);
  const minor = Math.min(
    goodsMinor(signedMinorOf(sale.cash_rounding, currency), lines, { line, wantedMilli }),
    minorOf(sale.amount_paid, currency) - goneMinor,
  );
  const elsewhereMinor = paidBy(sale)
    .filter(({ channel }) => channel !== 'cash')
    .reduce((sum, { amount }) => sum + minorOf(amount, currency), 0);
  const otherMinor = Math.min(minor, Math.max(0, elsewhereMinor - goneMinor));
  return { cashMinor: minor - otherMinor, otherMinor };
}

/** Money that came: what a customer was asked for in vain is none. */
function paidBy({ payments }: Sale): Sale['payments'] {
  return payments.filter(({ verdict }) => verdict === 'kept');
}
