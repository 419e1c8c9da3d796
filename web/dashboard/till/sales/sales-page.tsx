import { limits } from 'form:listSales';
import { Plus, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { nearText } from '../../../kit/format/time.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { statusOptions, type Filter } from '../../../kit/list/filters.tsx';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { statuses } from '../../../kit/parts/statuses.ts';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames, type Names } from '../names.ts';
import { tenderText, tillTexts } from '../texts.ts';
import { flagText, salesTexts as t } from './texts.ts';
import { Today } from './today.tsx';
import '../till.css';

type Row = RowOf<'listSales'>;

/** Where the place begins: what was taken today, what needs somebody, and every sale. */
export function SalesPage(): VNode {
  const names = useNames();
  const filters = filtersOf(names);
  return (
    <Page
      title={t.title}
      acts={
        <>
          <ButtonLink kind="ghost" icon={Undo2} href={at('/till/refunds')}>
            {t.refunds}
          </ButtonLink>
          <CsvButton path="/pos/sales" filters={[...filters.map(({ name }) => name), 'q', 'sort']} />
          {may('sales:write') && (
            <ButtonLink kind="primary" icon={Plus} href={at('/till/sales/new')}>
              {t.recordSale}
            </ButtonLink>
          )}
        </>
      }
    >
      <Today />
      <List
        operation={client.listSales}
        label={t.title}
        columns={columnsOf(names)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/sales/${id}`)}
        isDim={({ status }) => status === 'cancelled' || status === 'expired' || status === 'voided'}
        views={[
          { name: t.all, query: {} },
          { name: t.completed, query: { status: 'completed' } },
          { name: t.waiting, query: { status: 'open,parked,pending_payment' } },
          { name: t.takenBack, query: { status: 'partially_refunded,refunded,voided' } },
          { name: t.flagged, query: { flagged: 'true' }, hot: true },
        ]}
        filters={filters}
        search={{ name: 'q', placeholder: t.findNumber }}
        sorts={[
          ['-created_at', tillTexts.newest],
          ['created_at', tillTexts.oldest],
        ]}
        empty={<NoSales />}
        nothing={t.noSales}
        everyMs={REFRESH_MS}
      />
    </Page>
  );
}

const REFRESH_MS = 30_000;

function NoSales(): VNode {
  return (
    <Empty
      title={t.emptyTitle}
      text={t.emptyText}
      steps={[t.step1, t.step2, t.step3]}
      acts={
        <>
          {may('pos:write') && (
            <ButtonLink kind="primary" href={at('/till/products/new')}>
              {t.addProducts}
            </ButtonLink>
          )}
          {may('pos:admin') && <ButtonLink href={at('/till/staff/tills')}>{t.pairTill}</ButtonLink>}
          {may('sales:write') && (
            <ButtonLink kind="ghost" class="only-phone" href={at('/till/sales/new')}>
              {t.recordSale}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

function filtersOf({ locations, people, tills }: Names): readonly Filter[] {
  return [
    {
      name: 'status',
      label: tillTexts.status,
      kind: 'choices',
      options: statusOptions(Object.keys(statuses.sale)),
    },
    { name: 'location_id', label: tillTexts.location, kind: 'choice', options: choicesOf(locations) },
    { name: 'terminal_id', label: tillTexts.till, kind: 'choice', options: choicesOf(tills) },
    { name: 'staff_id', label: tillTexts.person, kind: 'choice', options: choicesOf(people) },
    { name: 'flagged', label: t.flagged, kind: 'switch' },
    {
      name: 'flag',
      label: t.flag,
      kind: 'choice',
      options: (limits['flag']?.options ?? []).map((flag) => [flag, flagText(flag)] as const),
    },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.to, kind: 'date' },
  ];
}

function columnsOf(names: Names): readonly Column<Row>[] {
  return [
    {
      key: 'number',
      title: t.sale,
      phone: 1,
      cell: (sale) => (
        <>
          <span class={sale.receipt_number === null ? '' : 'mono'}>
            {sale.receipt_number ?? t.unnumbered}
          </span>
          <small class="desk">{nearText(sale.occurred_at)}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: tillTexts.status,
      phone: 3,
      cell: (sale) => (
        <span class="row wrap">
          <Status of="sale" status={sale.status} />
          {sale.flags.length > 0 && <Tag meaning="wait">{t.flagged}</Tag>}
          <span class="only-phone phone-end">{nearText(sale.occurred_at)}</span>
        </span>
      ),
    },
    {
      key: 'what',
      title: t.what,
      phone: 4,
      cell: (sale) => (
        <span class="till-what">
          {sale.items[0]?.name}
          <small class="desk">{tillTexts.things(sale.items.length)}</small>
          {sale.items.length > 1 && <span class="only-phone">, {tillTexts.things(sale.items.length)}</span>}
        </span>
      ),
    },
    {
      key: 'who',
      title: tillTexts.person,
      cell: (sale) => (
        <>
          {names.person(sale.staff_id)}
          <small>{sale.terminal_id ? names.till(sale.terminal_id) : names.location(sale.location_id)}</small>
        </>
      ),
    },
    {
      key: 'paid',
      title: t.paidBy,
      cell: (sale) => [...new Set(sale.payments.map(({ channel }) => tenderText(channel)))].join(', '),
    },
    {
      key: 'total',
      title: tillTexts.total,
      right: true,
      phone: 2,
      cell: (sale) => <Money amount={sale.total} currency={sale.currency} />,
    },
  ];
}
