import { moduleOf } from '../../kernel/call/module.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type DatabaseReport, type Runner } from '../../store/index.ts';
import type { Pos } from './module.ts';
import { posLoops } from './open-pos.ts';
import * as operations from './operations.ts';
import { overviewOfPos } from './overview.ts';
import { searchPos } from './search.ts';
import { runDueSalesOnClock } from './sales/run-due-sales.ts';
import { cashChecks } from './cash/verify-cash.queries.ts';
import { catalogueChecks } from './catalogue/verify-catalogue.queries.ts';
import { refundChecks } from './refunds/verify-refunds.queries.ts';
import { saleChecks } from './sales/verify-sales.queries.ts';
import { stockChecks } from './inventory/verify-stock.queries.ts';

const checks: readonly DatabaseReport[] = [
  ...catalogueChecks,
  ...stockChecks,
  ...saleChecks,
  ...refundChecks,
  ...cashChecks,
];

export const posModule = moduleOf<Pos>()({
  operations,
  loops: posLoops,
  runDue: runDuePosOnClock,
  overview: overviewOfPos,
  search: searchPos,
  verify: verifyPos,
});

/** What a test clock makes due at the till. */
async function runDuePosOnClock(module: Pos, tenant: Tenant, now: Date): Promise<void> {
  await runDueSalesOnClock(module, tenant, now);
}

/** What must hold of the catalogue, stock, sales and drawers. */
export async function verifyPos(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, checks);
}
