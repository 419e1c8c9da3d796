import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { EventKey } from '../orders/orders.queries.ts';
import { waitlistStatuses, type WaitlistEntry } from '@cottontree/contract';
import { equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

export const ENTRY = {
  event_id: 'text',
  id: 'text',
  version: 'int4',
  sequence: 'int4',
  ticket_type_id: 'text',
  quantity: 'int4',
  name: 'text?',
  phone: 'text?',
  email: 'text?',
  status: text<WaitlistEntry['status']>(),
  order_id: 'text?',
  offered_at: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  livemode: 'bool',
} as const;
export const KEY = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;
export const EVENT = 'w.merchant_id = :merchant_id AND w.livemode = :livemode AND w.event_id = :event_id';

const insert = statement({
  name: 'waitlist.insert',
  params: {
    ...KEY,
    id: 'text',
    ticket_type_id: 'text',
    quantity: 'int4',
    name: 'text?',
    phone: 'text?',
    email: 'text?',
    created_at: 'timestamptz',
  },
  row: { id: 'text' },
  // The event stays on sale until the entry is there, so that whoever cancels it finds all who wait.
  sql: `INSERT INTO waitlist_entries (merchant_id, livemode, event_id, id, version, sequence, ticket_type_id, quantity, name, phone, email, status, created_at, updated_at)
        SELECT :merchant_id, :livemode, v.id, :id, 1, 0, :ticket_type_id, :quantity, :name, :phone, :email, 'waiting', :created_at, :created_at
        FROM (SELECT e.id FROM events e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :event_id AND e.status = 'published' FOR SHARE) v
        ON CONFLICT DO NOTHING RETURNING id`,
});

/** Oldest first, as many as one turn takes. */
const end = statement({
  name: 'waitlist.end',
  params: { ...KEY, updated_at: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `UPDATE waitlist_entries w SET version = w.version + 1, status = 'expired', updated_at = :updated_at
        WHERE ${EVENT} AND w.status = 'waiting' AND w.id IN (
          SELECT q.id FROM waitlist_entries q WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode AND q.event_id = :event_id AND q.status = 'waiting'
          ORDER BY q.ticket_type_id, q.created_at, q.id LIMIT :rows_max::int4) RETURNING w.id`,
});

/** Where somebody waits and tickets are free; after capacity was raised, or where nobody was asked while it came free. In order, from behind an event; with the merchant's test clock. */
const servable = statement({
  name: 'waitlist.servable',
  params: { after: 'text', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', event_id: 'text', clock: 'timestamptz?' },
  sql: `SELECT DISTINCT w.merchant_id, w.livemode, w.event_id, t.frozen_at AS clock FROM waitlist_entries w
        JOIN capacity_counters c ON c.merchant_id = w.merchant_id AND c.livemode = w.livemode AND c.event_id = w.event_id AND c.id = w.ticket_type_id
        JOIN capacity_counters e ON e.merchant_id = w.merchant_id AND e.livemode = w.livemode AND e.event_id = w.event_id AND e.id = w.event_id
        LEFT JOIN test_clocks t ON t.merchant_id = w.merchant_id AND t.livemode = w.livemode
        WHERE w.status = 'waiting' AND w.event_id > :after AND c.open AND e.open AND c.capacity - c.held - c.sold >= w.quantity AND (e.capacity IS NULL OR e.capacity - e.held - e.sold >= w.quantity) ORDER BY w.event_id LIMIT :rows_max::int4`,
});

const remove = statement({
  name: 'waitlist.remove',
  params: { ...KEY, id: 'text', updated_at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE waitlist_entries w SET version = w.version + 1, status = 'removed', updated_at = :updated_at WHERE ${EVENT} AND w.id = :id AND w.status <> 'removed' RETURNING w.id`,
});

const waitingEvents = statement({
  name: 'waitlist.waitingEvents',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { event_id: 'text' },
  sql: `SELECT DISTINCT w.event_id FROM waitlist_entries w WHERE w.merchant_id = :merchant_id AND w.livemode = :livemode AND w.status = 'waiting' ORDER BY 1`,
});

/** Who waits for an event's tickets, and who did. */
export const entryList = list('listWaitlist', {
  from: 'waitlist_entries w',
  row: ENTRY,
  given: { event_id: 'text' },
  where: 'w.event_id = :event_id',
  filters: {
    status: several('w.status', waitlistStatuses),
    ticket_type_id: equal('w.ticket_type_id'),
  },
  sorts: { created_at: byTime('w.created_at') },
});

export type EntryRow = ValuesOf<typeof ENTRY>;
export type NewEntry = Omit<ValuesOf<(typeof insert)['params']>, keyof typeof KEY>;

/** False when the phone or the e-mail address waits for the ticket type already, or the event is not on sale any more. */
export async function insertEntry(
  runner: Runner,
  { tenant, eventId }: EventKey,
  entry: NewEntry,
): Promise<boolean> {
  return (await runner.run(insert, { ...keyOf(tenant), event_id: eventId, ...entry })).length === 1;
}

/** An event, and where its merchant's test clock stands; null: there is none. */
export type ServableEvent = EventKey & { readonly clock: Date | null };

/** The next by id behind `after`. */
export async function eventsToServe(
  system: Runner,
  { after, rowsMax }: { readonly after: string; readonly rowsMax: number },
): Promise<readonly ServableEvent[]> {
  const rows = await system.run(servable, { after, rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    eventId: row.event_id,
    clock: row.clock,
  }));
}

/** A merchant's events for whose tickets somebody waits. */
export async function eventsWaitedFor(runner: Runner, tenant: Tenant): Promise<readonly EventKey[]> {
  return (await runner.run(waitingEvents, keyOf(tenant))).map((row) => ({ tenant, eventId: row.event_id }));
}

/** Nobody will be offered a place of the event any more; answers how many waited. */
export async function endEntries(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { at, rowsMax }: { readonly at: Date; readonly rowsMax: number },
): Promise<number> {
  const ended = await runner.run(end, {
    ...keyOf(tenant),
    event_id: eventId,
    updated_at: at,
    rows_max: rowsMax,
  });
  return ended.length;
}

/** False when there is no such entry, or no more. */
export async function removeEntry(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), event_id: eventId, id, updated_at: at })).length === 1;
}

const COLUMNS = Object.keys(ENTRY)
  .map((column) => `w.${column}`)
  .join(', ');

/**
 * The first of each ticket type of the event among those who want as many: however many wait for what is sold out, or for
 * more than came free, they keep nobody from what there is. Of what came free each can have his part, and who wants several
 * one more, together with fewer that were left over.
 */
const waiting = statement({
  name: 'waitlist.waiting',
  params: { ...KEY, freed: 'int4?', rows_max: 'int4' },
  row: ENTRY,
  sql: `SELECT ${COLUMNS} FROM (
          SELECT w.*, row_number() OVER (PARTITION BY w.ticket_type_id, w.quantity ORDER BY w.created_at, w.id) AS place FROM waitlist_entries w WHERE ${EVENT} AND w.status = 'waiting'
        ) w WHERE w.place <= least(:rows_max::int4, coalesce(:freed::int4 / w.quantity + 1, :rows_max::int4)) ORDER BY w.created_at, w.id`,
});

/** Who waits, first come first; of those who want as many tickets of a type, no more than `rowsMax`, nor than `freed` tickets can serve. */
export async function entriesWaiting(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { freed, rowsMax }: { readonly freed: number | null; readonly rowsMax: number },
): Promise<readonly EntryRow[]> {
  return runner.run(waiting, { ...keyOf(tenant), event_id: eventId, freed, rows_max: rowsMax });
}
