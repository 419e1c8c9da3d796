import type { Sale, SaleItem } from '@cottontree/contract';
import { Printer, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { client, faultOf } from '../data/api.ts';
import { Panel } from '../pay/panel-frame.tsx';
import { printServerReceipt } from '../receipt/print-receipt.ts';
import { may } from '../state/signals.ts';
import { flagText } from '../flag-texts.ts';
import { t } from '../texts.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';
import './sales.css';

const REFUNDABLE: ReadonlySet<string> = new Set(['completed', 'partially_refunded']);

/** One sale as the server has it: its lines, each of which can come back. */
export function SalePage({ id }: { readonly id: string }): VNode {
  const [sale, setSale] = useState<Sale | null>(null);
  const [fault, setFault] = useState('');
  const [back, setBack] = useState<SaleItem | null>(null);
  const [voiding, setVoiding] = useState(false);
  async function read(): Promise<void> {
    try {
      setSale((await client.getSale({ params: { id } })).data);
    } catch (error) {
      setFault(faultOf(error));
    }
  }
  useEffect(() => void read(), [id]);
  if (!sale)
    return (
      <Panel title={t.sale}>
        {fault === '' ? (
          <Loading />
        ) : (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
      </Panel>
    );
  const refundable = may('refund') && REFUNDABLE.has(sale.status);
  const acts = (
    <div class="row">
      <Button class="grow" icon={Printer} onClick={() => void printServerReceipt(sale.id)}>
        {t.printReceipt}
      </Button>
      {may('void') && sale.status === 'completed' && (
        <Button class="grow" kind="danger" icon={Undo2} onClick={() => setVoiding(true)}>
          {t.voidSale}
        </Button>
      )}
    </div>
  );
  return (
    <Panel title={t.saleNumber(sale.receipt_number ?? sale.number ?? '')} act={acts}>
      <div class="row wrap">
        <Status of="sale" status={sale.status} pill />
        <span class="quiet">{momentText(sale.occurred_at)}</span>
      </div>
      {sale.flags.map((flag) => (
        <Note key={flag} meaning="wait">
          {flagText(flag)}
        </Note>
      ))}
      <ul class="sale-lines" aria-label={t.inSale}>
        {sale.items.map((item) => (
          <Line
            key={item.line}
            item={item}
            sale={sale}
            onBack={refundable && item.quantity > item.quantity_refunded ? () => setBack(item) : null}
          />
        ))}
      </ul>
      <Figures sale={sale} />
      {back && <RefundDialog sale={sale} item={back} onClose={() => (setBack(null), void read())} />}
      {voiding && <VoidDialog sale={sale} onClose={() => (setVoiding(false), void read())} />}
    </Panel>
  );
}

type LineProps = { readonly item: SaleItem; readonly sale: Sale; readonly onBack: (() => void) | null };

function Line({ item, sale, onBack }: LineProps): VNode {
  return (
    <li>
      <span class="grow">
        <b>{item.name}</b>
        <small>
          {item.quantity} × <Money amount={item.unit_price} currency={sale.currency} />
          {item.quantity_refunded > 0 && <>, {t.cameBack(String(item.quantity_refunded))}</>}
        </small>
      </span>
      <Money amount={item.total} currency={sale.currency} />
      {onBack && (
        <Button icon={Undo2} onClick={onBack}>
          {t.refund}
        </Button>
      )}
    </li>
  );
}

function Figures({ sale }: { readonly sale: Sale }): VNode {
  const rows = [
    [t.total, sale.total],
    ...(sale.cash_rounding === 0 ? [] : [[t.rounding, sale.cash_rounding] as const]),
    [t.paid, sale.amount_paid],
    ...(sale.amount_refunded === 0 ? [] : [[t.refunded, -sale.amount_refunded] as const]),
  ] as const;
  return (
    <dl class="sums">
      {rows.map(([name, amount]) => [
        <dt key={name}>{name}</dt>,
        <dd>
          <Money amount={amount} currency={sale.currency} />
        </dd>,
      ])}
    </dl>
  );
}
