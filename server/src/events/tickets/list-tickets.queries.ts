import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import type { EventRef } from './event-keys.queries.ts';
import { TICKET, TICKET_COLUMNS, TICKET_JOINS, type TicketRow } from './tickets.queries.ts';

const WANTED = `t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :event_id AND (:status::text IS NULL OR t.status = :status) AND (:ticket_type_id::text IS NULL OR t.ticket_type_id = :ticket_type_id)
  AND (:like::text IS NULL OR t.code = ANY (:codes) OR t.holder_phone = :phone OR t.holder_name ILIKE :like OR t.holder_email ILIKE :like
    OR EXISTS (SELECT FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = t.order_id AND upper(o.order_number) = upper(:text)))`;

const list = statement({
  name: 'tickets.list',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    status: 'text?',
    ticket_type_id: 'text?',
    like: 'text?',
    codes: 'text[]',
    phone: 'text?',
    text: 'text?',
    start_at: 'timestamptz?',
    start_id: 'text?',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(TICKET) },
  sql: `WITH keys AS (
          SELECT t.id FROM tickets t WHERE ${WANTED} AND (:start_at::timestamptz IS NULL OR (t.issued_at, t.id) < (:start_at, :start_id)) ORDER BY t.issued_at DESC, t.id DESC LIMIT :rows_max OFFSET :offset
        ), page AS (
          SELECT ${TICKET_COLUMNS} FROM keys k JOIN tickets t ON t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = k.id ${TICKET_JOINS}
        )
        SELECT c.total, p.* FROM (SELECT count(*) AS total FROM tickets t WHERE ${WANTED}) c LEFT JOIN page p ON true ORDER BY p.issued_at DESC, p.id DESC`,
});

const hasEvent = statement({
  name: 'tickets.hasEvent',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :event_id',
});

/** `codes` is what a ticket with the code keeps of it, where `text` is one; `phone` what it may be read as, else null. */
export type TicketSearch = {
  readonly text: string;
  readonly codes: readonly string[];
  readonly phone: string | null;
};
export type TicketFilter = {
  readonly status: string | null;
  readonly ticketTypeId: string | null;
  readonly search: TicketSearch | null;
};
export type TicketListing = {
  readonly filter: TicketFilter;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

/** A page of an event's tickets, newest first, and how many there are in all. */
export async function listEventTickets(
  runner: Runner,
  event: EventRef,
  { filter, after, offset, rowsMax }: TicketListing,
): Promise<{ readonly total: number; readonly rows: readonly TicketRow[] }> {
  const { search } = filter;
  const rows = await runner.run(list, {
    ...keyOf(event.tenant),
    event_id: event.eventId,
    status: filter.status,
    ticket_type_id: filter.ticketTypeId,
    like: search === null ? null : `%${search.text.replaceAll(/[\\%_]/g, '\\$&')}%`,
    codes: search?.codes ?? [],
    phone: search?.phone ?? null,
    text: search?.text ?? null,
    start_at: after?.at ?? null,
    start_id: after?.id ?? null,
    rows_max: rowsMax,
    offset,
  });
  return splitTotal<TicketRow>(rows, 'id');
}

export async function isEventThere(runner: Runner, { tenant, eventId }: EventRef): Promise<boolean> {
  return (await runner.run(hasEvent, { ...keyOf(tenant), event_id: eventId })).length === 1;
}
