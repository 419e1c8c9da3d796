import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { dateText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { TryTest } from '../shell/try-test.tsx';
import { invoiceTexts as t } from './texts.ts';

const FILTERS = [
  'q',
  'status',
  'overdue',
  'customer_id',
  'due_from',
  'due_to',
  'created_from',
  'created_to',
  'sort',
];
const STATUSES = ['draft', 'open', 'partially_paid', 'paid', 'void', 'uncollectible'];

/** All invoices, the newest first. */
export function InvoicesPage(): VNode {
  const write = may('invoices:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/invoices/new')}>
      {t.newInvoice}
    </ButtonLink>
  );
  return (
    <Page
      title={t.invoices}
      acts={
        <>
          <CsvButton path="/invoices" filters={FILTERS} />
          {write}
        </>
      }
    >
      <List
        operation={client.listInvoices}
        label={t.invoices}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/invoices/${id}`)}
        isDim={({ status }) => status === 'void'}
        views={[
          { name: t.all, query: {} },
          { name: t.drafts, query: { status: 'draft' } },
          { name: t.open, query: { status: 'open,partially_paid' } },
          { name: t.overdue, query: { overdue: 'true' }, hot: true },
          { name: t.paid, query: { status: 'paid' } },
        ]}
        filters={[
          { name: 'status', label: t.status, kind: 'choices', options: statusOptions(STATUSES) },
          { name: 'overdue', label: t.overdue, kind: 'switch' },
          { name: 'due_from', label: t.dueFrom, kind: 'date' },
          { name: 'due_to', label: t.dueTo, kind: 'date' },
          { name: 'created_from', label: t.from, kind: 'date' },
          { name: 'created_to', label: t.to, kind: 'date' },
          { name: 'customer_id', label: t.customer, kind: 'text' },
        ]}
        search={{ name: 'q', placeholder: t.search }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
          ['due_date', t.dueFirst],
          ['-due_date', t.dueLast],
        ]}
        nothing={t.nothing}
        empty={
          <Empty
            title={t.emptyTitle}
            text={t.emptyText}
            steps={[t.step1, t.step2, t.step3]}
            acts={write && [write, <TryTest path="/invoices" />]}
          />
        }
        columns={columns()}
      />
    </Page>
  );
}

function columns(): readonly Column<RowOf<'listInvoices'>>[] {
  return [
    {
      key: 'customer',
      title: t.customer,
      phone: 1,
      cell: ({ customer, number }) => (
        <>
          {customer.name ?? customer.phone ?? customer.email ?? <span class="faint">{t.nobody}</span>}
          <small>{number ?? t.draftName}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: t.status,
      phone: 3,
      cell: ({ status, is_overdue }) => (
        <>
          <Status of="invoice" status={status} />
          {is_overdue && (
            <small>
              <Status of="invoice" status="overdue" />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'due',
      title: t.due,
      phone: 5,
      cell: ({ due_date }) => <span class="nowrap">{dateText(due_date)}</span>,
    },
    {
      key: 'left',
      title: t.stillDue,
      right: true,
      cell: ({ amount_due, currency, status }) =>
        status === 'draft' || amount_due === 0 ? (
          <span class="faint">{common.none}</span>
        ) : (
          <Money amount={amount_due} currency={currency} />
        ),
    },
    {
      key: 'total',
      title: t.total,
      right: true,
      phone: 2,
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
  ];
}
