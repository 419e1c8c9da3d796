import type { Sale } from '@cottontree/contract';
import { Search } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { countOf } from '../cart/cart.ts';
import { faultOf, isNoAnswer } from '../data/api.ts';
import { Sum } from '../data/money.tsx';
import { newestSales, type MadeSale } from '../data/till-store.ts';
import { Panel } from '../pay/panel-frame.tsx';
import { findSale, lookUpSales } from '../state/made-sales.ts';
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
  const [found, setFound] = useState<readonly Sale[] | null>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => {
    if (db.value) void newestSales(db.value, SHOWN_MAX).then(setMade);
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
  const open = (sale: MadeSale) =>
    act(async () => {
      const there = isOnline.value ? await findSale(sale.number, sale.clientId).catch(orNobody) : null;
      go(there ? { at: 'sale', id: there.id } : { at: 'made', clientId: sale.clientId });
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
        {found?.map((sale) => (
          <li key={sale.id}>
            <button type="button" onClick={() => go({ at: 'sale', id: sale.id })}>
              <span class="grow">
                <b>{sale.receipt_number ?? sale.number}</b>
                <small>{nearText(sale.occurred_at)}</small>
              </span>
              <Status of="sale" status={sale.status} />
              <Money amount={sale.total} currency={sale.currency} />
            </button>
          </li>
        )) ??
          made.map((sale) => (
            <li key={sale.clientId}>
              <button type="button" onClick={() => void open(sale)}>
                <span class="grow">
                  <b>{sale.number}</b>
                  <small>
                    {nearText(sale.occurredAt)}, {t.itemsOf(countOf(sale.cart))}
                  </small>
                </span>
                <Sum minor={sale.totalMinor} />
              </button>
            </li>
          ))}
      </ul>
      {found === null && made.length === 0 && <p class="quiet">{t.noSalesYet}</p>}
    </Panel>
  );
}
