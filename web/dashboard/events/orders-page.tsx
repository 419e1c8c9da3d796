import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty, NotAllowed } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import type { EventProps } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { orderTexts as t } from './order-texts.ts';
import { eventTexts } from './texts.ts';
import { buyerOf, channelText, ticketsText } from './words.ts';

const FILTERS = [
  'q',
  'status',
  'channel',
  'ticket_type_id',
  'promo_code',
  'buyer_phone',
  'buyer_email',
  'order_number',
  'payment_id',
  'created_from',
  'created_to',
  'sort',
];
const STATUSES = [
  'held',
  'awaiting_payment',
  'paid',
  'refund_pending',
  'partially_refunded',
  'refunded',
  'expired',
  'cancelled',
];

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
        <CsvButton path={`/events/${event.id}/orders.csv`} filters={FILTERS} />
      </div>
      <List
        operation={client.listTicketOrders}
        params={{ id: event.id }}
        label={eventTexts.tabOrders}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/events/orders/${id}`)}
        isDim={({ status }) => status === 'expired' || status === 'cancelled'}
        everyMs={EVERY_MS}
        views={[
          { name: eventTexts.all, query: {} },
          { name: t.waiting, query: { status: 'held,awaiting_payment' } },
          { name: t.paid, query: { status: 'paid,partially_refunded' } },
          { name: t.sentBack, query: { status: 'refund_pending,partially_refunded,refunded' } },
        ]}
        filters={[
          { name: 'status', label: eventTexts.status, kind: 'choices', options: statusOptions(STATUSES) },
          {
            name: 'channel',
            label: t.channel,
            kind: 'choice',
            options: (['web', 'door', 'pos', 'api'] as const).map((one) => [one, channelText(one)]),
          },
          {
            name: 'ticket_type_id',
            label: eventTexts.type,
            kind: 'choice',
            options: event.ticket_types.map(({ id, name }) => [id, name]),
          },
          { name: 'promo_code', label: t.promoCode, kind: 'text' },
          { name: 'buyer_phone', label: t.phone, kind: 'text' },
          { name: 'buyer_email', label: t.email, kind: 'text' },
          { name: 'order_number', label: t.number, kind: 'text' },
          { name: 'payment_id', label: t.payment, kind: 'text' },
          { name: 'created_from', label: t.from, kind: 'date' },
          { name: 'created_to', label: t.to, kind: 'date' },
        ]}
        search={{ name: 'q', placeholder: t.search }}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
        ]}
        nothing={t.nothing}
        empty={<Empty title={t.emptyTitle} text={t.emptyText} />}
        columns={columns()}
      />
    </>
  );
}

const EVERY_MS = 15_000;

function columns(): readonly Column<RowOf<'listTicketOrders'>>[] {
  return [
    {
      key: 'buyer',
      title: t.buyer,
      phone: 1,
      cell: (order) => (
        <>
          {buyerOf(order) ?? <span class="faint">{t.nobody}</span>}
          <small>
            <span class="mono">{order.order_number}</span>
            {order.buyer.phone !== null && order.buyer.name !== null && `, ${phoneText(order.buyer.phone)}`}
          </small>
        </>
      ),
    },
    { key: 'tickets', title: eventTexts.tickets, phone: 4, cell: ticketsText },
    {
      key: 'status',
      title: eventTexts.status,
      phone: 3,
      cell: ({ status }) => <Status of="order" status={status} />,
    },
    { key: 'channel', title: t.channel, cell: ({ channel }) => channelText(channel) },
    { key: 'when', title: t.when, cell: ({ created_at }) => nearText(created_at) },
    {
      key: 'total',
      title: t.total,
      right: true,
      phone: 2,
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
  ];
}
