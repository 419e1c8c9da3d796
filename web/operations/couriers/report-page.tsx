import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { useAddress } from '../../kit/list/address.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Table, type Column } from '../../kit/parts/table.tsx';
import { at, livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { reportTexts as t } from './report-texts.ts';
import './report.css';

type Row = Awaited<ReturnType<typeof client.reportDrivers>>['data'][number];

const DAYS_BACK = 30;
const DAY_MS = 86_400_000;

/** As the report counts them: days of UTC. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

const share = (part: number | null): string => (part === null ? '–' : `${Math.round(part * 100)} %`);

const columns = (): readonly Column<Row>[] => [
  {
    key: 'courier',
    title: t.courier,
    phone: 1,
    cell: (row) => (
      <a class="link" href={at(`/couriers/${row.driver_id}`)}>
        {row.driver_name}
      </a>
    ),
  },
  { key: 'jobs', title: t.jobs, right: true, phone: 2, cell: (row) => row.jobs.toLocaleString('en') },
  { key: 'delivered', title: t.delivered, right: true, cell: (row) => row.delivered.toLocaleString('en') },
  { key: 'failed', title: t.failed, right: true, cell: (row) => row.failed.toLocaleString('en') },
  { key: 'on_time', title: t.onTime, right: true, phone: 3, cell: (row) => share(row.on_time_share) },
  {
    key: 'stars',
    title: t.stars,
    right: true,
    cell: (row) => (row.average_stars === null ? '–' : row.average_stars.toFixed(1)),
  },
  {
    key: 'cash',
    title: t.cash,
    right: true,
    phone: 4,
    cell: (row) => <Money amount={row.cash_collected} currency={row.currency} />,
  },
];

/** How couriers did between two days, as a table and as a file. */
export function ReportPage(): VNode {
  const { query, change } = useAddress();
  const range = { from: query['from'] ?? dayBefore(DAYS_BACK), to: query['to'] ?? dayBefore(0) };
  const { answer, error, again } = useCall(client.reportDrivers, {
    query: { ...range, livemode: livemode() },
  });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      acts={
        <CsvButton
          path="/reports/drivers"
          filters={['from', 'to']}
          always={{ ...range, livemode: String(livemode()) }}
        />
      }
    >
      <div class="row wrap report-days">
        {(['from', 'to'] as const).map((end) => (
          <label class="field" key={end}>
            <span>{t[end]}</span>
            <Input
              class="input"
              type="date"
              value={range[end]}
              onText={(day) => change({ [end]: day || null })}
            />
          </label>
        ))}
      </div>
      {error && !answer && <Problem error={error} again={again} />}
      {!answer && !error && <Loading rows={5} />}
      {answer && answer.data.length === 0 && <p class="quiet">{t.none}</p>}
      {answer && answer.data.length > 0 && (
        <Table label={t.title} rows={answer.data} columns={columns()} keyOf={(row) => row.driver_id} />
      )}
    </Page>
  );
}
