import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { accountChecks } from './verify-accounts.queries.ts';

/** What is promised of sessions and does not hold for somebody. */
export async function verifyAccounts(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, accountChecks);
}
