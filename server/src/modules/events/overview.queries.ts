import type { OverviewQuestion } from '../../kernel/call/overview-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { json, statement, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const OWN = 'e.merchant_id = :merchant_id AND e.livemode = :livemode';
const COUNTED = 'c.merchant_id = e.merchant_id AND c.livemode = e.livemode AND c.event_id = e.id';
/** An event that is not over began no longer ago. */
const LASTING_DAYS_MAX = 60;
const ON_SALE = `${OWN} AND e.status = 'published' AND e.start_date >= :now::timestamptz - interval '${LASTING_DAYS_MAX} days' AND e.end_date > :now`;
const SHOWN_MAX = 3;
const TYPES_MAX = 20;
const LOOKED_AT_MAX = 500;
/** As few as when `ticket_type.low_stock` is told. */
const NEARLY_OUT = 'c.capacity > 0 AND c.sold < c.capacity AND c.sold::bigint * 10 >= c.capacity::bigint * 9';

const next = statement({
  name: 'overview.nextEvents',
  params: { ...KEY, now: 'timestamptz' },
  row: {
    id: 'text',
    name: 'text',
    start_date: 'timestamptz',
    sold: 'int4?',
    held: 'int4?',
    capacity: 'int4?',
    types: json<readonly { readonly id: string; readonly name: string; readonly sold: number }[]>(),
    types_capacity: 'int8?',
  },
  sql: `SELECT e.id, e.name, e.start_date, w.sold, w.held, w.capacity, coalesce(t.types, '[]') AS types, t.capacity AS types_capacity
        FROM (SELECT e.merchant_id, e.livemode, e.id, e.name, e.start_date FROM events e WHERE ${ON_SALE} ORDER BY e.start_date, e.id LIMIT ${SHOWN_MAX}) e
        LEFT JOIN capacity_counters w ON w.merchant_id = e.merchant_id AND w.livemode = e.livemode AND w.event_id = e.id AND w.id = e.id
        CROSS JOIN LATERAL (
          SELECT jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'sold', y.sold) ORDER BY y.position, y.id) FILTER (WHERE y.place <= ${TYPES_MAX}) AS types, sum(y.capacity) AS capacity
          FROM (SELECT t.id, t.name, t.position, c.sold, c.capacity, row_number() OVER (ORDER BY t.position, t.id) AS place FROM ticket_types t
                JOIN capacity_counters c ON ${COUNTED} AND c.id = t.id
                WHERE t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.event_id = e.id AND t.status <> 'archived') y) t
        ORDER BY e.start_date, e.id`,
});

const nearlyOut = statement({
  name: 'overview.eventsNearlySoldOut',
  params: { ...KEY, now: 'timestamptz' },
  row: { count: 'int8', ids: 'text[]?', names: 'text[]?', starts: 'timestamptz?' },
  sql: `SELECT count(*) AS count, (array_agg(e.id ORDER BY e.start_date, e.id))[1:1] AS ids, (array_agg(e.name ORDER BY e.start_date, e.id))[1:3] AS names, min(e.start_date) AS starts
        FROM (SELECT e.merchant_id, e.livemode, e.id, e.name, e.start_date FROM events e WHERE ${ON_SALE} ORDER BY e.start_date, e.id LIMIT ${LOOKED_AT_MAX}) e
        WHERE EXISTS (SELECT FROM capacity_counters c WHERE ${COUNTED} AND c.kind IN ('type', 'event') AND c.open AND ${NEARLY_OUT})`,
});

const begun = statement({
  name: 'overview.firstEvent',
  params: KEY,
  row: { id: 'text', at: 'timestamptz' },
  sql: `SELECT e.id, e.created_at AS at FROM events e WHERE ${OWN} ORDER BY e.created_at, e.id LIMIT 1`,
});

export type NextEvent = ValuesOf<(typeof next)['row']>;
export type NearlyOut = ValuesOf<(typeof nearlyOut)['row']>;

/** The next published events that are not over, with what is sold of them. */
export async function nextEvents(
  runner: Runner,
  { tenant, now }: OverviewQuestion,
): Promise<readonly NextEvent[]> {
  return runner.run(next, { ...keyOf(tenant), now });
}

/** Of the next published events, those of which little is left. */
export async function eventsNearlySoldOut(
  runner: Runner,
  { tenant, now }: OverviewQuestion,
): Promise<NearlyOut> {
  const [row] = await runner.run(nearlyOut, { ...keyOf(tenant), now });
  if (!row) throw new Error('A count has no row.');
  return row;
}

export async function firstEvent(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<{ readonly id: string; readonly at: Date } | null> {
  return (await runner.run(begun, keyOf(tenant)))[0] ?? null;
}
