import type {
  Currency,
  EventStatus,
  ReEntry,
  ScanPolicy,
  TicketTypeKind,
  TicketTypeStatus,
} from '@cottontree/contract';
import { json, text, type ValuesOf, type JsonObject } from '../../../store/index.ts';

/** The columns of an event that a merchant's change can write. */
export const EVENT = {
  status: text<EventStatus>(),
  name: 'text',
  description: 'text?',
  venue: 'text?',
  address: 'text?',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  time_zone: 'text',
  currency: text<Currency>(),
  max_tickets_per_order: 'int4',
  hold_minutes: 'int4',
  sales_start: 'timestamptz?',
  sales_end: 'timestamptz?',
  doors_open: 'timestamptz?',
  image_url: 'text?',
  refund_policy: 'text?',
  re_entry: text<ReEntry>(),
  scan_policy: json<Partial<ScanPolicy>>(),
  metadata: json<JsonObject>(),
  attendees_to_notify: 'bool',
  published_at: 'timestamptz?',
  cancelled_at: 'timestamptz?',
  cancel_reason: 'text?',
  updated_at: 'timestamptz',
} as const;

/** What stands below an event, as its statement gathers it. */
export type TypeJson = {
  readonly id: string;
  readonly type_index: number;
  readonly status: TicketTypeStatus;
  readonly name: string;
  readonly description: string | null;
  readonly kind: TicketTypeKind;
  readonly price: number;
  readonly min_price: number | null;
  readonly sales_start: string | null;
  readonly sales_end: string | null;
  readonly min_per_order: number;
  readonly max_per_order: number | null;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly admits: number;
  readonly gates: readonly string[] | null;
  readonly door_note: string | null;
  readonly position: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
  readonly pool_ids: readonly string[];
};
export type PoolJson = {
  readonly id: string;
  readonly name: string;
  readonly capacity: number;
  readonly held: number;
  readonly sold: number;
  readonly created_at: string;
};

/** An event as it is read: its columns, its own counter, and everything below it as JSON. */
export const EVENT_ROW = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  version: 'int4',
  sequence: 'int4',
  ...EVENT,
  created_at: 'timestamptz',
  capacity: 'int4?',
  held: 'int4',
  sold: 'int4',
  types: json<readonly TypeJson[]>(),
  next_type_index: 'int4',
  pools: json<readonly PoolJson[]>(),
} as const;

export type EventRow = ValuesOf<typeof EVENT_ROW>;

const KEY = (table: string): string =>
  `${table}.merchant_id = e.merchant_id AND ${table}.livemode = e.livemode AND ${table}.event_id = e.id`;

/** The select list of `EVENT_ROW`, of events `e` with their own counter `c`. */
export const EVENT_SELECT = `e.merchant_id, e.livemode, e.id, e.version, e.sequence, ${Object.keys(EVENT)
  .map((column) => `e.${column}`)
  .join(', ')}, e.created_at, c.capacity, c.held, c.sold,
  (SELECT coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('capacity', k.capacity, 'held', k.held, 'sold', k.sold, 'pool_ids',
       (SELECT coalesce(jsonb_agg(l.counter_id ORDER BY l.counter_id), '[]') FROM ticket_type_counters l WHERE ${KEY('l')} AND l.ticket_type_id = t.id AND l.counter_id NOT IN (t.id, e.id)))
     ORDER BY t.position, t.type_index), '[]')
   FROM ticket_types t JOIN capacity_counters k ON ${KEY('k')} AND k.id = t.id WHERE ${KEY('t')} AND t.deleted_at IS NULL) AS types,
  (SELECT coalesce(max(t.type_index) + 1, 0) FROM ticket_types t WHERE ${KEY('t')}) AS next_type_index,
  (SELECT coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('capacity', k.capacity, 'held', k.held, 'sold', k.sold) ORDER BY p.created_at, p.id), '[]')
   FROM ticket_pools p JOIN capacity_counters k ON ${KEY('k')} AND k.id = p.id WHERE ${KEY('p')}) AS pools`;
export const EVENT_COUNTER = `JOIN capacity_counters c ON ${KEY('c')} AND c.id = e.id`;
