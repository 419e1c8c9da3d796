import type { DeliverySummary } from '@cottontree/contract';
import { ListChecks, Plus, Upload } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may, mode } from '../../kit/data/session.ts';
import { dayOf } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions, type Filter } from '../../kit/list/filters.tsx';
import { List, type SavedView, type Search } from '../../kit/list/list-page.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { statuses } from '../../kit/parts/statuses.ts';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { BulkActs } from './bulk-acts.tsx';
import { Figure } from './figure.tsx';
import { nextOf } from './next.ts';
import { deliveriesTexts as t } from './texts.ts';
import './deliveries.css';

const EVERY_MS = 15_000;
const IN_MOTION = 'pending,assigned,picked_up,in_transit';

/** Every delivery: saved views, filters, what comes next for each, and what can be done to several at once. */
export function DeliveriesPage(): VNode {
  return (
    <Page title={t.title} acts={<Acts />}>
      <List
        operation={client.listDeliveries}
        label={t.title}
        columns={columns()}
        keyOf={({ job_number }) => job_number}
        hrefOf={({ job_number }) => at(`/deliveries/${job_number}`)}
        isDim={({ status }) => status === 'cancelled'}
        views={views()}
        keepsViews
        filters={filters()}
        search={search()}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        empty={<NoneYet />}
        nothing={t.nothing}
        bulk={(selected, clear) => <BulkActs selected={selected} clear={clear} />}
        everyMs={EVERY_MS}
      />
    </Page>
  );
}

function Acts(): VNode {
  return (
    <>
      <ButtonLink kind="ghost" icon={ListChecks} href={at('/deliveries/track')}>
        {t.track}
      </ButtonLink>
      {may('shipping:write') && (
        <ButtonLink kind="ghost" icon={Upload} href={at('/deliveries/imports/new')}>
          {t.import}
        </ButtonLink>
      )}
      <CsvButton
        path="/shipping/deliveries"
        filters={['sort', ...filters().map(({ name }) => name)]}
        search={search()}
      />
      {may('shipping:write') && (
        <ButtonLink kind="primary" icon={Plus} href={at('/deliveries/new')} class="main-act">
          {t.new}
        </ButtonLink>
      )}
    </>
  );
}

const JOB_NUMBER = /^\s*SHP[-\s]?[0-9A-Z]{4}[-\s]?[0-9A-Z]{4}\s*$/i;
const PHONE = /^\+?[\d\s()-]{8,}$/;

/** A typed word is a job number, a phone or the number of an order. */
function search(): Search {
  return {
    name: 'find',
    placeholder: t.search,
    read: (word) => (PHONE.test(word) ? { recipient_phone: word } : { order_number: word }),
    leadsTo: (word) =>
      JOB_NUMBER.test(word) ? at(`/deliveries/${word.trim().toUpperCase().replaceAll(/\s/g, '-')}`) : null,
  };
}

const DAY_MS = 86_400_000;

function views(): readonly SavedView[] {
  const now = Date.now();
  const today = dayOf(now);
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return [
    { name: t.all, query: {} },
    { name: t.today, query: { created_from: today } },
    { name: t.inMotion, query: { status: IN_MOTION } },
    { name: t.late, query: { late: 'true' }, hot: true },
    { name: t.cod, query: { cod_status: 'to_collect' } },
    {
      name: t.failedThisWeek,
      query: { status: 'failed', updated_since: dayOf(now - weekday * DAY_MS) },
    },
  ];
}

function filters(): readonly Filter[] {
  return [
    {
      name: 'status',
      label: t.status,
      kind: 'choices',
      options: statusOptions(Object.keys(statuses.delivery)),
    },
    {
      name: 'cod_status',
      label: t.cashStatus,
      kind: 'choices',
      options: statusOptions(Object.keys(statuses.cod)),
    },
    { name: 'late', label: t.onlyLate, kind: 'switch' },
    { name: 'delivery_city', label: t.city, kind: 'text' },
    { name: 'order_number', label: t.order, kind: 'text' },
    { name: 'recipient_phone', label: t.phone, kind: 'text' },
    { name: 'transaction_id', label: t.transaction, kind: 'text' },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.to, kind: 'date' },
    { name: 'updated_since', label: t.changedSince, kind: 'date' },
  ];
}

/** Characters of a courier's name that stay on one line, so that rows keep their height beside a long recipient. */
const ON_ONE_LINE_MAX = 24;

function columns(): readonly Column<DeliverySummary>[] {
  return [
    {
      key: 'job',
      title: t.job,
      phone: 3,
      cell: ({ job_number, order_number, delivery_city }) => (
        <>
          <span class="only-phone quiet">{delivery_city} · </span>
          <span class="mono nowrap">{job_number}</span>
          <small class="desk nowrap">{order_number}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: t.status,
      phone: 4,
      cell: (delivery) => (
        <span class="status-and-next">
          <Status of="delivery" status={delivery.status} />
          <NextLine delivery={delivery} />
        </span>
      ),
    },
    {
      key: 'recipient',
      title: t.recipient,
      phone: 1,
      cell: ({ recipient_name, delivery_address, delivery_city }) => (
        <>
          {recipient_name ?? t.noName}
          <small class="desk">
            {delivery_address}, {delivery_city}
          </small>
        </>
      ),
    },
    {
      key: 'courier',
      title: t.courier,
      cell: ({ driver }) => (
        <span
          class={`${driver ? '' : 'faint'} ${(driver?.name ?? '').length <= ON_ONE_LINE_MAX ? 'nowrap' : ''}`}
        >
          {driver?.name ?? t.nobodyYet}
        </span>
      ),
    },
    {
      key: 'cod',
      title: t.cod,
      right: true,
      phone: 2,
      // A phone shows no heading, beside which "none" would say what there is none of.
      cell: ({ cod_amount, currency }) => (
        <span class={cod_amount === 0 ? 'desk' : ''}>
          <Figure amount={cod_amount} currency={currency} />
        </span>
      ),
    },
    {
      key: 'fee',
      title: t.fee,
      right: true,
      cell: ({ shipping_fee, currency }) => <Money amount={shipping_fee} currency={currency} />,
    },
    { key: 'next', title: t.next, cell: (delivery) => <NextCell delivery={delivery} /> },
  ];
}

function NextCell({ delivery }: { readonly delivery: DeliverySummary }): VNode {
  const { text, more, late } = nextOf(delivery);
  return (
    <>
      <span class={`nowrap ${late ? 'late' : ''}`}>{text}</span>
      {more !== '' && <small>{more}</small>}
    </>
  );
}

/** On a phone it stands beside the status. */
function NextLine({ delivery }: { readonly delivery: DeliverySummary }): VNode {
  const { text, late } = nextOf(delivery);
  return <span class={`only-phone ${late ? 'late' : ''}`}>{text}</span>;
}

function NoneYet(): VNode {
  return (
    <Empty
      title={t.emptyTitle}
      text={t.emptyText}
      steps={t.emptySteps.split('|')}
      acts={
        may('shipping:write') && (
          <>
            <ButtonLink kind="primary" icon={Plus} href={at('/deliveries/new')}>
              {t.new}
            </ButtonLink>
            <ButtonLink href={at('/deliveries/addresses/new')}>{t.saveAddress}</ButtonLink>
            {mode.value === 'live' && (
              <ButtonLink kind="ghost" href={at('/deliveries', 'test')}>
                {t.tryTest}
              </ButtonLink>
            )}
          </>
        )
      }
    />
  );
}
