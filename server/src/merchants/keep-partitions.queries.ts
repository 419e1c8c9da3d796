import { statement, type Runner } from '../store/index.ts';

const keep = statement({
  name: 'partitions.keep',
  params: { now: 'timestamptz' },
  row: { changed: 'int4' },
  sql: `SELECT keep_partitions(($1::timestamptz AT TIME ZONE 'UTC')::date) AS changed`,
});

/** Makes the day partitions of the coming days and drops those past their time; answers how many of both. */
export async function keepPartitions(system: Runner, now: Date): Promise<number> {
  return (await system.run(keep, { now }))[0]?.changed ?? 0;
}
