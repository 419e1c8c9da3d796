import { orNull, splitTotal } from '../core/page-rows.ts';
import type { Position } from '../core/page.ts';
import { keyOf, type Tenant } from '../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../store/index.ts';
import { readEventRow } from './event-columns.ts';
import { EVENT_COUNTER, EVENT_ROW, EVENT_SELECT, type EventRow } from './event-rows.queries.ts';
import type { EventState } from './event-state.ts';

export type EventOrder = 'newest' | 'upcoming';

const PARAMS = {
  merchant_id: 'text',
  livemode: 'bool',
  after_at: 'timestamptz?',
  after_id: 'text?',
  rows_max: 'int4',
  offset: 'int4',
  statuses: 'text[]',
  ends_from: 'timestamptz?',
  words: 'text?',
  starts_from: 'timestamptz?',
  starts_to: 'timestamptz?',
} as const;

const MATCHED = `e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.status = ANY (:statuses) AND (:ends_from::timestamptz IS NULL OR e.end_date >= :ends_from) AND (:starts_from::timestamptz IS NULL OR e.start_date >= :starts_from)
  AND (:starts_to::timestamptz IS NULL OR e.start_date < :starts_to) AND (:words::text IS NULL OR e.name ILIKE :words OR e.venue ILIKE :words)`;
const ORDERS = {
  newest: {
    order: (table: string) => `${table}.created_at DESC, ${table}.id DESC`,
    walked: '(e.created_at, e.id) < (:after_at, :after_id)',
  },
  upcoming: {
    order: (table: string) => `${table}.start_date, ${table}.id`,
    walked: '(e.start_date, e.id) > (:after_at, :after_id)',
  },
} as const;

/** The rows of the page are found first and alone read whole. */
const listed = (name: EventOrder) =>
  statement({
    name: `events.list.${name}`,
    params: PARAMS,
    row: { total: 'int8', ...orNull(EVENT_ROW) },
    sql: `WITH keys AS (
            SELECT e.id FROM events e WHERE ${MATCHED} AND (:after_at::timestamptz IS NULL OR ${ORDERS[name].walked}) ORDER BY ${ORDERS[name].order('e')} LIMIT :rows_max OFFSET :offset
          ), page AS (
            SELECT ${EVENT_SELECT} FROM keys k JOIN events e ON e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = k.id ${EVENT_COUNTER}
          )
          SELECT t.total, p.* FROM (SELECT count(*) AS total FROM events e WHERE ${MATCHED}) t LEFT JOIN page p ON true ORDER BY ${ORDERS[name].order('p')}`,
  });
const lists = { newest: listed('newest'), upcoming: listed('upcoming') };

export type EventFilter = {
  readonly statuses: readonly string[];
  readonly endsFrom: Date | null;
  /** Part of the name or venue. */
  readonly words: string | null;
  readonly startsFrom: Date | null;
  /** Excluded. */
  readonly startsTo: Date | null;
};
export type EventsWanted = EventFilter & {
  readonly order: EventOrder;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

/** A part of the tenant's events and how many there are in all, of one snapshot. */
export async function listTenantEvents(
  runner: Runner,
  tenant: Tenant,
  wanted: EventsWanted,
): Promise<{ readonly total: number; readonly rows: readonly EventState[] }> {
  const values: ValuesOf<typeof PARAMS> = {
    ...keyOf(tenant),
    after_at: wanted.after?.at ?? null,
    after_id: wanted.after?.id ?? null,
    rows_max: wanted.rowsMax,
    offset: wanted.offset,
    statuses: wanted.statuses,
    ends_from: wanted.endsFrom,
    words: wanted.words === null ? null : `%${wanted.words.replaceAll(/[\\%_]/g, '\\$&')}%`,
    starts_from: wanted.startsFrom,
    starts_to: wanted.startsTo,
  };
  const { total, rows } = splitTotal<EventRow>(await runner.run(lists[wanted.order], values), 'id');
  return { total, rows: rows.map(readEventRow) };
}
