import type { EventStatus, TicketOrderStatus, TicketStatus } from '@cottontree/contract';
import type { SearchQuestion } from '../../kernel/call/search-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ownOf = (table: string): string =>
  `${table}.merchant_id = :merchant_id AND ${table}.livemode = :livemode`;
/** Names are looked for among so many of the latest events, and typed codes of tickets in so many. */
const EVENTS_MAX = 500;
const ORDER = 'o.id, o.event_id, o.order_number, o.status, o.buyer_name, o.buyer_phone, o.buyer_email';
const TICKET = 't.id, t.event_id, t.status, t.holder_name, y.name AS type_name';
const OF_TYPE =
  'y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id';

const events = statement({
  name: 'search.events',
  params: { ...KEY, words: 'text', like: 'text?', rows_max: 'int4' },
  row: {
    id: 'text',
    name: 'text',
    venue: 'text?',
    status: text<EventStatus>(),
    start_date: 'timestamptz',
    way: 'int4',
  },
  sql: `(SELECT e.id, e.name, e.venue, e.status, e.start_date, 0 AS way FROM events e WHERE ${ownOf('e')} AND e.id = :words)
        UNION ALL (SELECT r.*, 1 FROM (SELECT e.id, e.name, e.venue, e.status, e.start_date FROM events e WHERE ${ownOf('e')} ORDER BY e.created_at DESC, e.id DESC LIMIT ${EVENTS_MAX}) r
          WHERE :like::text IS NOT NULL AND r.name ILIKE :like LIMIT :rows_max)`,
});

const orders = statement({
  name: 'search.ticketOrders',
  params: { ...KEY, words: 'text', upper: 'text', lower: 'text', phone: 'text?', rows_max: 'int4' },
  row: {
    id: 'text',
    event_id: 'text',
    order_number: 'text',
    status: text<TicketOrderStatus>(),
    buyer_name: 'text?',
    buyer_phone: 'text?',
    buyer_email: 'text?',
    way: 'int4',
  },
  sql: `(SELECT ${ORDER}, 0 AS way FROM ticket_orders o WHERE ${ownOf('o')} AND o.id = :words)
        UNION ALL (SELECT ${ORDER}, 1 FROM ticket_orders o WHERE ${ownOf('o')} AND o.order_number IN (:words, :upper) LIMIT :rows_max)
        UNION ALL (SELECT ${ORDER}, 2 FROM ticket_orders o WHERE ${ownOf('o')} AND o.buyer_phone = :phone ORDER BY o.created_at DESC LIMIT :rows_max)
        UNION ALL (SELECT ${ORDER}, 3 FROM ticket_orders o WHERE ${ownOf('o')} AND o.buyer_email IN (:words, :lower) ORDER BY o.created_at DESC LIMIT :rows_max)`,
});

/** A code is unique within its event, so each of the latest events is asked for it. */
const tickets = statement({
  name: 'search.tickets',
  params: { ...KEY, words: 'text', codes: 'text[]', rows_max: 'int4' },
  row: {
    id: 'text',
    event_id: 'text',
    status: text<TicketStatus>(),
    holder_name: 'text?',
    type_name: 'text',
    way: 'int4',
  },
  sql: `(SELECT ${TICKET}, 0 AS way FROM tickets t JOIN ticket_types y ON ${OF_TYPE} WHERE ${ownOf('t')} AND t.id = :words)
        UNION ALL (SELECT ${TICKET}, 1 FROM (SELECT e.id FROM events e WHERE ${ownOf('e')} AND cardinality(:codes::text[]) > 0 ORDER BY e.created_at DESC, e.id DESC LIMIT ${EVENTS_MAX}) e
          JOIN tickets t ON ${ownOf('t')} AND t.event_id = e.id AND t.code = ANY (:codes) JOIN ticket_types y ON ${OF_TYPE} LIMIT :rows_max)`,
});

export type FoundEvent = ValuesOf<(typeof events)['row']>;
export type FoundOrder = ValuesOf<(typeof orders)['row']>;
export type FoundTicket = ValuesOf<(typeof tickets)['row']>;

/** Events by id, or a name among the latest. */
export async function findEventsNamed(
  runner: Runner,
  { tenant, text: words, like, rowsMax }: SearchQuestion,
): Promise<readonly FoundEvent[]> {
  return runner.run(events, { ...keyOf(tenant), words, like, rows_max: rowsMax });
}

/** Orders by id, number, or their buyer's phone number or e-mail address. */
export async function findOrdersOf(
  runner: Runner,
  { tenant, text: words, lower, phone, rowsMax }: SearchQuestion,
): Promise<readonly FoundOrder[]> {
  const upper = words.toUpperCase();
  return runner.run(orders, { ...keyOf(tenant), words, upper, lower, phone, rows_max: rowsMax });
}

/** Tickets by id, or by what they keep of a code that people type. */
export async function findTicketsCoded(
  runner: Runner,
  { tenant, text: words, rowsMax }: SearchQuestion,
  codes: readonly string[],
): Promise<readonly FoundTicket[]> {
  return runner.run(tickets, { ...keyOf(tenant), words, codes, rows_max: rowsMax });
}
