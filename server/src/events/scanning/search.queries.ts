import type { TicketStatus } from '@cottontree/contract';
import { keyOf } from '../../core/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import type { EventKey } from './devices.queries.ts';

const search = statement({
  name: 'scans.searchTickets',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    name: 'text',
    coded: 'text[]',
    phone: 'text',
    whole: 'text',
    rows_max: 'int4',
  },
  row: {
    id: 'text',
    code: 'text',
    code_sealed: 'bytea?',
    status: text<TicketStatus>(),
    type_name: 'text',
    holder_name: 'text?',
    holder_phone: 'text?',
    order_number: 'text?',
    seat: 'text?',
    admits: 'int4',
    first_at: 'timestamptz?',
  },
  sql: `SELECT t.id, t.code, t.code_sealed, t.status, y.name AS type_name, t.holder_name, t.holder_phone, o.order_number, t.seat, t.admits, a.first_at
        FROM tickets t
        JOIN ticket_types y ON y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id
        LEFT JOIN ticket_orders o ON o.merchant_id = t.merchant_id AND o.livemode = t.livemode AND o.id = t.order_id
        LEFT JOIN admissions a ON a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id AND a.checkpoint = 'entry'
        WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :event_id
          AND (t.holder_name ILIKE :name OR o.buyer_name ILIKE :name OR t.id = ANY (:coded) OR (:phone <> '' AND (t.holder_phone LIKE :phone OR o.buyer_phone LIKE :phone))
            OR lower(t.holder_email) = :whole OR lower(o.buyer_email) = :whole OR lower(o.order_number) = :whole OR t.id = :whole)
        ORDER BY t.holder_name, t.issued_at, t.id LIMIT :rows_max::int4`,
});

/** Codes from before they were sealed have no head. */
const byHead = statement({
  name: 'scans.codesByHead',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text', head: 'text', rows_max: 'int4' },
  row: { id: 'text', code: 'text', code_sealed: 'bytea?' },
  sql: `SELECT id, code, code_sealed FROM tickets WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND (code_head = :head OR (code_sealed IS NULL AND code LIKE :head || '%')) LIMIT :rows_max::int4`,
});

export type SearchedTicket = ValuesOf<(typeof search)['row']>;
/** Patterns of LIKE; empty: not asked for. `coded` are the tickets whose code fits, `whole` is in lower case. */
export type SearchWish = {
  readonly name: string;
  readonly coded: readonly string[];
  readonly phone: string;
  readonly whole: string;
  readonly rows_max: number;
};

export async function searchEventTickets(
  runner: Runner,
  { tenant, eventId }: EventKey,
  wish: SearchWish,
): Promise<readonly SearchedTicket[]> {
  return runner.run(search, { ...keyOf(tenant), event_id: eventId, ...wish });
}

/** Tickets whose codes begin alike. */
export async function findCodesByHead(
  runner: Runner,
  { tenant, eventId }: EventKey,
  wanted: { readonly head: string; readonly rows_max: number },
) {
  return runner.run(byHead, { ...keyOf(tenant), event_id: eventId, ...wanted });
}
