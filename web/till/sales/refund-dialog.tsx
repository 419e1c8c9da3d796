import { toMajor, type Sale, type SaleItem } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { milliOf, minorOf, signedMinorOf } from '../cart/line-of.ts';
import { faultOf } from '../data/api.ts';
import { drawer, session } from '../state/signals.ts';
import { backInDoubt, takeBack } from '../state/take-back.ts';
import { goodsMinor } from './made-lines.ts';
import { numberOf } from './number-of.ts';
import { t } from '../texts.ts';
import { RefundFields } from './refund-fields.tsx';

type RefundProps = { readonly sale: Sale; readonly item: SaleItem; readonly onClose: () => void };

/** One line comes back: first what follows, then the act. */
export function RefundDialog({ sale, item, onClose }: RefundProps): VNode {
  const left = (milliOf(item.quantity) - milliOf(item.quantity_refunded)) / 1000;
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
    const staffId = session.value?.staffId ?? '';
    setBusy(true);
    setFault(null);
    const problem = await takeBack({
      saleId: sale.id,
      saleClientId: sale.client_id,
      number: numberOf(sale),
      minor: cashMinor + otherMinor,
      refunded: { [item.line]: milliOf(item.quantity_refunded) + wanted },
      staffId,
      act: {
        kind: 'refund',
        body: {
          client_id: crypto.randomUUID(),
          items: [{ line: item.line, quantity: wanted / 1000, restock }],
          staff_id: staffId,
          ...(drawer.value && hasCash ? { cash_session_id: drawer.value.id } : {}),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      },
    }).catch(faultOf);
    setBusy(false);
    // What is in doubt is told at the sale.
    if (problem === null || backInDoubt(sale.id) !== null) onClose();
    else setFault(problem);
  }
  return (
    <Confirm
      title={t.refundTitle(item.name)}
      consequences={[
        ...(otherMinor > 0 ? [t.refundBack(text(otherMinor))] : []),
        ...(cashMinor > 0 || otherMinor === 0
          ? [(drawer.value ? t.refundCash : t.refundCashApart)(text(cashMinor))]
          : []),
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
