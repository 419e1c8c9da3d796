import { isTerminal } from '@cottontree/contract';
import type { EventFeed } from '../../../../kernel/running/event-feed.ts';
import type { TrackedRow } from '../deliveries.queries.ts';
import type { Shipping } from '../../module.ts';

export type TrackingStream = {
  readonly module: Pick<Shipping, 'watch'>;
  /** Id of the last event that the listener saw. */
  readonly lastEventId: string | null;
  readonly name: string;
  /** What is told of a state. */
  readonly present: (row: TrackedRow) => string;
  /** What tells one told state from another, besides the version: it changes with time alone. */
  readonly versionOf: (row: TrackedRow) => string;
};

/** After the last state the stream stays open this long, so that the listener hears it and hangs up itself. */
const GRACE_MS = 5_000;

/** Every change of a delivery from `first` on, until nothing can follow; null when the listener has seen the end already. */
export function streamTracking(
  first: TrackedRow,
  { module, lastEventId, name, present, versionOf }: TrackingStream,
): EventFeed | null {
  const isOver = (row: TrackedRow): boolean => isTerminal(row.status);
  if (isOver(first) && lastEventId === String(first.version)) return null;

  return (sink) => {
    let last = first;
    let told = lastEventId === String(first.version) ? versionOf(first) : null;
    let grace: NodeJS.Timeout | undefined;
    const tell = (row: TrackedRow): void => {
      last = row;
      const version = versionOf(row);
      if (version === told) return;
      told = version;
      sink.send({ name, id: String(row.version), data: present(row) });
      if (isOver(row)) grace ??= setTimeout(sink.end, GRACE_MS);
    };
    tell(first);
    const stop = module.watch.watch(first, tell);
    return {
      beat: () => tell(last),
      stop() {
        clearTimeout(grace);
        stop();
      },
    };
  };
}
