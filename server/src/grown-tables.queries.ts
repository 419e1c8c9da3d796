import { statement, type Runner } from './store/index.ts';

const grown = statement({
  name: 'server.grownTables',
  params: { least: 'int4', most: 'int4' },
  row: { name: 'text', rows: 'int8' },
  sql: `SELECT c.oid::regclass::text AS name, pg_stat_get_live_tuples(c.oid) AS rows
        FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.reltuples < :most::int4
          AND pg_stat_get_live_tuples(c.oid) >= :least::int4 + 2 * greatest(c.reltuples, 0)`,
});

export type GrownTable = { readonly name: string; readonly rows: bigint };

/** Tables of at least so many rows, and few, that have more than twice as many as their statistics say. */
export function findGrownTables(
  system: Runner,
  { least, most }: { readonly least: number; readonly most: number },
): Promise<readonly GrownTable[]> {
  return system.run(grown, { least, most });
}
