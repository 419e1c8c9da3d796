import type { Call } from '@cottontree/client';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { dateText, dayOf } from '../../../kit/format/time.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Empty, Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Figure } from '../figure.tsx';
import { choicesOf, useNames } from '../names.ts';
import { DayBars } from './day-bars.tsx';
import { daysBefore, groups, type Group, type Row } from './report.ts';
import { ReportTable } from './report-table.tsx';
import { reportsTexts as t } from './texts.ts';
import '../till.css';

const PERIODS = [1, 7, 30, 90] as const;

/** What was sold, by day, product, category, person, tender or tax. */
export function ReportsPage(): VNode {
  const { query, change } = useAddress();
  const { locations } = useNames();
  const group = groups.find((one) => one === query['group_by']) ?? 'day';
  const to = query['to'] ?? dayOf(Date.now());
  const from = query['from'] ?? daysBefore(to, 30);
  const asked: Call<'reportSales'> = {
    query: {
      from,
      to,
      group_by: group,
      ...(query['location_id'] ? { location_id: query['location_id'] } : {}),
    },
  };
  const { answer, error, again } = useCall(client.reportSales, may('reports:read') ? asked : null);
  if (!may('reports:read'))
    return (
      <Page title={t.title}>
        <NotAllowed scope="reports:read" />
      </Page>
    );
  const rows = answer?.data ?? [];
  return (
    <Page
      title={t.title}
      lead={t.span(dateText(from), dateText(to))}
      acts={
        <>
          <ButtonLink kind="ghost" href={at('/till/cash/z-reports')}>
            {t.zReports}
          </ButtonLink>
          <CsvButton path="/pos/reports/sales" filters={['from', 'to', 'group_by', 'location_id']} />
        </>
      }
    >
      <div class="stack">
        <Choice from={from} to={to} />
        {error ? (
          <Problem error={error} again={again} />
        ) : !answer ? (
          <Loading />
        ) : (
          <>
            <Sum rows={rows} group={group} />
            {group === 'day' && rows.length > 0 && (
              <div class="till-bars">
                <DayBars rows={rows} from={from} to={to} />
              </div>
            )}
            <div class="till-choices">
              <Segmented
                label={t.by}
                options={groups.map((one) => [one, t[one]] as const)}
                value={group}
                onChange={(next) => change({ group_by: next === 'day' ? null : next })}
              />
            </div>
            {locations.length > 1 && (
              <label class="field narrow">
                <select
                  class="input select"
                  aria-label={t.everywhere}
                  value={query['location_id'] ?? ''}
                  onChange={(event) => change({ location_id: event.currentTarget.value || null })}
                >
                  <option value="">{t.everywhere}</option>
                  {choicesOf(locations).map(([id, name]) => (
                    <option value={id}>{name}</option>
                  ))}
                </select>
              </label>
            )}
            {rows.length === 0 ? (
              <Empty title={t.empty} text={t.emptyText} />
            ) : (
              <ReportTable rows={rows} group={group} />
            )}
            <p class="small faint">{t.note}</p>
          </>
        )}
      </div>
    </Page>
  );
}

function Choice({ from, to }: { readonly from: string; readonly to: string }): VNode {
  const { change } = useAddress();
  const today = dayOf(Date.now());
  const chosen = PERIODS.find((days) => to === today && from === daysBefore(today, days)) ?? 0;
  return (
    <div class="row wrap">
      <Segmented
        label={t.day}
        options={PERIODS.map((days) => [days as number, days === 1 ? t.today : t.days(days)] as const)}
        value={chosen}
        onChange={(days) => change({ from: daysBefore(today, days), to: today })}
      />
      <label class="till-days">
        {t.from}
        <input
          class="input"
          type="date"
          value={from}
          max={to}
          onChange={(event) => event.currentTarget.value && change({ from: event.currentTarget.value, to })}
        />
      </label>
      <label class="till-days">
        {t.to}
        <input
          class="input"
          type="date"
          value={to}
          min={from}
          onChange={(event) => event.currentTarget.value && change({ from, to: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

function Sum({ rows, group }: { readonly rows: readonly Row[]; readonly group: Group }): VNode {
  const sum = (key: 'collected' | 'net' | 'tax'): number =>
    rows.reduce((all, row) => all + Number(row[key] ?? 0), 0);
  const currency = rows[0]?.currency ?? 'SLE';
  const sales = group === 'day' ? rows.reduce((all, row) => all + (row.sales ?? 0), 0) : null;
  return (
    <Figure
      label={group === 'tax' ? t.taxes : t.collected}
      more={
        group === 'day' && (
          <>
            {sales !== null && `${t.salesIn(sales)}, `}
            <Money amount={sum('net')} currency={currency} /> {t.net.toLowerCase()}
          </>
        )
      }
    >
      <Money amount={sum(group === 'tax' ? 'tax' : 'collected')} currency={currency} />
    </Figure>
  );
}
