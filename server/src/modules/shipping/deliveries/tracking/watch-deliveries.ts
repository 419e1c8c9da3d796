import type { Logger } from '../../../../kernel/running/logger.ts';
import type { Coalesced, Runner } from '../../../../store/index.ts';
import type { JobKey, TrackedRow } from '../deliveries.queries.ts';
import { stampOf } from './locate-courier.ts';
import { stampsOf } from './watched-deliveries.queries.ts';

/** Tells listeners when deliveries change, whoever changed them and on whichever node. */
export type DeliveryWatch = Disposable & {
  /** Calls back with each state that differs from `row` and from the one told before; answers with how to stop. */
  readonly watch: (row: TrackedRow, heard: (row: TrackedRow) => void) => () => void;
  /** How many deliveries are watched now. */
  readonly size: () => number;
};

export type WatchSource = {
  readonly system: Runner;
  readonly readTracked: Coalesced<JobKey, TrackedRow | undefined>;
  readonly log: Logger;
};

/** The longest a change stays unheard. */
const LOOK_EVERY_MS = 500;

type Listener = { stamp: string; readonly heard: (row: TrackedRow) => void };
type Watched = { readonly key: JobKey; readonly listeners: Set<Listener> };

/**
 * One loop for all listeners of the node: a statement asks for the stamps of everything watched,
 * and only what has another stamp is read. It rests while nobody listens.
 */
export function createDeliveryWatch(source: WatchSource): DeliveryWatch {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function rest(): void {
    if (closed || timer !== null || watched.size === 0) return;
    timer = setTimeout(() => {
      void look(watched, source)
        .catch((error: unknown) =>
          source.log.warn({ error }, 'Watched deliveries could not be looked at and are looked at again.'),
        )
        .finally(() => {
          timer = null;
          rest();
        });
    }, LOOK_EVERY_MS);
  }

  return {
    watch(row, heard) {
      const jobNumber = row.job_number;
      const one = watched.get(jobNumber) ?? {
        key: { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, jobNumber },
        listeners: new Set(),
      };
      const listener: Listener = { stamp: stampOf(row), heard };
      watched.set(jobNumber, one);
      one.listeners.add(listener);
      rest();
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0 && watched.get(jobNumber) === one) watched.delete(jobNumber);
      };
    },
    size: () => watched.size,
    [Symbol.dispose]() {
      closed = true;
      if (timer) clearTimeout(timer);
    },
  };
}

async function look(watched: ReadonlyMap<string, Watched>, source: WatchSource): Promise<void> {
  const stamps = await stampsOf(
    source.system,
    [...watched.values()].map(({ key }) => key),
  );
  const changed = [...watched.values()].filter(({ key, listeners }) => {
    const stamp = stamps.get(key.jobNumber);
    return stamp !== undefined && [...listeners].some((listener) => listener.stamp !== stamp);
  });
  await Promise.all(changed.map((one) => tell(one, source)));
}

/** Only to those who listened before it was read: whoever came meanwhile may know something newer. */
async function tell({ key, listeners }: Watched, { readTracked }: WatchSource): Promise<void> {
  const there = [...listeners];
  const row = await readTracked(key);
  if (!row) return;
  const stamp = stampOf(row);
  for (const listener of there) {
    if (listener.stamp === stamp || !listeners.has(listener)) continue;
    listener.stamp = stamp;
    listener.heard(row);
  }
}
