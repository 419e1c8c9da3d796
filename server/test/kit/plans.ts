import type { Client } from 'pg';
import { declaredStatements } from '../../src/store/index.ts';

/** PostgreSQL tries a statement so often with a plan for the very values, before it takes up one for all. */
const TRIED = 5;
const ASKED = TRIED + 3;

/** Runs declared statements again and again where a row costs a look at the disk; which of them are still planned for each run. */
export async function plannedAnew(
  database: Client,
  statements: Readonly<Record<string, unknown[]>>,
): Promise<readonly string[]> {
  await database.query("SET effective_cache_size = '8kB'");
  for (const [name, values] of Object.entries(statements)) {
    const declared = declaredStatements().find((one) => one.name === name);
    if (!declared) throw new Error(`There is no statement ${name}.`);
    for (let asked = 0; asked < ASKED; asked += 1) await database.query({ name, text: declared.sql, values });
  }
  const { rows } = await database.query<{ name: string }>(
    'SELECT name FROM pg_prepared_statements WHERE name = ANY ($1) AND custom_plans > $2',
    [Object.keys(statements), TRIED],
  );
  return rows.map(({ name }) => name);
}
