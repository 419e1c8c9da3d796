import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { Empty, NotAllowed } from '../../kit/parts/states.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import {
  ORDER_FILTERS,
  ORDERS_EVERY_MS,
  orderColumns,
  orderFilters,
  orderSorts,
  orderViews,
} from './order-list.tsx';
import { orderTexts as t } from './order-texts.ts';
import { pageNames } from './page-names.ts';
import { eventTexts } from './texts.ts';

/** Of more events than these the filter offers the newest; a page of one event narrows to any. */
const EVENTS_OFFERED = 100;

/** What was ordered of all events. */
export function AllOrdersPage(): VNode {
  const isAllowed = may('tickets:read');
  const { answer } = useCall(
    client.listEvents,
    isAllowed && may('events:read') ? { query: { limit: EVENTS_OFFERED, sort: '-start_date' } } : null,
  );
  const events = (answer?.data ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <Page
      title={t.allOrders}
      crumbs={[[pageNames.events, at('/events')]]}
      acts={isAllowed && <CsvButton path="/ticket-orders" filters={ORDER_FILTERS} />}
    >
      {!isAllowed ? (
        <NotAllowed scope="tickets:read" />
      ) : (
        <List
          operation={client.listAllTicketOrders}
          label={t.allOrders}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => at(`/events/orders/${id}`)}
          isDim={({ status }) => status === 'expired' || status === 'cancelled'}
          everyMs={ORDERS_EVERY_MS}
          views={orderViews()}
          filters={orderFilters([
            { name: 'event_id', label: eventTexts.event, kind: 'choice', options: events },
          ])}
          keepsViews
          search={{ name: 'q', placeholder: t.search }}
          sorts={orderSorts()}
          nothing={t.nothing}
          empty={<Empty title={t.emptyTitle} text={t.emptyText} />}
          columns={columns()}
        />
      )}
    </Page>
  );
}

function columns(): readonly Column<RowOf<'listAllTicketOrders'>>[] {
  const [buyer, ...others] = orderColumns();
  const event: Column<RowOf<'listAllTicketOrders'>> = {
    key: 'event',
    title: eventTexts.event,
    phone: 4,
    cell: ({ event_id, event_name }) => (
      <a class="link" href={at(`/events/${event_id}`)}>
        {event_name}
      </a>
    ),
  };
  return buyer ? [buyer, event, ...others] : [event, ...others];
}
