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
        FROM scan_counters WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3 AND (dimension IN ('gate', 'type') OR (dimension = 'minute' AND name = ANY ($4)))
        GROUP BY dimension, name ORDER BY dimension, name`,
});

const types = statement({
  name: 'scanStats.types',
  params: EVENT,
  row: { id: 'text', name: 'text', sold: 'int4' },
  sql: `SELECT y.id, y.name, c.sold FROM ticket_types y
        JOIN capacity_counters c ON c.merchant_id = y.merchant_id AND c.livemode = y.livemode AND c.event_id = y.event_id AND c.id = y.id
        WHERE y.merchant_id = $1 AND y.livemode = $2 AND y.event_id = $3 ORDER BY y.position, y.type_index`,
});

export type CounterRow = ValuesOf<(typeof counters)['row']>;
export type SoldType = ValuesOf<(typeof types)['row']>;

export async function readScanCounters(
  runner: Runner,
  { tenant, eventId }: EventKey,
  minutes: readonly number[],
): Promise<readonly CounterRow[]> {
  return runner.run(counters, { ...keyOf(tenant), event_id: eventId, minutes: minutes.map(String) });
}

/** The event's ticket types with how many of each are sold. */
export async function readSoldTypes(
  runner: Runner,
  { tenant, eventId }: EventKey,
): Promise<readonly SoldType[]> {
  return runner.run(types, { ...keyOf(tenant), event_id: eventId });
}
