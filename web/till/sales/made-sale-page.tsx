import { Printer, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Sum, sumText } from '../data/money.tsx';
import type { MadeSale } from '../data/till-store.ts';
import { Panel } from '../pay/panel-frame.tsx';
import { printReceipt } from '../receipt/print-receipt.ts';
import { db, drawer, may, rules } from '../state/signals.ts';
import { madeBackInDoubt } from '../state/take-back.ts';
import { t } from '../texts.ts';
import { quantityText } from '../cart/cart.ts';
import { isAllCash, madeLines, type MadeLine } from './made-lines.ts';
import { RefundHereDialog } from './refund-here-dialog.tsx';
import './sales.css';

/** Why nothing comes back of it here; null: it may. */
function whyNot(sale: MadeSale): string | null {
  const doubt = madeBackInDoubt(sale.clientId);
  if (doubt !== null) return t.backInDoubt(sumText(doubt.minor));
  if (!isAllCash(sale)) return t.cashSalesOnly;
  return drawer.value ? null : t.drawerFirst;
}

/** A sale as this till made it, while nobody else can be asked: its receipt again, and cash back for what returns. */
export function MadeSalePage({ clientId }: { readonly clientId: string }): VNode {
  const [sale, setSale] = useState<MadeSale | null>(null);
  const [back, setBack] = useState<MadeLine | null>(null);
  const read = async (): Promise<void> => setSale((await db.value?.get('sales', clientId)) ?? null);
  useEffect(() => void read(), [clientId]);
  if (!sale) return <Panel title={t.sale}>{null}</Panel>;
  const lines = madeLines(sale, rules.value);
  const why = whyNot(sale);
  const act = (
    <Button
      class="panel-act"
      icon={Printer}
      onClick={() => void printReceipt({ kind: 'made', sale }, 'asked')}
    >
      {t.printReceipt}
    </Button>
  );
  return (
    <Panel title={t.saleNumber(sale.number)} act={act}>
      <p class="quiet">{momentText(sale.occurredAt)}</p>
      <Note meaning="wait">{why ?? t.refundLater}</Note>
      <ul class="sale-lines" aria-label={t.inSale}>
        {lines.map((line) => (
          <li key={line.line}>
            <span class="grow">
              <b>{line.name}</b>
              <small>
                {quantityText(line.quantityMilli)}
                {line.refundedMilli > 0 && <>, {t.cameBack(quantityText(line.refundedMilli))}</>}
              </small>
            </span>
            <Sum minor={line.totalMinor} />
            {why === null && may('refund') && line.quantityMilli > line.refundedMilli && (
              <Button icon={Undo2} onClick={() => setBack(line)}>
                {t.refund}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {back && (
        <RefundHereDialog
          sale={sale}
          lines={lines}
          line={back}
          onClose={() => (setBack(null), void read())}
        />
      )}
    </Panel>
  );
}
