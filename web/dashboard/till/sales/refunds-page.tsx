import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { momentText } from '../../../kit/format/time.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { statusOptions, type Filter } from '../../../kit/list/filters.tsx';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames, type Names } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { salesTexts as t } from './texts.ts';
import '../till.css';

/** Everything that came back, of all sales. */
export function RefundsPage(): VNode {
  const names = useNames();
  const filters: readonly Filter[] = [
    {
      name: 'status',
      label: tillTexts.status,
      kind: 'choices',
      options: statusOptions(['pending', 'succeeded', 'failed']),
    },
    { name: 'location_id', label: tillTexts.location, kind: 'choice', options: choicesOf(names.locations) },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.to, kind: 'date' },
  ];
  return (
    <Page
      title={t.refundsTitle}
      crumbs={[[tillTexts.sales, at('/till')]]}
      acts={<CsvButton path="/pos/refunds" filters={filters.map(({ name }) => name)} />}
    >
      <List
        operation={client.listPosRefunds}
        label={t.refundsTitle}
        columns={columnsOf(names)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/refunds/${id}`)}
        filters={filters}
        sorts={[
          ['-created_at', tillTexts.newest],
          ['created_at', tillTexts.oldest],
        ]}
        empty={
          <Empty
            title={t.refundsEmpty}
            text={t.refundsEmptyText}
            acts={
              <ButtonLink kind="primary" href={at('/till')}>
                {t.toSales}
              </ButtonLink>
            }
          />
        }
        nothing={t.noRefundLike}
      />
    </Page>
  );
}

function columnsOf(names: Names): readonly Column<RowOf<'listPosRefunds'>>[] {
  return [
    {
      key: 'what',
      title: t.what,
      phone: 1,
      cell: ({ items }) =>
        items.map(({ quantity, name }) => `${quantity.toLocaleString('en')} × ${name}`).join(', ') ||
        t.goodsOfNone,
    },
    {
      key: 'status',
      title: tillTexts.status,
      phone: 3,
      cell: ({ status }) => <Status of="refund" status={status} />,
    },
    { key: 'when', title: tillTexts.when, phone: 4, cell: ({ occurred_at }) => momentText(occurred_at) },
    { key: 'reason', title: tillTexts.reason, cell: ({ reason }) => reason ?? '' },
    { key: 'who', title: tillTexts.person, cell: ({ staff_id }) => names.person(staff_id) },
    {
      key: 'amount',
      title: tillTexts.amount,
      right: true,
      phone: 2,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ];
}
