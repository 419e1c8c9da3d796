import type { DeliveriesReportRow, DriversReportRow } from '@cottontree/contract';
import { limits } from 'form:reportDeliveries';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { dateText } from '../../kit/format/time.ts';
import { hrefOf, useAddress } from '../../kit/list/address.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Table, type Column } from '../../kit/parts/table.tsx';
import { Views } from '../../kit/parts/tabs.tsx';
import { texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Range, rangeOf } from './range.tsx';
import { deliveriesTexts } from './texts.ts';
import { said } from './words.ts';
import './deliveries.css';

const t = texts(
  {
    lead: 'Deliveries that were made in this time, and how they went. Ways back and second tries count apart.',
    day: 'By day',
    status: 'By status',
    zone: 'By zone',
    service_level: 'By speed',
    couriers: 'By courier',
    group: 'What',
    jobs: 'Deliveries',
    fees: 'Fees',
    delivered: 'Arrived',
    failed: 'Failed',
    cancelled: 'Cancelled',
    onTime: 'On time',
    minutes: 'Minutes to the door',
    why: 'Why they failed',
    noFailures: 'None failed.',
    share: 'Of all that failed',
    courier: 'Courier',
    stars: 'Stars',
    cash: 'Cash collected',
    nothing: 'No delivery was made in this time.',
    percent: (share: number) => `${Math.round(share * 100)} %`,
  },
  {
    lead: 'Dilivri dɛn we mek insay dis tɛm, ɛn aw dɛn go. Rod fɔ kam bak ɛn sɛkɔn tray de kɔnt dɛn wan.',
    day: 'Ɛni de',
    status: 'Aw dɛn tan',
    zone: 'Ɛni zon',
    service_level: 'Aw kwik',
    couriers: 'Ɛni rayda',
    group: 'Wetin',
    jobs: 'Dilivri dɛn',
    fees: 'Fi dɛn',
    delivered: 'Dɔn rich',
    failed: 'Fel',
    cancelled: 'Kansul',
    onTime: 'Pan tɛm',
    minutes: 'Minit te rich do',
    why: 'Wetin mek dɛn fel',
    noFailures: 'Nɔn nɔ fel.',
    share: 'Pan ɔl we fel',
    courier: 'Rayda',
    stars: 'Sta dɛn',
    cash: 'Mɔni we dɛn kɔlɛkt',
    nothing: 'Nɔ dilivri nɔ mek insay dis tɛm.',
    percent: (share) => `${Math.round(share * 100)} %`,
  },
);

type Group = 'day' | 'status' | 'zone' | 'service_level';

/** How deliveries went: by day, status, zone, speed or courier, and why some failed. */
export function ReportsPage(): VNode {
  const { query, path } = useAddress();
  const groups = (limits['group_by']?.options ?? []) as readonly Group[];
  const asked = query['by'] ?? groups[0] ?? 'day';
  const isByCourier = asked === 'couriers';
  if (!may('reports:read'))
    return (
      <Page title={deliveriesTexts.reports}>
        <NotAllowed scope="reports:read" />
      </Page>
    );
  const others = { ...query, by: null };
  return (
    <Page
      title={deliveriesTexts.reports}
      crumbs={[[deliveriesTexts.title, at('/deliveries')]]}
      lead={t.lead}
      acts={
        isByCourier ? (
          <CsvButton path="/reports/drivers" filters={['from', 'to']} />
        ) : (
          <CsvButton path={`/reports/deliveries`} filters={['from', 'to', 'group_by']} />
        )
      }
    >
      <Views
        label={deliveriesTexts.reports}
        views={[...groups, 'couriers' as const].map((by) => ({
          name: t[by],
          href: hrefOf(path, { ...others, by, group_by: by === 'couriers' ? null : by }),
          on: by === asked,
        }))}
      />
      <div class="stack">
        <Range />
        {isByCourier ? <Couriers /> : <Deliveries group={asked as Group} />}
        <Failures />
      </div>
    </Page>
  );
}

