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

const MATCHED = `e.merchant_id = $1 AND e.livemode = $2 AND e.status = ANY ($7) AND ($8::timestamptz IS NULL OR e.end_date >= $8) AND ($10::timestamptz IS NULL OR e.start_date >= $10)
  AND ($11::timestamptz IS NULL OR e.start_date < $11) AND ($9::text IS NULL OR e.name ILIKE $9 OR e.venue ILIKE $9)`;
const ORDERS = {
  newest: {
    order: (table: string) => `${table}.created_at DESC, ${table}.id DESC`,
    walked: '(e.created_at, e.id) < ($3, $4)',
  },
  upcoming: {
    order: (table: string) => `${table}.start_date, ${table}.id`,
    walked: '(e.start_date, e.id) > ($3, $4)',
  },
} as const;

/** The rows of the page are found first and alone read whole. */
const listed = (name: EventOrder) =>
  statement({
    name: `events.list.${name}`,
    params: PARAMS,
    row: { total: 'int8', ...orNull(EVENT_ROW) },
    sql: `WITH keys AS (
            SELECT e.id FROM events e WHERE ${MATCHED} AND ($3::timestamptz IS NULL OR ${ORDERS[name].walked}) ORDER BY ${ORDERS[name].order('e')} LIMIT $5 OFFSET $6
          ), page AS (
            SELECT ${EVENT_SELECT} FROM keys k JOIN events e ON e.merchant_id = $1 AND e.livemode = $2 AND e.id = k.id ${EVENT_COUNTER}
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
