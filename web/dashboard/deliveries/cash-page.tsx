import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { dateText, nearText } from '../../kit/format/time.ts';
import { useAddress } from '../../kit/list/address.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty, Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Table } from '../../kit/parts/table.tsx';
import { Views } from '../../kit/parts/tabs.tsx';
import { common } from '../../kit/text/common.ts';
import { counted, texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Range, rangeOf } from './range.tsx';
import { deliveriesTexts } from './texts.ts';
import './deliveries.css';

const t = texts(
  {
    lead: 'Cash that couriers take at doors for you: collected, handed in and counted, paid out.',
    days: 'By day',
    payouts: 'Paid out',
    day: 'Day',
    collected: 'Collected',
    deposited: 'Handed in',
    settled: 'Paid out',
    open: 'Show those with cash to collect',
    emptyDays: 'No cash in this time',
    emptyDaysText:
      'Write an amount under “Cash to collect” when you make a delivery; the courier takes it at the door.',
    emptyPayouts: 'Nothing was paid out yet',
    emptyPayoutsText: 'Once the cash is handed in and counted, the platform pays it out and it stands here.',
    when: 'When',
    cash: 'Cash',
    fees: 'Fees kept',
    claims: 'Claims paid with it',
    paid: 'Paid out',
    reference: 'Found at the bank as',
    jobs: 'Deliveries',
    count: (count: number) => counted(count, 'delivery', 'deliveries'),
    nothing: 'No payout matches',
    all: 'Together',
  },
  {
    lead: 'Mɔni we rayda dɛn tek na do fɔ yu: dɛn kɔlɛkt, dɛn gi ɛn kɔnt, dɛn pe yu.',
    days: 'Ɛni de',
    payouts: 'Dɛn dɔn pe yu',
    day: 'De',
    collected: 'Dɛn kɔlɛkt',
    deposited: 'Dɛn gi',
    settled: 'Dɛn pe yu',
    open: 'Sho di wan dɛn wit mɔni fɔ kɔlɛkt',
    emptyDays: 'Mɔni nɔ de insay dis tɛm',
    emptyDaysText: 'Rayt ɔmɔs ɔnda “Mɔni fɔ kɔlɛkt” we yu de mek dilivri; di rayda go tek am na do.',
    emptyPayouts: 'Dɛn nɔ pe yu natin yet',
    emptyPayoutsText: 'We dɛn gi ɛn kɔnt di mɔni, di platfɔm go pe yu ɛn i go de ya.',
    when: 'Ustɛm',
    cash: 'Mɔni',
    fees: 'Fi we dɛn kip',
    claims: 'Klem we dɛn pe wit am',
    paid: 'Dɛn pe yu',
    reference: 'Nem na di bank',
    jobs: 'Dilivri dɛn',
    count: (count) => `${count} dilivri`,
    nothing: 'Nɔ pement nɔ mach',
    all: 'Ɔl togɛda',
  },
);

/** Cash on delivery: what came in on each day, and what was paid out. */
export function CashPage(): VNode {
  const { query, path } = useAddress();
  const showsPayouts = query['show'] === 'payouts';
  return (
    <Page
      title={deliveriesTexts.cash}
      crumbs={[[deliveriesTexts.title, at('/deliveries')]]}
      lead={
        <>
          {t.lead}{' '}
          <a class="link" href={at('/deliveries?cod_status=to_collect')}>
            {t.open}
          </a>
        </>
      }
      acts={
        showsPayouts ? (
          <CsvButton path="/shipping/settlements" filters={['sort']} />
        ) : (
          <CsvButton path="/reports/cod" filters={['from', 'to']} />
        )
      }
    >
      <Views
        label={deliveriesTexts.cash}
        views={[
          { name: t.days, href: path, on: !showsPayouts },
          { name: t.payouts, href: `${path}?show=payouts`, on: showsPayouts },
        ]}
      />
      {showsPayouts ? <Payouts /> : <Days />}
    </Page>
  );
}

function Days(): VNode {
  const { query } = useAddress();
  const isAllowed = may('reports:read');
  const { answer, error, again } = useCall(client.reportCod, isAllowed ? { query: rangeOf(query) } : null);
  if (!isAllowed) return <NotAllowed scope="reports:read" />;
  const days = answer?.data;
  const currency = days?.[0]?.currency ?? 'SLE';
  const sum = (name: 'collected' | 'deposited' | 'settled'): number =>
    (days ?? []).reduce((total, day) => total + Math.round(day[name] * 100), 0) / 100;
  return (
    <div class="stack">
      <Range />
      {!days ? (
        error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading />
        )
      ) : days.length === 0 ? (
        <Empty title={t.emptyDays} text={t.emptyDaysText} />
      ) : (
        <>
          <dl class="figures-row">
            {(['collected', 'deposited', 'settled'] as const).map((name) => (
              <div>
                <dt>{t[name]}</dt>
                <dd class="large">
                  <Money amount={sum(name)} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
          <Table
            label={t.days}
            rows={days}
            keyOf={({ day }) => day}
            columns={[
              { key: 'day', title: t.day, phone: 1, cell: ({ day }) => dateText(`${day}T12:00:00Z`) },
              ...(['collected', 'deposited', 'settled'] as const).map((name, index) => ({
                key: name,
                title: t[name],
                right: true,
                phone: ([2, 3, 4] as const)[index] ?? 4,
                cell: (day: (typeof days)[number]) => (
                  <>
                    <span class="only-phone faint">{t[name]} </span>
                    <Money amount={day[name]} currency={day.currency} />
                  </>
                ),
              })),
            ]}
          />
        </>
      )}
    </div>
  );
}

function Payouts(): VNode {
  if (!may('ledger:read')) return <NotAllowed scope="ledger:read" />;
  return (
    <List
      operation={client.listSettlements}
      label={t.payouts}
      keyOf={({ id }) => id}
      sorts={[
        ['-created_at', common.newestFirst],
        ['created_at', common.oldestFirst],
      ]}
      nothing={t.nothing}
      empty={<Empty title={t.emptyPayouts} text={t.emptyPayoutsText} />}
      columns={[
        { key: 'when', title: t.when, phone: 1, cell: ({ created_at }) => nearText(created_at) },
        {
          key: 'reference',
          title: t.reference,
          phone: 3,
          cell: ({ reference }) => reference ?? <span class="faint">{common.none}</span>,
        },
        {
          key: 'jobs',
          title: t.jobs,
          phone: 4,
          cell: ({ job_numbers }) => (
            <details class="jobs">
              <summary>{t.count(job_numbers.length)}</summary>
              {job_numbers.map((job) => (
                <a class="link mono" href={at(`/deliveries/${job}`)}>
                  {job}
                </a>
              ))}
            </details>
          ),
        },
        {
          key: 'cash',
          title: t.cash,
          right: true,
          cell: ({ cash, currency }) => <Money amount={cash} currency={currency} />,
        },
        {
          key: 'fees',
          title: t.fees,
          right: true,
          cell: ({ fees, currency }) => <Money amount={-fees} currency={currency} />,
        },
        {
          key: 'claims',
          title: t.claims,
          right: true,
          cell: ({ claims, currency }) => <Money amount={claims} currency={currency} />,
        },
        {
          key: 'paid',
          title: t.paid,
          right: true,
          phone: 2,
          cell: ({ paid, currency }) => (
            <b>
              <Money amount={paid} currency={currency} />
            </b>
          ),
        },
      ]}
    />
  );
}
