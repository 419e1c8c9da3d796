import { once } from 'node:events';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import type { Launcher } from './choose-launcher.ts';
import { EmbeddedDatabaseError, PORT, type EmbeddedLog, type DataPlace } from './embedded-database.ts';
import { isPostmasterOf, postmasterFile } from './find-postmaster.ts';
import { hasCode, holdsPid, listProcesses } from './processes.ts';

type Started = {
  readonly pid: number;
  /** What PostgreSQL said, once it has ended by itself; null while it runs. */
  readonly ending: () => Promise<EmbeddedDatabaseError | null>;
};

const LOG_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Starts PostgreSQL as a child in a session of its own: a Ctrl-C in the terminal must reach
 * only us, and it writes to a file because it may outlive us.
 */
export async function startPostmaster({
  place,
  launcher,
  socketDir,
  log: told,
}: {
  place: DataPlace;
  launcher: Launcher;
  socketDir: string;
  log: EmbeddedLog;
}): Promise<Started> {
  await removeMisleadingFiles(place, { socketDir, log: told });
  await turnLogOver(place);
  const log = await open(place.logFile, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const archived = (await keepsLog(place)) ? keptLog : {};
    const settings = Object.entries({ ...postgresSettings(place, socketDir), ...archived });
    const args = ['-D', place.clusterDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const child = launcher.spawn(launcher.binaries.postgres, args, {
      cwd: place.dataDir,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    return { pid: child.pid ?? 0, ending: async () => (hasEnded() ? explain(place, logStart) : null) };
  } finally {
    await log.close();
  }
}

/**
 * PostgreSQL takes whatever holds the pid noted in its lock files for a postmaster: after a
 * restart of the machine another program, or a zombie that nobody reaps. And it does not start
 * beside a file that names nobody: a crash or a full disk can leave one empty or cut short.
 */
async function removeMisleadingFiles(
  place: DataPlace,
  { socketDir, log }: { readonly socketDir: string; readonly log: EmbeddedLog },
): Promise<void> {
  for (const path of [postmasterFile(place), join(socketDir, `.s.PGSQL.${PORT}.lock`)]) {
    const text = await readIfThere(path);
    if (text === null) continue;
    const pid = Number.parseInt(text, 10);
    if (pid > 0) {
      if (holdsPid(pid) && !isPostmasterOf(pid, place)) await rm(path, { force: true });
      continue;
    }
    refuseWhileUsed(place, path);
    log.warn(
      { file: path },
      'The embedded database left a lock file that names no process, as a crash or a full disk does. Nothing runs on its folder, so the file is removed.',
    );
    await rm(path, { force: true });
  }
}

/** Two postmasters on one folder would destroy it, so a damaged file is believed only where no process says otherwise. */
function refuseWhileUsed(place: DataPlace, path: string): void {
  const running = listProcesses().find(({ pid }) => isPostmasterOf(pid, place));
  if (!running) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL runs on ${place.clusterDir} as process ${running.pid}, but ${path} does not name it: stop that process, then start again.`,
  );
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw new EmbeddedDatabaseError(
      `${path} cannot be read: run Cottontree as the user who made it (${String(error)}).`,
      { cause: error },
    );
  }
}

async function turnLogOver(place: DataPlace): Promise<void> {
  const size = await stat(place.logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_BYTES_MAX) await rename(place.logFile, `${place.logFile}.1`);
}

async function explain(place: DataPlace, logStart: number): Promise<EmbeddedDatabaseError> {
  const said = (await readFile(place.logFile)).subarray(logStart).toString('utf8').trim();
  const hint = /No space left on device/.test(said) ? ' Free some disk space.' : '';
  return new EmbeddedDatabaseError(
    `The embedded database ended while it started.${hint} It said: ${said.slice(-2_000) || 'nothing'}`,
  );
}

/** Given on the command line, so that no file and no ALTER SYSTEM can weaken them. */
function postgresSettings(
  { clusterName, connectionsMax, settings }: DataPlace,
  socketDir: string,
): Record<string, string> {
  return {
    ...durability,
    ...memory,
    ...quiet,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    cluster_name: clusterName,
    max_connections: String(connectionsMax),
    ...settings,
  };
}

/** PostgreSQL does not start with a slot and less log than this; commands may come without the server's settings. */
const keptLog = { wal_level: 'replica' };

async function keepsLog({ clusterDir }: DataPlace): Promise<boolean> {
  const slots = await readdir(join(clusterDir, 'pg_replslot')).catch(() => []);
  return slots.length > 0;
}

const durability = {
  // After a crash every file is synced first: one by one took 0.7 to 2.4 s on a busy disk, all at once 0.01 to 0.2 s.
  recovery_init_sync_method: syncsAllAtOnce(process.platform, release()) ? 'syncfs' : 'fsync',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Nobody replays this log elsewhere: the least of it is written.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // What a slot may keep of the log while the storage of its archive is away.
  max_slot_wal_keep_size: '1GB',
  // To pack a page that is written whole took 0.12 ms for half of its 8 kB: among a million deliveries a third of what creating one costs.
  wal_compression: 'off',
  // What a start after a crash must read again: with 1 GB it took 4 to 8 s after a long bulk load.
  max_wal_size: '256MB',
  min_wal_size: '128MB',
  checkpoint_timeout: '1min',
  checkpoint_completion_target: '0.9',
};

/** For a machine of two cores that also runs Node; pages are taken as they are used. */
const memory = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '5s',
  // Three processes fewer than the default, and as fast on local disks.
  io_method: 'sync',
  random_page_cost: '1.1',
  jit: 'off',
};

/** Errors and their statements may quote what people typed, so only the server's own life is logged. */
const quiet = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
  logging_collector: 'off',
};

/** Linux tells of errors while it syncs a file system since 5.8. */
function syncsAllAtOnce(platform: string, kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
}
