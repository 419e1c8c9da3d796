import type { Sale } from '@cottontree/contract';
import { Search } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { countOf, quantityText } from '../cart/cart.ts';
import { faultOf } from '../data/api.ts';
import { isNoAnswer } from '../../tools/fault.ts';
import { Sum } from '../data/money.tsx';
import { newestSales, type MadeSale } from '../data/till-store.ts';
import { Panel } from '../pay/panel-frame.tsx';
import { findSale, lookUpSales, newestThere } from '../state/made-sales.ts';
import { go } from '../state/place.ts';
import { isOnline, unsent } from '../state/sending.ts';
import { db } from '../state/signals.ts';
import { t } from '../texts.ts';
import './sales.css';

const SHOWN_MAX = 100;

/** Where nobody answers, this till shows what it knows itself. */
function orNobody(error: unknown): null {
  if (isNoAnswer(error)) return null;
  throw error;
}

/** What this till sold, the newest first, and any sale of the shop by its number. */
export function SalesPage(): VNode {
  const [made, setMade] = useState<readonly MadeSale[]>([]);
  const [there, setThere] = useState<readonly Sale[]>([]);
  const [found, setFound] = useState<readonly Sale[] | null>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => {
    if (db.value) void newestSales(db.value, SHOWN_MAX).then(setMade);
    // With what customers paid by phone or code, of which this till keeps nothing.
    if (isOnline.value) void newestThere(SHOWN_MAX).then(setThere, () => undefined);
  }, [unsent.value]);
  async function act(work: () => Promise<void>): Promise<void> {
    setFault('');
    await work().catch((error: unknown) => setFault(faultOf(error)));
  }
  const search = () =>
    act(async () => {
      const sales = await lookUpSales(typed.trim());
      setFound(sales);
      if (sales.length === 0) setFault(t.noSuchSale);
    });
  const isMade = new Set(made.map(({ clientId }) => clientId));
  const sold = [
    ...made.map((sale) => ({
      at: sale.occurredAt,
      row: <Made key={sale.clientId} sale={sale} onOpen={() => void open(sale)} />,
    })),
    ...there
      .filter(({ client_id }) => client_id === null || !isMade.has(client_id))
      .map((sale) => ({ at: sale.occurred_at, row: <There key={sale.id} sale={sale} /> })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  const open = (sale: MadeSale) =>
    act(async () => {
      const known = isOnline.value ? await findSale(sale.number, sale.clientId).catch(orNobody) : null;
      go(known ? { at: 'sale', id: known.id } : { at: 'made', clientId: sale.clientId });
    });
  return (
    <Panel title={t.sales}>
      <form
        class="row sales-search"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <Input
          type="search"
          class="input"
          aria-label={t.saleOrReceipt}
          placeholder={t.saleOrReceipt}
          maxLength={64}
          value={typed}
          onText={setTyped}
        />
        <Button
          type="submit"
          icon={Search}
          off={(!isOnline.value && t.needsNetwork) || (typed.trim() === '' && t.saleOrReceipt)}
        >
          {t.find}
        </Button>
      </form>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <ul class="sales-list" aria-label={t.sales}>
        {found?.map((sale) => <There key={sale.id} sale={sale} />) ?? sold.map(({ row }) => row)}
      </ul>
      {found === null && sold.length === 0 && <p class="quiet">{t.noSalesYet}</p>}
    </Panel>
  );
}

/** One that this till made itself. */
function Made({ sale, onOpen }: { readonly sale: MadeSale; readonly onOpen: () => void }): VNode {
  const backMilli = Object.values(sale.refunded ?? {}).reduce((sum, milli) => sum + milli, 0);
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <span class="grow">
          <b>{sale.number}</b>
          <small>
            {nearText(sale.occurredAt)}, {t.itemsOf(countOf(sale.cart))}
            {backMilli > 0 && <>, {t.cameBack(quantityText(backMilli))}</>}
          </small>
        </span>
        <Sum minor={sale.totalMinor} />
      </button>
    </li>
  );
}

/** One as the server has it. */
function There({ sale }: { readonly sale: Sale }): VNode {
  return (
    <li>
      <button type="button" onClick={() => go({ at: 'sale', id: sale.id })}>
        <span class="grow">
          <b>{sale.receipt_number ?? sale.number}</b>
          <small>{nearText(sale.occurred_at)}</small>
        </span>
        <Status of="sale" status={sale.status} />
        <Money amount={sale.total} currency={sale.currency} />
      </button>
    </li>
  );
}
