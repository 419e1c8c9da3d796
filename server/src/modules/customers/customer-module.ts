import { moduleOf } from '../../kernel/call/module.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import type { Customers } from './module.ts';
import * as operations from './operations.ts';
import { searchCustomers } from './search.ts';
import { customerChecks } from './verify-customers.queries.ts';

export const customerModule = moduleOf<Customers>()({
  operations,
  search: searchCustomers,
  verify: verifyCustomers,
});

/** What is promised of customers and does not hold in the data of any merchant. */
export async function verifyCustomers(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, customerChecks);
}
