import { moduleOf } from '../../kernel/call/module.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { mapLoops, shippingLoops } from './open-shipping.ts';
import type { Shipping } from './module.ts';
import * as operations from './operations.ts';
import { overviewOfShipping } from './overview.ts';
import { searchShipping } from './search.ts';
import { runDueOnClock } from './deliveries/run-due-deliveries.ts';
import { cashChecks } from './cod/verify-cash.queries.ts';
import { jobChecks, shippingChecks } from './verify-shipping.queries.ts';

export const shippingModule = moduleOf<Shipping>()({
  operations,
  everywhere: mapLoops,
  loops: shippingLoops,
  runDue: runDueOnClock,
  overview: overviewOfShipping,
  search: searchShipping,
  verify: verifyShipping,
  close: ({ watch }) => watch[Symbol.dispose](),
});

/** What is promised of deliveries, their couriers and their cash and does not hold in the data of any merchant. */
export async function verifyShipping(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...shippingChecks, ...jobChecks, ...cashChecks]);
}
