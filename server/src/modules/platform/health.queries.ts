import { statement, type Runner } from '../../store/index.ts';

/** Counted no further than that: beyond, it is only known to be much. */
const COUNTED_MAX = 100_000;

const facts = statement({
  name: 'platform.health',
  params: {},
  row: {
    facts: 'int8',
    oldest_fact: 'timestamptz?',
    ready: 'int8',
    oldest_ready: 'timestamptz?',
    delayed: 'int8',
    sending: 'int8',
    notices: 'int8',
    server_version: 'text',
    size_bytes: 'int8',
    connections: 'int4',
    connections_max: 'int4',
    migrations: 'int8',
    latest: 'text',
    applied_at: 'timestamptz',
  },
  sql: `WITH q AS (SELECT state, run_at, coalesce(lease_until >= now(), false) AS leased FROM webhook_queue LIMIT ${COUNTED_MAX}),
          last AS (SELECT name, applied_at FROM schema_migrations ORDER BY version DESC LIMIT 1)
        SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT ${COUNTED_MAX}) f) AS facts, (SELECT o.created_at FROM outbox o ORDER BY o.id LIMIT 1) AS oldest_fact,
          (SELECT count(*) FROM q WHERE state = 1 AND NOT leased) AS ready, (SELECT min(run_at) FROM q WHERE state = 1 AND NOT leased AND run_at > 'epoch') AS oldest_ready,
          (SELECT count(*) FROM q WHERE state = 0) AS delayed, (SELECT count(*) FROM q WHERE leased) AS sending,
          (SELECT count(*) FROM (SELECT FROM notices n WHERE n.status = 'queued' LIMIT ${COUNTED_MAX}) w) AS notices,
          current_setting('server_version') AS server_version, pg_database_size(current_database()) AS size_bytes,
          (SELECT count(*)::int4 FROM pg_stat_activity WHERE datname = current_database()) AS connections, current_setting('max_connections')::int4 AS connections_max,
          (SELECT count(*) FROM schema_migrations) AS migrations, (SELECT name FROM last) AS latest, (SELECT applied_at FROM last) AS applied_at`,
});

const nodes = statement({
  name: 'platform.nodes',
  params: {},
  row: { id: 'text', seen_at: 'timestamptz' },
  sql: `SELECT id, seen_at FROM nodes WHERE seen_at > now() - interval '1 minute' ORDER BY id LIMIT 100`,
});

/** What the database knows of how everything stands. */
export async function readHealth(runner: Runner) {
  const [row] = await runner.run(facts, {});
  if (!row) throw new Error('A count has no row.');
  return row;
}

/** The processes that told of themselves in the last minute. */
export async function readNodes(runner: Runner) {
  return runner.run(nodes, {});
}
