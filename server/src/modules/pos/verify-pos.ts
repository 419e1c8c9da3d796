import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type DatabaseReport, type Runner } from '../../store/index.ts';
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

/** What must hold of the catalogue, stock, sales and drawers. */
export async function verifyPos(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, checks);
}
