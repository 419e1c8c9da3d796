import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
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
import { invoiceTexts as t } from './texts.ts';

const FILTERS = ['q', 'invoice_id', 'refund_status', 'created_from', 'created_to', 'sort'];

/** What was taken back of invoices. */
export function CreditNotesPage(): VNode {
  return (
    <Page
      title={t.creditNotes}
      crumbs={[[t.invoices, at('/invoices')]]}
      acts={<CsvButton path="/credit-notes" filters={FILTERS} />}
    >
      <List
        operation={client.listCreditNotes}
        label={t.creditNotes}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/invoices/credit-notes/${id}`)}
        filters={[
          {
            name: 'refund_status',
            label: t.cnRefund,
            kind: 'choices',
            options: statusOptions(Object.keys(statuses.credit)),
          },
          { name: 'invoice_id', label: t.invoice, kind: 'text' },
          { name: 'created_from', label: t.from, kind: 'date' },
          { name: 'created_to', label: t.to, kind: 'date' },
        ]}
        search={{ name: 'q', placeholder: t.cnSearch }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.cnNothing}
        empty={<Empty title={t.cnEmpty} text={t.cnEmptyText} />}
        columns={[
          {
            key: 'number',
            title: t.number,
            phone: 1,
            cell: ({ number, invoice_number }) => (
              <>
                {number}
                <small>{invoice_number}</small>
              </>
            ),
          },
          {
            key: 'refund',
            title: t.cnRefund,
            phone: 3,
            cell: ({ refund_status }) => <Status of="credit" status={refund_status} />,
          },
          { key: 'reason', title: t.cnReason, cell: ({ reason }) => reason ?? '' },
          {
            key: 'amount',
            title: t.amount,
            right: true,
            phone: 2,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            key: 'when',
            title: t.cnWhen,
            right: true,
            phone: 4,
            cell: ({ created_at }) => nearText(created_at),
          },
        ]}
      />
    </Page>
  );
}
