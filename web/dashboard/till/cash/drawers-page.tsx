import { Wallet } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText, nearText } from '../../../kit/format/time.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { statusOptions, type Filter } from '../../../kit/list/filters.tsx';
import { List } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames, type Names } from '../names.ts';
import { PartsOf } from '../parts-of.tsx';
import { tillTexts } from '../texts.ts';
import { byId, when } from '../when.ts';
import { drawerName, type Session } from './report.ts';
import { cashTexts as t } from './texts.ts';
import '../till.css';

/** Drawers and their reports. */
export function CashParts(): VNode {
  return (
    <PartsOf
      label={t.title}
      parts={[['/till/cash', t.drawers], may('reports:read') && ['/till/cash/z-reports', t.zReports]]}
    />
  );
}

/** The open drawers with what should be in them, and every session there was. */
export function DrawersPage(): VNode {
  const names = useNames();
  const open = useCall(
    client.listCashSessions,
    when(may('cash:write'), { query: { status: 'open', limit: 100 } }),
  );
  if (!may('cash:write'))
    return (
      <Page title={t.title}>
        <CashParts />
        <NotAllowed scope="cash:write" />
      </Page>
    );
  const filters: readonly Filter[] = [
    {
      name: 'status',
      label: tillTexts.status,
      kind: 'choices',
      options: statusOptions(['open', 'closing', 'closed']),
    },
    { name: 'terminal_id', label: tillTexts.till, kind: 'choice', options: choicesOf(names.tills) },
    { name: 'location_id', label: tillTexts.location, kind: 'choice', options: choicesOf(names.locations) },
    { name: 'flagged', label: t.toLookAt, kind: 'switch' },
    { name: 'flagged_since', label: t.flaggedSince, kind: 'date' },
  ];
  const opener = (
    <ButtonLink kind="primary" icon={Wallet} href={at('/till/cash/open')}>
      {t.openDrawer}
    </ButtonLink>
  );
  return (
    <Page
      title={t.title}
      acts={
        <>
          <CsvButton path="/pos/cash-sessions" filters={filters.map(({ name }) => name)} />
          {opener}
        </>
      }
    >
      <CashParts />
      <div class="till-drawers">
        {open.answer?.data.map((session) => (
          <OpenDrawer key={session.id} session={session} names={names} />
        ))}
      </div>
      <List
        operation={client.listCashSessions}
        label={t.drawers}
        columns={columnsOf(names)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/cash/${id}`)}
        filters={filters}
        sorts={[
          ['-opened_at', tillTexts.newest],
          ['opened_at', tillTexts.oldest],
        ]}
        empty={
          <Empty title={t.emptyTitle} text={t.emptyText} steps={[t.step1, t.step2, t.step3]} acts={opener} />
        }
        nothing={t.nothing}
      />
    </Page>
  );
}

function columnsOf(names: Names): readonly Column<Session>[] {
  return [
    { key: 'drawer', title: t.drawer, phone: 1, cell: (session) => drawerName(session, names) },
    {
      key: 'status',
      title: tillTexts.status,
      phone: 3,
      cell: ({ status }) => <Status of="cash_session" status={status} />,
    },
    { key: 'opened', title: t.opened, phone: 4, cell: ({ opened_at }) => momentText(opened_at) },
    {
      key: 'closed',
      title: t.closed,
      cell: ({ closed_at, closed_by }) =>
        closed_at !== null && (
          <>
            {momentText(closed_at)}
            <small>{names.person(closed_by)}</small>
          </>
        ),
    },
    {
      key: 'z',
      title: t.zNumber,
      phone: 2,
      cell: ({ z_number }) => (z_number === null ? '' : t.z(z_number)),
    },
    {
      key: 'float',
      title: t.float,
      right: true,
      cell: ({ opening_float, currency }) => <Money amount={opening_float} currency={currency} />,
    },
  ];
}

const REFRESH_MS = 30_000;

function OpenDrawer({ session, names }: { readonly session: Session; readonly names: Names }): VNode {
  const report = useCall(client.getCashReport, byId(session.id), { everyMs: REFRESH_MS }).answer?.data;
  const cash = report?.tenders.find(({ tender }) => tender === 'cash');
  return (
    <section class="till-drawer">
      <h2>{drawerName(session, names)}</h2>
      <span class="small quiet">{t.shouldBe}</span>
      <b>
        <Money amount={cash?.expected ?? session.opening_float} currency={session.currency} />
      </b>
      <span class="small quiet">
        {t.openedAt(nearText(session.opened_at), names.person(session.opened_by))}
        {report && `. ${t.salesCount(report.sales.count)}`}
      </span>
      <div class="row wrap">
        <ButtonLink kind="primary" size="s" href={at(`/till/cash/${session.id}/close`)}>
          {t.countAndClose}
        </ButtonLink>
        <ButtonLink size="s" href={at(`/till/cash/${session.id}`)}>
          {t.details}
        </ButtonLink>
      </div>
    </section>
  );
}
