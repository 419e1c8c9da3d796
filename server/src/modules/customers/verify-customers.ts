import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { customerChecks } from './verify-customers.queries.ts';

/** What is promised of customers and does not hold in the data of any merchant. */
export async function verifyCustomers(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, customerChecks);
}
