import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';
import type { EventKey } from './devices.queries.ts';

const search = statement({
  name: 'scans.searchTickets',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    name: 'text',
    code: 'text',
    phone: 'text',
    whole: 'text',
    rows_max: 'int4',
  },
  row: {
    id: 'text',
    code: 'text',
    status: 'text',
    type_name: 'text',
    holder_name: 'text?',
    holder_phone: 'text?',
    order_number: 'text?',
    seat: 'text?',
    admits: 'int4',
    first_at: 'timestamptz?',
  },
  sql: `SELECT t.id, t.code, t.status, y.name AS type_name, t.holder_name, t.holder_phone, o.order_number, t.seat, t.admits, a.first_at
        FROM tickets t
        JOIN ticket_types y ON y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id
        LEFT JOIN ticket_orders o ON o.merchant_id = t.merchant_id AND o.livemode = t.livemode AND o.id = t.order_id
        LEFT JOIN admissions a ON a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id AND a.checkpoint = 'entry'
        WHERE t.merchant_id = $1 AND t.livemode = $2 AND t.event_id = $3
          AND (t.holder_name ILIKE $4 OR o.buyer_name ILIKE $4 OR ($5 <> '' AND t.code LIKE $5) OR ($6 <> '' AND (t.holder_phone LIKE $6 OR o.buyer_phone LIKE $6))
            OR lower(t.holder_email) = $7 OR lower(o.buyer_email) = $7 OR lower(o.order_number) = $7 OR t.id = $7)
        ORDER BY t.holder_name, t.issued_at, t.id LIMIT $8::int4`,
});

export type SearchedTicket = ValuesOf<(typeof search)['row']>;
/** Patterns of LIKE; empty: not asked for. `whole` is in lower case. */
export type SearchWish = {
  readonly name: string;
  readonly code: string;
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
