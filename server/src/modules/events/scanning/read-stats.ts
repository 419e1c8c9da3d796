import { formatTime, type ScanStats } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { minuteOf } from './count-steps.ts';
import {
  readCountedTypes,
  readScanCounters,
  type CountedType,
  type CounterRow,
  type ScannedEventKey,
} from './devices.queries.ts';

const MINUTES_SHOWN = 60;

/** How the doors of an event stand at a moment, from counters alone. */
export async function readStats(
  { store }: Pick<Context, 'store'>,
  event: ScannedEventKey,
  now: Date,
): Promise<ScanStats> {
  const last = minuteOf(now);
  const minutes = Array.from({ length: MINUTES_SHOWN }, (_, at) => last - MINUTES_SHOWN + 1 + at);
  const runner = store.of(event.tenant);
  const [counters, types] = await Promise.all([
    readScanCounters(runner, event, minutes),
    readCountedTypes(runner, event),
  ]);
  const of = (dimension: string): readonly CounterRow[] =>
    counters.filter((row) => row.dimension === dimension);
  const gates = of('gate');
  const byMinute = new Map(of('minute').map(({ name, entries }) => [name, Number(entries)]));
  const byType = presentTypes(types, of('type'));
  const issued = sum(byType, ({ issued: count }) => count);
  const admitted = sum(byType, ({ admitted: count }) => count);
  const lastAt = gates.map(({ last_at }) => last_at.getTime());
  return {
    event_id: event.eventId,
    issued,
    admitted,
    inside: sum(byType, ({ inside }) => inside),
    remaining: sum(byType, ({ remaining }) => remaining),
    rejected: sum(gates, ({ rejected }) => Number(rejected)),
    percent: issued === 0 ? 0 : Math.min(100, Math.round((admitted / issued) * 1_000) / 10),
    by_ticket_type: byType,
    by_gate: gates.map(({ name, entries, rejected, last_at }) => ({
      gate: name === '' ? null : name,
      admitted: Number(entries),
      rejected: Number(rejected),
      last_scan_at: formatTime(last_at),
    })),
    per_minute: minutes.map((minute) => byMinute.get(String(minute)) ?? 0),
    last_scan_at: lastAt.length === 0 ? null : formatTime(new Date(Math.max(...lastAt))),
  };
}

function presentTypes(
  types: readonly CountedType[],
  counted: readonly CounterRow[],
): ScanStats['by_ticket_type'] {
  const byId = new Map(counted.map((row) => [row.name, row]));
  return types.map(({ id, name, counting, void_admitted: voidAdmitted }) => {
    const row = byId.get(id);
    const admitted = Number(row?.tickets ?? 0n);
    return {
      id,
      name,
      issued: counting,
      admitted,
      inside: Number(row?.inside ?? 0n),
      remaining: Math.max(0, counting - (admitted - voidAdmitted)),
    };
  });
}

function sum<T>(rows: readonly T[], count: (row: T) => number): number {
  return rows.reduce((total, row) => total + count(row), 0);
}
