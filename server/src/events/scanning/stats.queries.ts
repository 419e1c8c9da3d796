import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';
import type { EventKey } from './devices.queries.ts';

const EVENT = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;

/** Sums over the slots of writers: a few rows a gate and a type, and the minutes that are named. */
const counters = statement({
  name: 'scanStats.counters',
  params: { ...EVENT, minutes: 'text[]' },
  row: {
    dimension: 'text',
    name: 'text',
    tickets: 'int8',
    entries: 'int8',
    inside: 'int8',
    rejected: 'int8',
    last_at: 'timestamptz',
  },
  sql: `SELECT dimension, name, sum(tickets) AS tickets, sum(entries) AS entries, sum(inside) AS inside, sum(rejected) AS rejected, max(last_at) AS last_at
        FROM scan_counters WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND (dimension IN ('gate', 'type') OR (dimension = 'minute' AND name = ANY (:minutes)))
        GROUP BY dimension, name ORDER BY dimension, name`,
});

const types = statement({
  name: 'scanStats.types',
  params: EVENT,
  row: { id: 'text', name: 'text', counting: 'int4', void_admitted: 'int4' },
  sql: `SELECT y.id, y.name, coalesce(c.counting, 0) AS counting, coalesce(c.void_admitted, 0) AS void_admitted FROM ticket_types y
        LEFT JOIN ticket_counts c ON c.merchant_id = y.merchant_id AND c.livemode = y.livemode AND c.event_id = y.event_id AND c.ticket_type_id = y.id
        WHERE y.merchant_id = :merchant_id AND y.livemode = :livemode AND y.event_id = :event_id ORDER BY y.position, y.type_index`,
});

export type CounterRow = ValuesOf<(typeof counters)['row']>;
export type CountedType = ValuesOf<(typeof types)['row']>;

export async function readScanCounters(
  runner: Runner,
  { tenant, eventId }: EventKey,
  minutes: readonly number[],
): Promise<readonly CounterRow[]> {
  return runner.run(counters, { ...keyOf(tenant), event_id: eventId, minutes: minutes.map(String) });
}

/** The event's ticket types with how many tickets of each count, and how many void ones had come in. */
export async function readCountedTypes(
  runner: Runner,
  { tenant, eventId }: EventKey,
): Promise<readonly CountedType[]> {
  return runner.run(types, { ...keyOf(tenant), event_id: eventId });
}
