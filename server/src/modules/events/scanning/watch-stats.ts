import type { ScanStats } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import type { ScannedEventKey } from './devices.queries.ts';
import { readStats } from './read-stats.ts';

export type WatchedEvent = ScannedEventKey & {
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
