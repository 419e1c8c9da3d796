import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

/** Nodes agree on the database's clock, for their own may differ. */
const LIVE = `interval '10 seconds'`;

const heartbeat = statement({
  name: 'usage.heartbeat',
  params: { node_id: 'text' },
  row: { others: 'int4' },
  sql: `WITH here AS (INSERT INTO nodes (id, seen_at) VALUES (:node_id, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now())
        SELECT count(*)::int4 AS others FROM nodes WHERE id <> :node_id AND seen_at > now() - ${LIVE}`,
});

const exchange = statement({
  name: 'usage.exchange',
  params: { node_id: 'text', buckets: 'text[]', used: 'int8[]' },
  row: { node_id: 'text', bucket: 'text', used: 'int8' },
  sql: `WITH published AS (
          INSERT INTO rate_usage (node_id, bucket, used, seen_at)
          SELECT :node_id, u.bucket, u.used, now() FROM unnest(:buckets::text[], :used::int8[]) AS u(bucket, used) ORDER BY u.bucket
          ON CONFLICT (bucket, node_id) DO UPDATE SET used = excluded.used, seen_at = excluded.seen_at
        )
        SELECT node_id, bucket, used FROM rate_usage WHERE node_id <> :node_id AND seen_at > now() - ${LIVE}`,
});

const forget = statement({
  name: 'usage.forget',
  params: {},
  row: {},
  sql: `WITH gone AS (DELETE FROM nodes WHERE seen_at < now() - interval '10 minutes')
        DELETE FROM rate_usage WHERE seen_at < now() - interval '10 minutes'`,
});

export type NodeUsage = ValuesOf<(typeof exchange)['row']>;

/** Says that this node is at work; tells how many others are. */
export async function beatAmongNodes(system: Runner, nodeId: string): Promise<number> {
  return (await system.run(heartbeat, { node_id: nodeId }))[0]?.others ?? 0;
}

/** Publishes what this node has admitted, bucket by bucket, and reads what others have published lately. */
export async function exchangeBuckets(
  system: Runner,
  nodeId: string,
  used: ReadonlyMap<string, number>,
): Promise<readonly NodeUsage[]> {
  return system.run(exchange, {
    node_id: nodeId,
    buckets: [...used.keys()],
    used: [...used.values()].map(BigInt),
  });
}

/** Forgets nodes and buckets that nobody has used for ten minutes. */
export async function forgetOldUsage(system: Runner): Promise<void> {
  await system.run(forget, {});
}
