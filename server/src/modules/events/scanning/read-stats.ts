import { formatTime, type ScanStats } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { minuteOf } from './weigh-scan.ts';
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

type WatchedEvent = ScannedEventKey & {
  /** Where the event's business time stands; null: with the wall clock. */
  readonly clock: Date | null;
};

/** Tells listeners how the doors stand, whoever scans and on whichever node. */
export type StatsWatch = {
  /** Calls back with the figures each time they are others; answers with how to stop. */
  readonly watch: (event: WatchedEvent, heard: (stats: ScanStats) => void) => () => void;
};

/** The longest a change stays unheard. */
const LOOK_EVERY_MS = 1_000;

type Watched = {
  readonly event: WatchedEvent;
  readonly listeners: Set<(stats: ScanStats) => void>;
  last: string;
};

/** One reader for each event that somebody on this node watches; it rests while nobody does. */
export function createStatsWatch(context: Pick<Context, 'store' | 'world' | 'log'>): StatsWatch {
  const watched = new Map<string, Watched>();

  async function look(one: Watched): Promise<void> {
    const stats = await readStats(context, one.event, one.event.clock ?? context.world.now());
    const text = JSON.stringify(stats);
    if (text === one.last) return;
    one.last = text;
    for (const heard of one.listeners) heard(stats);
  }

  function rest(one: Watched): void {
    setTimeout(() => {
      if (one.listeners.size === 0) return void watched.delete(one.event.eventId);
      void look(one)
        .catch((error: unknown) =>
          context.log.warn({ error }, 'The figures of a door could not be read and are read again.'),
        )
        .finally(() => rest(one));
    }, LOOK_EVERY_MS).unref();
  }

  return {
    watch(event, heard) {
      const known = watched.get(event.eventId);
      const one = known ?? { event, listeners: new Set(), last: '' };
      one.listeners.add(heard);
      if (!known) {
        watched.set(event.eventId, one);
        rest(one);
      }
      return () => void one.listeners.delete(heard);
    },
  };
}
