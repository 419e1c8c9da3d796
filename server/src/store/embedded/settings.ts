import { release } from 'node:os';

/** Given on the command line, so that no file and no ALTER SYSTEM can weaken them. */
export function postgresSettings({
  socketDir,
  clusterName,
}: {
  socketDir: string;
  clusterName: string;
}): Record<string, string> {
  return {
    ...durability,
    ...memory,
    ...quiet,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    cluster_name: clusterName,
  };
}

const durability = {
  // After a crash every file is synced first: one by one took 0.7 to 2.4 s on a busy disk, all at once 0.01 to 0.2 s.
  recovery_init_sync_method: syncsAllAtOnce(process.platform, release()) ? 'syncfs' : 'fsync',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // No replica reads this log: the least of it is written.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
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
  max_connections: '100',
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
