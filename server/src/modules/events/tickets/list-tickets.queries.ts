import { ticketStatuses } from '@cottontree/contract';
import { byGiven, equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import type { EventRef } from './event-keys.queries.ts';
import { TICKET, TICKET_COLUMNS, TICKET_JOINS } from './tickets.queries.ts';

/**
 * The tickets of one event. What is searched for: `like` stands in a name or address; `codes` is what a ticket with the code keeps
 * of it, where `words` is one; `phone` what it may be read as, else null.
 */
export const ticketList = list('listTickets', {
  from: 'tickets t',
  row: TICKET,
  select: TICKET_COLUMNS,
  joins: TICKET_JOINS,
  counted: 'apart',
  given: { event_id: 'text', words: 'text?', like: 'text?', codes: 'text[]', phone: 'text?' },
  where: `t.event_id = :event_id AND (:like::text IS NULL OR t.code = ANY (:codes) OR t.holder_phone = :phone OR t.holder_name ILIKE :like OR t.holder_email ILIKE :like
    OR EXISTS (SELECT FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = t.order_id AND upper(o.order_number) = upper(:words)))`,
  filters: {
    status: several('t.status', ticketStatuses),
    ticket_type_id: equal('t.ticket_type_id'),
    q: byGiven,
  },
  sorts: { issued_at: byTime('t.issued_at') },
});

const hasEvent = statement({
  name: 'tickets.hasEvent',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :event_id',
});

export async function isEventThere(runner: Runner, { tenant, eventId }: EventRef): Promise<boolean> {
  return (await runner.run(hasEvent, { ...keyOf(tenant), event_id: eventId })).length === 1;
}