function Deliveries({ group }: { readonly group: Group }): VNode {
  const { query } = useAddress();
  const { answer, error, again } = useCall(client.reportDeliveries, {
    query: { ...rangeOf(query), group_by: group },
  });
  if (!answer) return error ? <Problem error={error} again={again} /> : <Loading />;
  if (answer.data.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <Table
      label={deliveriesTexts.reports}
      rows={answer.data}
      keyOf={(row) => row.group}
      columns={columnsBy(group)}
    />
  );
}

function groupName(group: Group, name: string): VNode | string {
  if (group === 'day') return dateText(`${name}T12:00:00Z`);
  if (group === 'status') return <Status of="delivery" status={name} />;
  return group === 'service_level' ? said(name) : name;
}

function columnsBy(group: Group): readonly Column<DeliveriesReportRow>[] {
  const count = (key: 'jobs' | 'delivered' | 'failed' | 'cancelled'): Column<DeliveriesReportRow> => ({
    key,
    title: t[key],
    right: true,
    cell: (row) => row[key].toLocaleString('en'),
  });
  return [
    { key: 'group', title: t.group, phone: 1, cell: (row) => groupName(group, row.group) },
    { ...count('jobs'), phone: 2 },
    {
      key: 'fees',
      title: t.fees,
      right: true,
      phone: 4,
      cell: ({ fees, currency }) => <Money amount={fees} currency={currency} />,
    },
    {
      ...count('delivered'),
      phone: 3,
      cell: ({ delivered }) => (
        <>
          <span class="only-phone faint">{t.delivered} </span>
          {delivered.toLocaleString('en')}
        </>
      ),
    },
    count('failed'),
    count('cancelled'),
    {
      key: 'onTime',
      title: t.onTime,
      right: true,
      cell: ({ on_time_share }) => on_time_share !== null && t.percent(on_time_share),
    },
    { key: 'minutes', title: t.minutes, right: true, cell: ({ average_minutes }) => average_minutes },
  ];
}

function Couriers(): VNode {
  const { query } = useAddress();
  const { answer, error, again } = useCall(client.reportDrivers, {
    query: rangeOf(query),
  });
  if (!answer) return error ? <Problem error={error} again={again} /> : <Loading />;
  if (answer.data.length === 0) return <p class="quiet">{t.nothing}</p>;
  const columns: readonly Column<DriversReportRow>[] = [
    { key: 'courier', title: t.courier, phone: 1, cell: ({ driver_name }) => driver_name },
    { key: 'jobs', title: t.jobs, right: true, phone: 2, cell: ({ jobs }) => jobs },
    { key: 'delivered', title: t.delivered, right: true, cell: ({ delivered }) => delivered },
    { key: 'failed', title: t.failed, right: true, cell: ({ failed }) => failed },
    {
      key: 'onTime',
      title: t.onTime,
      right: true,
      phone: 3,
      cell: ({ on_time_share }) => on_time_share !== null && t.percent(on_time_share),
    },
    { key: 'stars', title: t.stars, right: true, cell: ({ average_stars }) => average_stars },
    {
      key: 'cash',
      title: t.cash,
      right: true,
      phone: 4,
      cell: ({ cash_collected, currency }) => <Money amount={cash_collected} currency={currency} />,
    },
  ];
  return (
    <Table label={t.couriers} rows={answer.data} keyOf={({ driver_id }) => driver_id} columns={columns} />
  );
}

function Failures(): VNode | null {
  const { query } = useAddress();
  const { answer } = useCall(client.reportFailures, { query: rangeOf(query) });
  if (!answer) return null;
  return (
    <Card title={t.why} bare>
      {answer.data.length === 0 ? (
        <p class="inside small quiet">{t.noFailures}</p>
      ) : (
        <ul class="line-rows">
          {answer.data.map(({ reason, jobs, share }) => (
            <li>
              <span>{said(reason)}</span>
              <span class="end">
                {jobs}
                {share !== null && `, ${t.percent(share)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
