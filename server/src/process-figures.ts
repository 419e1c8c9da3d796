import type { Figure } from './kernel/running/figure.ts';
import type { World } from './kernel/running/world.ts';
import { readArchiveStatus, type ArchiveStatus } from './store/index.ts';

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

/** How old the continuous backup is, read from what its keeper notes: that may be another process of this node. */
export function backupFigures(dataDir: string, now: () => Date): () => readonly Figure[] {
  return () => describeBackup(readArchiveStatus(dataDir), now());
}

const NEVER = '1970-01-01T00:00:00Z';

/** The figures of a status; what never was is as old as 1970. */
export function describeBackup(status: ArchiveStatus | null, now: Date): readonly Figure[] {
  const ages = {
    log: status?.archived_until,
    base: status?.base_at,
    trial: status?.verified_at,
  };
  return [
    {
      name: 'cottontree_backup_age_seconds',
      type: 'gauge',
      help: 'Seconds since the continuous backup last had everything (log), was copied whole (base), and was restored by itself and found right (trial).',
      values: Object.entries(ages).map(([what, at]) => ({
        labels: { what },
        value: Math.max(0, (now.getTime() - Date.parse(at ?? NEVER)) / 1_000),
      })),
    },
    {
      name: 'cottontree_backup_held_bytes',
      type: 'gauge',
      help: 'Log on this disk that the storage of the backup does not have yet.',
      values: [{ labels: {}, value: status?.held_bytes ?? 0 }],
    },
    {
      name: 'cottontree_backup_gaps_total',
      type: 'counter',
      help: 'How often log that waited for the storage was given up, which leaves a hole until the next base copy.',
      values: [{ labels: {}, value: status?.gaps ?? 0 }],
    },
  ];
}
