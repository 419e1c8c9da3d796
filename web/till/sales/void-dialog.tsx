import type { Sale } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { milliOf } from '../cart/line-of.ts';
import { client, faultOf } from '../data/api.ts';
import { kickDrawer } from '../receipt/print-receipt.ts';
import { readDrawer } from '../state/drawer.ts';
import { noteRefunded } from '../state/refund-here.ts';
import { session } from '../state/signals.ts';
import { t } from '../texts.ts';

/** Takes a whole sale back that was just made. */
export function VoidDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }): VNode {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function take(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await client.voidSale({ params: { id: sale.id }, body: { staff_id: session.value?.staffId ?? '' } });
      await noteRefunded(
        sale.client_id,
        Object.fromEntries(sale.items.map(({ line, quantity }) => [line, milliOf(quantity)])),
      );
      if (sale.payments.some(({ channel, verdict }) => channel === 'cash' && verdict === 'kept'))
        void kickDrawer();
      void readDrawer().catch(() => undefined);
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    }
    setBusy(false);
  }
  return (
    <Confirm
      title={t.voidTitle(sale.receipt_number ?? sale.number ?? '')}
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
