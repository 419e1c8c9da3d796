import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { cashChecks } from './cod/verify-cash.queries.ts';
import { jobChecks } from './verify-jobs.queries.ts';
import { shippingChecks } from './verify-shipping.queries.ts';

/** What is promised of deliveries, their couriers and their cash and does not hold in the data of any merchant. */
export async function verifyShipping(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...shippingChecks, ...jobChecks, ...cashChecks]);
}
