import { ticketOrderStatuses } from '@cottontree/contract';
import { equal, equalAs, from, matching, search, several, until } from '../../core/list-filters.queries.ts';
import { list } from '../../core/list.queries.ts';
import { byTime } from '../../core/list-walk.queries.ts';
import { readPhone } from '../../core/read-phone.ts';
import { ORDER, orderColumns } from './orders.queries.ts';

/** The orders of one event. */
export const orderList = list('listTicketOrders', {
  from: 'ticket_orders o',
  row: ORDER,
  select: orderColumns('o'),
  counted: 'apart',
  given: { event_id: 'text' },
  where: 'o.event_id = :event_id',
  filters: {
    status: several('o.status', ticketOrderStatuses),
    channel: equal('o.channel'),
    ticket_type_id: matching(
      (id) => `o.lines @> jsonb_build_array(jsonb_build_object('ticket_type_id', ${id}))`,
    ),
    order_number: equal('o.order_number'),
    payment_id: equal('o.payment_id'),
    promo_code: equalAs('o.promo_code', (code: string) => code.toUpperCase()),
    buyer_phone: equalAs('o.buyer_phone', readPhone),
    buyer_email: matching((address) => `lower(o.buyer_email) = lower(${address})`),
    created_from: from('o.created_at'),
    created_to: until('o.created_at'),
    q: search('o.order_number', 'o.buyer_name', 'o.buyer_phone', 'o.buyer_email'),
  },
  sorts: { created_at: byTime('o.created_at') },
});
