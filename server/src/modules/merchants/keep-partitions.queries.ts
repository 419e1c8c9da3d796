import { isLockTimeout, statement, type Store } from '../../store/index.ts';

/** While a partition waits for its lock, everybody waits behind it: so it gives up soon and comes back later. */
const hurry = statement({
  name: 'partitions.hurry',
  params: {},
  row: { patience: 'text' },
  sql: `SELECT set_config('lock_timeout', '200ms', true) AS patience`,
});

const keep = statement({
  name: 'partitions.keep',
  params: { now: 'timestamptz' },
  row: { changed: 'int4' },
  sql: `SELECT keep_partitions((:now::timestamptz AT TIME ZONE 'UTC')::date) AS changed`,
});

/**
 * Makes the day partitions of the coming days and drops those past their time; answers how many
 * of both, null when somebody read a table for so long (a backup does) that it is left for later.
 */
export async function keepPartitions({ system }: Store, now: Date): Promise<number | null> {
  try {
    return await system.transaction(async (tx) => {
      await tx.run(hurry, {});
      return (await tx.run(keep, { now }))[0]?.changed ?? 0;
    });
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}
