import type { SearchMatch } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import { type DatabaseReport, runChecks, type Runner } from '../../store/index.ts';
import { cashChecks } from './cash/verify-cash.queries.ts';
import { foldText } from './catalogue/fold-text.ts';
import { catalogueChecks } from './catalogue/verify-catalogue.queries.ts';
import { stockChecks } from './inventory/verify-stock.queries.ts';
import type { Pos } from './module.ts';
import { posLoops } from './open-pos.ts';
import { overviewOfPos } from './overview.ts';
import { refundChecks } from './refunds/verify-refunds.queries.ts';
import { runDueSalesOnClock } from './sales/run-due-sales.ts';
import { saleChecks } from './sales/verify-sales.queries.ts';
import { findProductsNamed, findSalesOf } from './search.queries.ts';
import * as operations from './operations.ts';

const SALE_WAYS: readonly SearchMatch[] = ['id', 'number', 'phone'];
const PRODUCT_WAYS: readonly SearchMatch[] = ['id', 'code', 'name'];

/** Sales and products that a text may mean. */
async function searchPos({ store }: Pos, question: SearchQuestion): Promise<SearchShare> {
  if (!question.may('pos:read')) return { searched: [], results: [] };
  const runner = store.reads(question.tenant, 'point');
  const [sales, products] = await Promise.all([
    findSalesOf(runner, question),
    findProductsNamed(runner, question, foldText(question.text) || question.text),
  ]);
  return {
    searched: ['sale', 'product'],
    results: [
      ...sales.map((row) => ({
        kind: 'sale' as const,
        id: row.id,
        parent_id: null,
        title: row.receipt_number ?? row.number_text ?? row.id,
        subtitle: joined(row.customer_name, row.customer_phone && maskPhone(row.customer_phone)),
        status: row.status,
        matched: SALE_WAYS[row.way] ?? 'number',
      })),
      ...products.map((row) => ({
        kind: 'product' as const,
        id: row.id,
        parent_id: null,
        title: row.name,
        subtitle: row.code,
        status: row.is_active ? 'active' : 'inactive',
        matched: PRODUCT_WAYS[row.way] ?? 'name',
      })),
    ],
  };
}

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
