import type { Data, Operations } from '@cottontree/contract';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { statusOptions, type Filter } from '../../kit/list/filters.tsx';
import type { SavedView } from '../../kit/list/list-page.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { orderTexts as t } from './order-texts.ts';
import { eventTexts } from './texts.ts';
import { buyerOf, channelText, ticketsText } from './words.ts';

export type OrderRow = Data<Operations['listTicketOrders']>;

export const ORDERS_EVERY_MS = 15_000;
/** What CSV files of orders are narrowed by, as their list is. */
export const ORDER_FILTERS = [
  'q',
  'status',
  'channel',
  'ticket_type_id',
  'event_id',
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

/** What is looked for most. */
export function orderViews(): readonly SavedView[] {
  return [
    { name: eventTexts.all, query: {} },
    { name: t.waiting, query: { status: 'held,awaiting_payment' } },
    { name: t.paid, query: { status: 'paid,partially_refunded' } },
    { name: t.sentBack, query: { status: 'refund_pending,partially_refunded,refunded' } },
  ];
}

/** What orders of one event and of all are narrowed by; `own` stands behind channel. */
export function orderFilters(own: readonly Filter[]): readonly Filter[] {
  return [
    { name: 'status', label: eventTexts.status, kind: 'choices', options: statusOptions(STATUSES) },
    {
      name: 'channel',
      label: t.channel,
      kind: 'choice',
      options: (['web', 'door', 'pos', 'api'] as const).map((one) => [one, channelText(one)]),
    },
    ...own,
    { name: 'promo_code', label: t.promoCode, kind: 'text' },
    { name: 'buyer_phone', label: t.phone, kind: 'text' },
    { name: 'buyer_email', label: t.email, kind: 'text' },
    { name: 'order_number', label: t.number, kind: 'text' },
    { name: 'payment_id', label: t.payment, kind: 'text' },
    { name: 'created_from', label: t.from, kind: 'date' },
    { name: 'created_to', label: t.to, kind: 'date' },
  ];
}

export function orderSorts(): readonly (readonly [value: string, name: string])[] {
  return [
    ['-created_at', common.newestFirst],
    ['created_at', common.oldestFirst],
  ];
}

/** How an order looks in a list. */
export function orderColumns(): readonly Column<OrderRow>[] {
  return [
    {
      key: 'buyer',
      title: t.buyer,
      phone: 1,
      cell: (order) => (
        <>
          {buyerOf(order) ?? <span class="faint">{t.nobody}</span>}
          <small class="desk">
            <span class="mono">{order.order_number}</span>
            {order.buyer.phone !== null && order.buyer.name !== null && `, ${phoneText(order.buyer.phone)}`}
          </small>
        </>
      ),
    },
    {
      key: 'tickets',
      title: eventTexts.tickets,
      phone: 4,
      cell: (order) => (
        <>
          <span class="only-phone">
            <span class="mono">{order.order_number}</span> ·{' '}
          </span>
          {ticketsText(order)}
        </>
      ),
    },
    {
      key: 'status',
      title: eventTexts.status,
      phone: 3,
      cell: ({ status }) => <Status of="order" status={status} />,
    },
    { key: 'channel', title: t.channel, cell: ({ channel }) => channelText(channel) },
    { key: 'when', title: t.when, phone: 5, cell: ({ created_at }) => nearText(created_at) },
    {
      key: 'total',
      title: t.total,
      right: true,
      phone: 2,
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
  ];
}
