import { nullable, statement, text, type Runner } from '../store/index.ts';

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
