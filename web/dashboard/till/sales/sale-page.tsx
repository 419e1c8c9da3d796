import { CircleAlert } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { momentText } from '../../../kit/format/time.ts';
import { useAskedAtOnce } from '../../../kit/list/asked-at-once.ts';
import { Money } from '../../../kit/parts/money.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { CausedWebhooks } from '../../shell/caused-webhooks.tsx';
import { Columns, Page } from '../../shell/page.tsx';
import { useNames, type Names } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { byId } from '../when.ts';
import { PaySale } from './pay-sale.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { SaleActs } from './sale-acts.tsx';
import { SaleFacts, SaleNotes, SalePayments } from './sale-facts.tsx';
import { SaleLines } from './sale-lines.tsx';
import { SaleReceipt } from './sale-receipt.tsx';
import { SaleRefunds } from './sale-refunds.tsx';
import { isRefundable, type Refunding, type Sale } from './sale.ts';
import { flagText, salesTexts as t } from './texts.ts';
import '../till.css';

/** One sale: what was sold, how it was paid, its receipt, and what can still be done. */
export function SalePage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const { answer, error, again } = useCall(client.getSale, byId(id), { everyMs: 20_000 });
  const names = useNames();
  const { asking: refunding, ask: refund, end } = useAskedAtOnce<Refunding>({ refund: 'everything' });
  const sale = answer?.data;
  const crumbs = [[tillTexts.sales, at('/till')]] as const;
  if (!sale)
    return (
      <Page title={t.sale} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={sale.receipt_number ?? t.unnumbered}
      crumbs={crumbs}
      badge={<Status of="sale" status={sale.status} pill />}
      lead={<Lead sale={sale} names={names} />}
      acts={<SaleActs sale={sale} refund={refund} />}
    >
      <div class="stack">
        <p class="till-sum">
          <Money amount={sale.total} currency={sale.currency} />
        </p>
        {sale.flags.length > 0 && (
          <Note meaning="wait" icon={CircleAlert}>
            <b>{t.lookAt}</b>
            <ul>
              {sale.flags.map((flag) => (
                <li>{flagText(flag)}</li>
              ))}
            </ul>
          </Note>
        )}
        <Columns
          main={
            <>
              <SaleLines sale={sale} refund={refund} />
              <PaySale sale={sale} />
              <SaleRefunds sale={sale} />
              <CausedWebhooks of={sale.id} />
            </>
          }
          side={
            <>
              <SaleReceipt sale={sale} />
              <SalePayments sale={sale} />
              <SaleNotes sale={sale} etag={answer.etag} />
              <SaleFacts sale={sale} names={names} />
            </>
          }
        />
      </div>
      {refunding && isRefundable(sale) && <RefundDialog sale={sale} refunding={refunding} onClose={end} />}
    </Page>
  );
}

function Lead({ sale, names }: { readonly sale: Sale; readonly names: Names }): VNode {
  const where = sale.terminal_id
    ? `${names.till(sale.terminal_id)}, ${names.location(sale.location_id)}`
    : names.location(sale.location_id);
  return (
    <>
      {t.lead(momentText(sale.occurred_at), names.person(sale.staff_id), where)}
      {sale.offline && ` ${t.offline}.`}
    </>
  );
}
