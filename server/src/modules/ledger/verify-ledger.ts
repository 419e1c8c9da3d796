import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { ledgerChecks } from './verify-ledger.queries.ts';

/** What is promised of the ledger and does not hold in the books of any merchant. */
export async function verifyLedger(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, ledgerChecks);
}
