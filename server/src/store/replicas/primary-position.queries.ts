import { statement } from '../statement.ts';
import type { Runner } from '../store.ts';
import type { LogPosition } from './standing.ts';

/**
 * Everything that was acknowledged lies before it: a commit is answered once it is on disk, or, where
 * `synchronous_commit` is off, once it is in the log.
 */
const position = statement({
  name: 'store.position',
  params: {},
  row: { system: 'text', timeline: 'int4', bytes: 'int8' },
  sql: `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
          ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int4 AS timeline,
          pg_wal_lsn_diff(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0')::int8 AS bytes`,
});

/** How far the primary's log goes now. */
export async function readPosition(runner: Runner): Promise<LogPosition> {
  const [row] = await runner.run(position, {});
  if (!row) throw new Error('The primary does not tell its position.');
  return row;
}

/** The same, asked once for all who want it at the same moment; nobody gets what was asked before he wanted it. */
export function sharedPosition(runner: Runner): () => Promise<LogPosition> {
  let next: Promise<LogPosition> | null = null;
  return () => {
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = null;
      return readPosition(runner);
    });
    return next;
  };
}
