import { statement, type Tx, type ValuesOf } from '../../../store/index.ts';

/** Counted no further than that: beyond, it is only known to be much. */
const COUNTED_MAX = 100_000;

/** What an endpoint on probation lets wait is its own affair, so the age of what is ready is that of the healthy lane. */
const look = statement({
  name: 'webhooks.lookAtBacklog',
  params: {},
  row: {
    facts: 'int8',
    oldest_fact: 'timestamptz?',
    ready: 'int8',
    ready_suspect: 'int8',
    delayed: 'int8',
    sending: 'int8',
    oldest_ready: 'timestamptz?',
  },
  sql: `SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT ${COUNTED_MAX}) f) AS facts,
          (SELECT o.created_at FROM outbox o ORDER BY o.id LIMIT 1) AS oldest_fact,
          count(*) FILTER (WHERE q.state = 1 AND NOT q.leased AND q.lane = 0) AS ready, count(*) FILTER (WHERE q.state = 1 AND NOT q.leased AND q.lane = 1) AS ready_suspect,
          count(*) FILTER (WHERE q.state = 0) AS delayed, count(*) FILTER (WHERE q.leased) AS sending,
          min(q.run_at) FILTER (WHERE q.state = 1 AND NOT q.leased AND q.lane = 0 AND q.run_at > 'epoch') AS oldest_ready
        FROM (SELECT state, lane, run_at, coalesce(lease_until >= now(), false) AS leased FROM webhook_queue LIMIT ${COUNTED_MAX}) q`,
});

export type Backlog = ValuesOf<(typeof look)['row']>;

export async function lookAtBacklog(tx: Pick<Tx, 'run'>): Promise<Backlog> {
  const [row] = await tx.run(look, {});
  if (!row) throw new Error('A count has no row.');
  return row;
}
