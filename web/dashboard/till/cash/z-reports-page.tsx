import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { momentText } from '../../../kit/format/time.ts';
import { may } from '../../../kit/data/session.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import type { Filter } from '../../../kit/list/filters.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { CashParts } from './drawers-page.tsx';
import { drawerName } from './report.ts';
import { cashTexts as t } from './texts.ts';
import '../till.css';

/** What each drawer was closed with. */
export function ZReportsPage(): VNode {
  const names = useNames();
  const filters: readonly Filter[] = [
    { name: 'from', label: t.from, kind: 'date' },
    { name: 'to', label: t.to, kind: 'date' },
    { name: 'location_id', label: tillTexts.location, kind: 'choice', options: choicesOf(names.locations) },
  ];
  if (!may('reports:read'))
    return (
      <Page title={t.title} name={t.zReports} crumbs={[[t.title, at('/till/cash')]]}>
        <CashParts />
        <NotAllowed scope="reports:read" />
      </Page>
    );
  return (
    <Page
      title={t.title}
      name={t.zReports}
      crumbs={[[t.title, at('/till/cash')]]}
      acts={<CsvButton path="/pos/reports/z" filters={filters.map(({ name }) => name)} />}
    >
      <CashParts />
      <List
        operation={client.reportZ}
        label={t.zReports}
        columns={[
          {
            key: 'number',
            title: t.zNumber,
            phone: 1,
            cell: (one) => (
              <>
                {t.z(one.number)}
                <small>{drawerName(one, names)}</small>
              </>
            ),
          },
          { key: 'closed', title: t.closed, phone: 4, cell: ({ closed_at }) => momentText(closed_at) },
          { key: 'who', title: tillTexts.person, cell: ({ closed_by }) => names.person(closed_by) },
          {
            key: 'sales',
            title: t.sales,
            right: true,
            cell: (one) => <Money amount={one.sales_total} currency={one.currency} />,
          },
          {
            key: 'refunds',
            title: t.refunds,
            right: true,
            cell: (one) => <Money amount={one.refunds_total} currency={one.currency} />,
          },
          {
            key: 'tax',
            title: t.tax,
            right: true,
            cell: ({ tax, currency }) => <Money amount={tax} currency={currency} />,
          },
          {
            key: 'expected',
            title: t.expected,
            right: true,
            phone: 3,
            cell: (one) => <Money amount={one.cash_expected} currency={one.currency} />,
          },
          {
            key: 'difference',
            title: t.difference,
            right: true,
            phone: 2,
            cell: ({ cash_difference, currency }) =>
              cash_difference === null ? (
                t.notCounted
              ) : (
                <b class={cash_difference < 0 ? 'fault' : ''}>
                  <Money amount={cash_difference} currency={currency} />
                </b>
              ),
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ cash_session_id }) => at(`/till/cash/${cash_session_id}`)}
        filters={filters}
        sorts={[
          ['-closed_at', tillTexts.newest],
          ['closed_at', tillTexts.oldest],
        ]}
        empty={<Empty title={t.zEmpty} text={t.zEmptyText} />}
        nothing={t.zNothing}
      />
      <p class="small faint">{t.verified}</p>
    </Page>
  );
}
