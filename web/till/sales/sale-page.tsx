import type { Sale, SaleItem } from '@cottontree/contract';
import { Printer, RefreshCw, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { client, faultOf } from '../data/api.ts';
import { sumText } from '../data/money.tsx';
import type { KeptBack } from '../data/till-store.ts';
import { Panel } from '../pay/panel-frame.tsx';
import { printServerReceipt } from '../receipt/print-receipt.ts';
import { withUnsent } from '../state/refund-here.ts';
import { drawer, may, session, terminal } from '../state/signals.ts';
import { askBackAgain, backInDoubt } from '../state/take-back.ts';
import { flagText } from '../flag-texts.ts';
import { t } from '../texts.ts';
import { numberOf } from './number-of.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';
import './sales.css';

const REFUNDABLE: ReadonlySet<string> = new Set(['completed', 'partially_refunded']);

/** Whether it was sold into a drawer of this till that was closed since: then it is given back, and no more voided. */
function isDrawerClosed({ terminal_id, cash_session_id }: Sale): boolean {
  const isOurs = terminal_id !== null && terminal_id === terminal.value?.id;
  // Of a drawer that was opened elsewhere only who has to do with cash hears.
  const isKnown = drawer.value !== null || may('cash') || may('close_session');
  return isOurs && isKnown && cash_session_id !== null && cash_session_id !== drawer.value?.id;
}

/** One sale as the server has it: its lines, each of which can come back. */
export function SalePage({ id }: { readonly id: string }): VNode {
  const [sale, setSale] = useState<Sale | null>(null);
  const [fault, setFault] = useState('');
  const [back, setBack] = useState<SaleItem | null>(null);
  const [voiding, setVoiding] = useState(false);
  async function read(): Promise<void> {
    try {
      setSale(await withUnsent((await client.getSale({ params: { id } })).data));
    } catch (error) {
      setFault(faultOf(error));
    }
  }
  const [busy, setBusy] = useState(false);
  const doubt = backInDoubt(id);
  /** Reads the sale, once what is in doubt of it was asked again. */
  async function lookAgain(): Promise<void> {
    setBusy(true);
    setFault((await askBackAgain(id).catch(faultOf)) ?? '');
    setBusy(false);
    await read();
  }
  useEffect(() => {
    // Whoever asked for it means it still; anybody else is asked first.
    void (doubt?.staffId === session.value?.staffId ? lookAgain() : read());
  }, [id]);
  const told = (
    <>
      {doubt !== null && <InDoubt back={doubt} busy={busy} onLook={() => void lookAgain()} />}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
  if (!sale)
    return (
      <Panel title={t.sale}>
        {told}
        {fault === '' && <Loading />}
      </Panel>
    );
  const refundable = may('refund') && doubt === null && REFUNDABLE.has(sale.status);
  const acts = (
    <div class="row">
      <Button class="grow" icon={Printer} onClick={() => void printServerReceipt(sale.id)}>
        {t.printReceipt}
      </Button>
      {may('void') && doubt === null && sale.status === 'completed' && !isDrawerClosed(sale) && (
        <Button class="grow" kind="danger" icon={Undo2} onClick={() => setVoiding(true)}>
          {t.voidSale}
        </Button>
      )}
    </div>
  );
  return (
    <Panel title={t.saleNumber(numberOf(sale))} act={acts}>
      {told}
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
      {back && <RefundDialog sale={sale} item={back} onClose={() => (setBack(null), void lookAgain())} />}
      {voiding && <VoidDialog sale={sale} onClose={() => (setVoiding(false), void lookAgain())} />}
    </Panel>
  );
}

type DoubtProps = { readonly back: KeptBack; readonly busy: boolean; readonly onLook: () => void };

/** What was asked to be taken back, as long as nobody knows what came of it. */
function InDoubt({ back, busy, onLook }: DoubtProps): VNode {
  return (
    <div role="status">
      <Note meaning="wait">
        {t.backInDoubt(sumText(back.minor))}{' '}
        <Button size="s" icon={RefreshCw} busy={busy} onClick={onLook}>
          {t.lookAgain}
        </Button>
      </Note>
    </div>
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
