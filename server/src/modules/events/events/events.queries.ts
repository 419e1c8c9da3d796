import { eventStatuses } from '@cottontree/contract';
import { byGiven, from, search, several, until } from '../../../kernel/list/list-filters.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, type Runner } from '../../../store/index.ts';
import { eventChanges, eventColumns, readEventRow } from './event-columns.ts';
import { EVENT, EVENT_COUNTER, EVENT_ROW, EVENT_SELECT } from './event-rows.queries.ts';
import type { EventState } from './event-state.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;
const COLUMNS = Object.keys(EVENT).join(', ');
const BELOW = { types: 'jsonb', pools: 'jsonb', counters: 'jsonb', links: 'jsonb' } as const;
const TYPE = {
  id: 'text',
  type_index: 'int',
  status: 'text',
  name: 'text',
  description: 'text',
  kind: 'text',
  price: 'bigint',
  min_price: 'bigint',
  sales_start: 'timestamptz',
  sales_end: 'timestamptz',
  min_per_order: 'int',
  max_per_order: 'int',
  valid_from: 'timestamptz',
  valid_until: 'timestamptz',
  admits: 'int',
  gates: 'text[]',
  door_note: 'text',
  position: 'int',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const TYPE_COLUMNS = Object.keys(TYPE).join(', ');
const recordOf = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map((column) => column.join(' '))
    .join(', ');
const overwrite = (columns: Readonly<Record<string, string>>, fixed: readonly string[]): string =>
  Object.keys(columns)
    .filter((column) => !fixed.includes(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');

/** Types, pools, counters and links as given, beside the event that `source` wrote. */
const writeBelow = (
  source: string,
  given: Readonly<Record<keyof typeof BELOW, string>>,
): string => `typed AS (
          INSERT INTO ticket_types (merchant_id, livemode, event_id, ${TYPE_COLUMNS}) SELECT e.merchant_id, e.livemode, e.id, ${Object.keys(
            TYPE,
          )
            .map((column) => `t.${column}`)
            .join(', ')}
          FROM ${source} e, jsonb_to_recordset(${given.types}) AS t(${recordOf(TYPE)})
          ON CONFLICT (merchant_id, livemode, event_id, id) DO UPDATE SET ${overwrite(TYPE, ['id', 'type_index', 'created_at'])}
        ), pooled AS (
          INSERT INTO ticket_pools (merchant_id, livemode, event_id, id, name, created_at) SELECT e.merchant_id, e.livemode, e.id, p.id, p.name, p.created_at
          FROM ${source} e, jsonb_to_recordset(${given.pools}) AS p(id text, name text, created_at timestamptz)
          ON CONFLICT (merchant_id, livemode, event_id, id) DO UPDATE SET name = excluded.name
        ), counted AS (
          INSERT INTO capacity_counters (merchant_id, livemode, event_id, id, kind, capacity, held, sold, open, sales_start, sales_end)
          SELECT e.merchant_id, e.livemode, e.id, k.id, k.kind, k.capacity, 0, 0, k.open, k.sales_start, k.sales_end
          FROM ${source} e, jsonb_to_recordset(${given.counters}) AS k(id text, kind text, capacity int, open bool, sales_start timestamptz, sales_end timestamptz) ORDER BY k.id
          ON CONFLICT (merchant_id, livemode, event_id, id) DO UPDATE SET capacity = excluded.capacity, open = excluded.open, sales_start = excluded.sales_start, sales_end = excluded.sales_end
        ), linked AS (
          INSERT INTO ticket_type_counters (merchant_id, livemode, event_id, ticket_type_id, counter_id) SELECT e.merchant_id, e.livemode, e.id, l.ticket_type_id, l.counter_id
          FROM ${source} e, jsonb_to_recordset(${given.links}) AS l(ticket_type_id text, counter_id text)
        )`;

const insert = statement({
  name: 'events.insert',
  params: {
    ...KEY,
    created_at: 'timestamptz',
    sequence: 'int4',
    ...EVENT,
    ...BELOW,
    facts: json<readonly Fact[]>(),
  },
  row: { id: 'text' },
  sql: `WITH inserted AS (
          INSERT INTO events (merchant_id, livemode, id, version, created_at, sequence, ${COLUMNS})
          VALUES (:merchant_id, :livemode, :id, 1, :created_at, :sequence, ${Object.keys(EVENT)
            .map((name) => `:${name}`)
            .join(', ')}) RETURNING merchant_id, livemode, id
        ), ${writeBelow('inserted', { types: ':types', pools: ':pools', counters: ':counters', links: ':links' })}, announced AS (
          ${announcement({ source: 'inserted', entity: 'id', facts: ':facts' })}
        )
        SELECT id FROM inserted`,
});

const find = statement({
  name: 'events.find',
  params: KEY,
  row: EVENT_ROW,
  sql: `SELECT ${EVENT_SELECT} FROM events e ${EVENT_COUNTER} WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :id`,
});

/**
 * The one statement that changes an event. It takes effect only on the version that was read, and only while no counter has more
 * sold and held than its new capacity, and those of `unsold` none at all. That is judged on the counters under lock, whose newest
 * rows `locked` holds whatever the statement's own snapshot shows; orders wait for it there, in the same order of id.
 */
const change = statement({
  name: 'events.change',
  params: {
    ...KEY,
    version: 'int4',
    sequence: 'int4',
    ...EVENT,
    ...BELOW,
    facts: json<readonly Fact[]>(),
    links_gone: 'jsonb',
    types_gone: 'text[]',
    pools_gone: 'text[]',
    unsold: 'text[]',
    locks: 'bool',
    cancels_at: 'timestamptz?',
  },
  row: { id: 'text' },
  sql: `WITH locked AS MATERIALIZED (
          SELECT c.id, c.held + c.sold AS gone FROM capacity_counters c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.event_id = :id AND :locks ORDER BY c.id FOR UPDATE
        ), wanted AS MATERIALIZED (
          SELECT k.id, k.capacity FROM jsonb_to_recordset(:counters) AS k(id text, capacity int)
        ), changed AS (
          UPDATE events SET version = version + 1, sequence = :sequence, ${Object.keys(EVENT)
            .map((column) => `${column} = :${column}`)
            .join(', ')}
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version
            AND NOT EXISTS (SELECT FROM locked l JOIN wanted w ON w.id = l.id WHERE l.gone > w.capacity)
            AND NOT EXISTS (SELECT FROM locked l WHERE l.id = ANY (:unsold) AND l.gone > 0)
          RETURNING merchant_id, livemode, id
        ), ${writeBelow('changed', { types: ':types', pools: ':pools', counters: ':counters', links: ':links' })}, unlinked AS (
          DELETE FROM ticket_type_counters c USING changed e WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.event_id = :id
            AND (c.counter_id = ANY (:pools_gone) OR (c.ticket_type_id, c.counter_id) IN (SELECT g.ticket_type_id, g.counter_id FROM jsonb_to_recordset(:links_gone) AS g(ticket_type_id text, counter_id text)))
        ), uncounted AS (
          DELETE FROM capacity_counters c USING changed e WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.event_id = :id AND c.id = ANY (:pools_gone)
        ), unpooled AS (
          DELETE FROM ticket_pools p USING changed e WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.event_id = :id AND p.id = ANY (:pools_gone)
        ), removed AS (
          UPDATE ticket_types t SET status = 'archived', deleted_at = :updated_at, updated_at = :updated_at FROM changed e WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :id AND t.id = ANY (:types_gone)
        ), closed AS (
          UPDATE capacity_counters c SET open = false FROM changed e WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.event_id = :id AND c.id = ANY (:types_gone)
        ), cancelled AS (
          INSERT INTO event_cancellations (merchant_id, livemode, event_id, reason, cancelled_at, next_at) SELECT merchant_id, livemode, id, :cancel_reason, :cancelled_at, :cancels_at FROM changed WHERE :cancels_at::timestamptz IS NOT NULL
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: ':facts' })}
        )
        SELECT id FROM changed`,
});

/** One event; undefined where the tenant has none with this id. */
export async function findEvent(runner: Runner, tenant: Tenant, id: string): Promise<EventState | undefined> {
  const [row] = await runner.run(find, { ...keyOf(tenant), id });
  return row && readEventRow(row);
}

type Told = { readonly facts: readonly Fact[] };

/** Writes a new event with everything below it. */
export async function insertEvent(
  runner: Runner,
  tenant: Tenant,
  { event, facts }: Told & { readonly event: EventState },
): Promise<void> {
  const { types, pools, counters, links } = eventChanges(null, event);
  await runner.run(insert, {
    ...keyOf(tenant),
    id: event.id,
    created_at: event.createdAt,
    sequence: event.sequence,
    types,
    pools,
    counters,
    links,
    facts,
    ...eventColumns(event),
  });
}

type EventMove = Told & {
  readonly before: EventState;
  readonly after: EventState;
  /** When, by the wall clock, the work begins that a cancellation leaves. */
  readonly cancelsAt: Date | null;
};

/** False when the event is no longer as it was read, or was sold meanwhile so that the change is not allowed any more. */
export async function changeEvent(
  runner: Runner,
  tenant: Tenant,
  { before, after, facts, cancelsAt }: EventMove,
): Promise<boolean> {
  const { types, pools, counters, links, linksGone, typesGone, poolsGone, unsold } = eventChanges(
    before,
    after,
  );
  const locks = counters.length + links.length + linksGone.length + unsold.length + poolsGone.length > 0;
  const rows = await runner.run(change, {
    ...keyOf(tenant),
    id: before.id,
    version: before.version,
    sequence: after.sequence,
    types,
    pools,
    counters,
    links,
    facts,
    links_gone: linksGone,
    types_gone: typesGone,
    pools_gone: poolsGone,
    unsold,
    locks,
    cancels_at: cancelsAt,
    ...eventColumns(after),
  });
  return rows.length === 1;
}

/** What can hang on a draft, from the leaves up. */
const DELETE_EVENT_BELOW = [
  'scans',
  'scan_counters',
  'scanner_devices',
  'waitlist_entries',
  'ticket_type_stock',
  'promo_codes',
  'event_keys',
  'ticket_type_counters',
  'capacity_counters',
  'ticket_types',
  'ticket_pools',
];

/** All of it goes with the event or nothing does. An order, which no draft can get, would not let it. */
const remove = statement({
  name: 'events.delete',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', version: 'int4' },
  row: { id: 'text' },
  sql: `WITH deleted AS (
          DELETE FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version AND status = 'draft' RETURNING merchant_id, livemode, id
        ), ${DELETE_EVENT_BELOW.map((table) => `${table}_gone AS (DELETE FROM ${table} t USING deleted d WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :id)`).join(', ')}
        SELECT id FROM deleted`,
});

/** False where the event is no longer the draft that was read. */
export async function deleteDraftEvent(
  runner: Runner,
  tenant: Tenant,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id, version })).length === 1;
}

/** A merchant's events, those alone that end at `ends_from` or later, where that is given. */
export const eventList = list('listEvents', {
  from: 'events e',
  row: EVENT_ROW,
  select: EVENT_SELECT,
  joins: EVENT_COUNTER,
  counted: 'apart',
  given: { ends_from: 'timestamptz?' },
  where: '(:ends_from::timestamptz IS NULL OR e.end_date >= :ends_from)',
  filters: {
    status: several('e.status', eventStatuses),
    upcoming: byGiven,
    q: search('e.name', 'e.venue'),
    from: from('e.start_date'),
    to: until('e.start_date'),
  },
  sorts: { created_at: byTime('e.created_at'), start_date: byTime('e.start_date') },
});
