import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useBeside } from '../../kit/data/queries.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { pageNames } from './page-names.ts';
import { PayerName } from './payer-name.tsx';
import { paymentTexts as t } from './texts.ts';

/** Money that went back, of all payments. */
export function RefundsPage(): VNode {
  return (
    <Page
      title={pageNames.refunds}
      crumbs={[[pageNames.payments, at('/payments')]]}
      acts={<CsvButton path="/refunds" filters={['status', 'payment_id']} />}
    >
      <List
        operation={client.listRefunds}
        label={pageNames.refunds}
        keyOf={({ id }) => id}
        hrefOf={({ payment_id }) => at(`/payments/${payment_id}`)}
        views={[
          { name: t.all, query: {} },
          { name: t.waiting, query: { status: 'pending' } },
          { name: t.failed, query: { status: 'failed' }, hot: true },
        ]}
        filters={[
          {
            name: 'status',
            label: t.status,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.refund)),
          },
          { name: 'payment_id', label: pageNames.payments, kind: 'text' },
        ]}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothingRefund}
        empty={<Empty title={t.emptyRefunds} text={t.emptyRefundsText} />}
        columns={[
          {
            key: 'customer',
            title: t.customer,
            phone: 1,
            cell: ({ payment_id, reason }) => <Payer of={payment_id} reason={reason} />,
          },
          {
            key: 'status',
            title: t.status,
            phone: 3,
            cell: ({ status, failure }) => (
              <>
                {<Status of="refund" status={status} />}
                {failure && <small class="fault">{failure.message}</small>}
              </>
            ),
          },
          {
            key: 'amount',
            title: t.amount,
            right: true,
            phone: 2,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            key: 'when',
            title: t.when,
            right: true,
            phone: 4,
            cell: ({ created_at }) => nearText(created_at),
          },
        ]}
      />
    </Page>
  );
}

/** Whose money went back, and why: a refund knows its payment, which knows its payer. */
function Payer({ of, reason }: { readonly of: string; readonly reason: string | null }): VNode {
  const payment = useBeside(client.getPayment, { params: { id: of } })?.data;
  return (
    <>
      {payment ? <PayerName payment={payment} /> : <span class="mono">{of}</span>}
      {reason !== null && (
        <small>
          <span class="two-lines">{reason}</span>
        </small>
      )}
    </>
  );
}
