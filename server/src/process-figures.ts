import type { Figure } from './kernel/running/figure.ts';
import type { World } from './kernel/running/world.ts';

const MICROSECONDS_PER_SECOND = 1_000_000;

/** What this process takes of its machine, under the names that every program uses, and which version it is. */
export function processFigures({ now }: Pick<World, 'now'>, version: string): () => readonly Figure[] {
  const startedSeconds = Math.round(now().getTime() / 1_000 - process.uptime());
  return () => {
    const { user, system } = process.cpuUsage();
    return [
      one({
        name: 'process_resident_memory_bytes',
        type: 'gauge',
        help: 'Memory that this process has, the embedded database not included.',
        value: process.memoryUsage.rss(),
      }),
      one({
        name: 'process_cpu_seconds_total',
        type: 'counter',
        help: 'Time of processors that this process took.',
        value: (user + system) / MICROSECONDS_PER_SECOND,
      }),
      one({
        name: 'process_start_time_seconds',
        type: 'gauge',
        help: 'When this process began, in seconds since 1970.',
        value: startedSeconds,
      }),
      one({
        name: 'cottontree_build_info',
        type: 'gauge',
        help: 'Always 1; its labels tell the version of the program and of Node.',
        value: 1,
        labels: { version, node: process.versions.node },
      }),
    ];
  };
}

type Single = Omit<Figure, 'values'> & {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};

function one({ value, labels = {}, ...named }: Single): Figure {
  return { ...named, values: [{ labels, value }] };
}
