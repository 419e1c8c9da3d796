import type { Sale } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { milliOf, minorOf } from '../cart/line-of.ts';
import { faultOf } from '../data/api.ts';
import { session } from '../state/signals.ts';
import { backInDoubt, takeBack } from '../state/take-back.ts';
import { t } from '../texts.ts';
import { numberOf } from './number-of.ts';

/** Takes a whole sale back that was just made. */
export function VoidDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }): VNode {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function take(): Promise<void> {
    setBusy(true);
    setFault(null);
    const problem = await takeBack({
      saleId: sale.id,
      saleClientId: sale.client_id,
      number: numberOf(sale),
      minor: minorOf(sale.amount_paid, sale.currency),
      refunded: Object.fromEntries(sale.items.map(({ line, quantity }) => [line, milliOf(quantity)])),
      staffId: session.value?.staffId ?? '',
      act: { kind: 'void' },
    }).catch(faultOf);
    setBusy(false);
    // What is in doubt is told at the sale.
    if (problem === null || backInDoubt(sale.id) !== null) onClose();
    else setFault(problem);
  }
  return (
    <Confirm
      title={t.voidTitle(numberOf(sale))}
      consequences={[t.void1(moneyText(sale.amount_paid, sale.currency)), t.void2]}
      keep={t.keepSale}
      go={t.voidSale}
      busy={busy}
      fault={fault}
      onGo={take}
      onClose={onClose}
    />
  );
}
