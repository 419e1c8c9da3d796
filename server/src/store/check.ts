import type { Violation } from '../kernel/call/failure.ts';
import { statement, type Statement } from './statement.ts';
import type { Runner } from './store.ts';

const ROW = { violations: 'int8', examples: 'text[]' } as const;
const EXAMPLES_MAX = 5;

/** Looks through the data for what breaks one promise. */
export type DatabaseReport = Statement<Record<never, never>, typeof ROW>;

/** Declares a check: `broken` is a query of one text column with a line for each row that breaks the promise named. */
export function check(name: string, broken: string): DatabaseReport {
  return statement({
    name,
    params: {},
    row: ROW,
    sql: `SELECT count(*) AS violations, coalesce((array_agg(line ORDER BY line))[1:${EXAMPLES_MAX}], '{}') AS examples FROM (${broken}) AS broken (line)`,
  });
}

/** Runs the checks one after the other and answers with the promises that are broken. */
export async function runChecks(
  runner: Runner,
  checks: readonly DatabaseReport[],
): Promise<readonly Violation[]> {
  const broken: Violation[] = [];
  for (const one of checks) {
    const [found] = await runner.run(one, {});
    if (found && found.violations > 0n)
      broken.push({ check: one.name, count: Number(found.violations), examples: found.examples });
  }
  return broken;
}
