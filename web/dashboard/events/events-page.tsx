import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { Share } from '../../kit/parts/bars.tsx';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Empty, NotAllowed } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { shortMomentText } from './local-time.ts';
import { pageNames } from './page-names.ts';
import { eventTexts as t } from './texts.ts';
import { roomOf } from './words.ts';
import './events.css';

const FILTERS = ['q', 'status', 'upcoming', 'from', 'to', 'sort'];
const STATUSES = ['draft', 'published', 'completed', 'cancelled'];

/** All events; what comes next is one view away. */
export function EventsPage(): VNode {
  const write = may('events:write') && (
    <ButtonLink kind="primary" icon={Plus} href={at('/events/new')} class="main-act">
      {t.newEvent}
    </ButtonLink>
  );
  if (!may('events:read'))
    return (
      <Page title={pageNames.events}>
        <NotAllowed scope="events:read" />
      </Page>
    );
  return (
    <Page
      title={pageNames.events}
      acts={
        <>
          <CsvButton path="/events" filters={FILTERS} />
          {write}
        </>
      }
    >
      <List
        operation={client.listEvents}
        label={pageNames.events}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/events/${id}`)}
        isDim={({ status }) => status === 'cancelled' || status === 'completed'}
        views={[
          { name: t.all, query: {} },
          { name: t.upcoming, query: { upcoming: 'true' } },
          { name: t.drafts, query: { status: 'draft' } },
          { name: t.past, query: { status: 'completed' } },
          { name: t.cancelled, query: { status: 'cancelled' } },
        ]}
        keepsViews
        filters={[
          { name: 'status', label: t.status, kind: 'choices', options: statusOptions(STATUSES) },
          { name: 'upcoming', label: t.upcoming, kind: 'switch' },
          { name: 'from', label: t.from, kind: 'date' },
          { name: 'to', label: t.to, kind: 'date' },
        ]}
        search={{ name: 'q', placeholder: t.search }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
          ['start_date', t.soonest],
          ['-start_date', t.latest],
        ]}
        nothing={t.nothing}
        empty={
          <Empty title={t.emptyTitle} text={t.emptyText} steps={[t.step1, t.step2, t.step3]} acts={write} />
        }
        columns={columns()}
      />
    </Page>
  );
}

function columns(): readonly Column<RowOf<'listEvents'>>[] {
  return [
    {
      key: 'name',
      title: t.name,
      phone: 1,
      cell: ({ name, venue }) => (
        <>
          {name}
          <small>{venue ?? t.noVenue}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: t.status,
      phone: 2,
      cell: ({ status }) => <Status of="event" status={status} />,
    },
    {
      key: 'begins',
      title: t.begins,
      phone: 4,
      cell: ({ start_date, timezone }) => <span class="nowrap">{shortMomentText(start_date, timezone)}</span>,
    },
    {
      key: 'sold',
      title: t.sold,
      phone: 3,
      width: '11.875rem',
      cell: (event) => (
        <div class="event-sold">
          <span>{t.soldOf(event.total_tickets_sold, roomOf(event))}</span>
          <Share parts={[[event.total_tickets_sold, 'good']]} total={roomOf(event)} />
        </div>
      ),
    },
  ];
}
