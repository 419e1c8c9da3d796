import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { List } from '../../kit/list/list-page.tsx';
import { Empty, NotAllowed } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import type { EventProps } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
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

/** Everything that was ordered of an event. */
export function OrdersPage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/orders">
      {({ event }) => (may('tickets:read') ? <Orders event={event} /> : <NotAllowed scope="tickets:read" />)}
    </EventFrame>
  );
}

function Orders({ event }: EventProps): VNode {
  return (
    <>
      <div class="row event-list-acts">
        <span class="grow" />
        <CsvButton path={`/events/${event.id}/orders.csv`} filters={ORDER_FILTERS} />
      </div>
      <List
        operation={client.listTicketOrders}
        params={{ id: event.id }}
        label={pageNames.orders}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/events/orders/${id}`)}
        isDim={({ status }) => status === 'expired' || status === 'cancelled'}
        everyMs={ORDERS_EVERY_MS}
        views={orderViews()}
        filters={orderFilters([
          {
            name: 'ticket_type_id',
            label: eventTexts.type,
            kind: 'choice',
            options: event.ticket_types.map(({ id, name }) => [id, name]),
          },
        ])}
        search={{ name: 'q', placeholder: t.search }}
        sorts={orderSorts()}
        nothing={t.nothing}
        empty={<Empty title={t.emptyTitle} text={t.emptyText} />}
        columns={orderColumns()}
      />
    </>
  );
}
