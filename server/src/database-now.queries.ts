import { statement, type Runner } from './store/index.ts';

const now = statement({
  name: 'server.databaseNow',
  params: {},
  row: { now: 'timestamptz' },
  sql: 'SELECT clock_timestamp() AS now',
});

/** What the database's clock shows. */
export async function databaseNow(system: Runner): Promise<Date> {
  const [row] = await system.run(now, {});
  if (!row) throw new Error('The database does not tell its time.');
  return row.now;
}
