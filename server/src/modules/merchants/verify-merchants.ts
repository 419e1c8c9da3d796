import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { merchantChecks } from './verify-merchants.queries.ts';

/** What is promised of keys and repeated requests and does not hold in the data of any merchant. */
export async function verifyMerchants(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, merchantChecks);
}
