import { statement, type Runner } from '../store/index.ts';

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
