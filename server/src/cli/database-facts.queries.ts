import { nullable, statement, text, type Runner } from '../store/index.ts';

const read = statement({
  name: 'doctor.databaseFacts',
  params: {},
  row: {
    now: 'timestamptz',
    fsync: 'text',
    commits: 'text',
    page_writes: 'text',
    connections_max: 'int4',
    connections: 'int4',
    bytes: 'int8',
    zones: 'int4',
    unpartitioned: 'int8',
  },
  sql: `SELECT clock_timestamp() AS now, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits, current_setting('full_page_writes') AS page_writes,
          current_setting('max_connections')::int4 AS connections_max, (SELECT count(*)::int4 FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
          pg_database_size(current_database()) AS bytes, (SELECT count(*)::int4 FROM zones WHERE active) AS zones, (SELECT count(*) FROM request_log_default) AS unpartitioned`,
});

/** What a database says of itself that an operator should know. */
export async function readDatabaseFacts(runner: Runner) {
  return (await runner.run(read, {}))[0];
}

const standbys = statement({
  name: 'doctor.standbys',
  params: {},
  row: {
    name: 'text',
    state: 'text?',
    sync_state: nullable(text<'async' | 'potential' | 'sync' | 'quorum'>()),
    lag_bytes: 'int8?',
  },
  sql: `SELECT application_name AS name, state, sync_state, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), flush_lsn)::int8 AS lag_bytes
        FROM pg_stat_replication ORDER BY application_name`,
});

const durability = statement({
  name: 'doctor.synchronousStandbys',
  params: {},
  row: { wanted: 'text', commits: 'text', may_look: 'bool' },
  sql: `SELECT current_setting('synchronous_standby_names') AS wanted, current_setting('synchronous_commit') AS commits,
          pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS may_look`,
});

/** How a database's writes get to its standbys; null where it does not tell. */
export async function readReplication(runner: Runner) {
  const [settings] = await runner.run(durability, {});
  return settings ? { ...settings, standbys: await runner.run(standbys, {}) } : null;
}
