import type { SearchMatch } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import type { Payments } from './module.ts';
import { paymentLoops } from './open-payments.ts';
import { overviewOfPayments } from './overview.ts';
import { runDuePaymentsOnClock } from './run-due-payments.ts';
import { findLinksNamed, findPaymentsOf } from './search.queries.ts';
import { moneyChecks, paymentChecks } from './verify-payments.queries.ts';
import * as operations from './operations.ts';

const PAYMENT_WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'email', 'name'];
const LINK_WAYS: readonly SearchMatch[] = ['id', 'code', 'name'];

/** Payments and links that a text may mean. */
async function searchPayments(module: Payments, question: SearchQuestion): Promise<SearchShare> {
  const found = await Promise.all([
    ...(question.may('payments:read') ? [payments(module, question)] : []),
    ...(question.may('payment_links:read') ? [links(module, question)] : []),
  ]);
  return {
    searched: found.flatMap(({ searched }) => searched),
    results: found.flatMap(({ results }) => results),
  };
}

async function payments({ store }: Payments, question: SearchQuestion): Promise<SearchShare> {
  const rows = await findPaymentsOf(store.reads(question.tenant, 'point'), question);
  return {
    searched: ['payment'],
    results: rows.map((row) => ({
      kind: 'payment',
      id: row.id,
      parent_id: null,
      title: row.reference ?? row.id,
      subtitle: joined(row.customer_name, row.description),
      status: row.status,
      matched: PAYMENT_WAYS[row.way] ?? 'name',
    })),
  };
}

async function links({ store }: Payments, question: SearchQuestion): Promise<SearchShare> {
  const rows = await findLinksNamed(store.reads(question.tenant, 'point'), question);
  return {
    searched: ['payment_link'],
    results: rows.map((row) => ({
      kind: 'payment_link',
      id: row.id,
      parent_id: null,
      title: row.title,
      subtitle: row.slug,
      status: row.active ? 'active' : 'inactive',
      matched: LINK_WAYS[row.way] ?? 'name',
    })),
  };
}

export const paymentModule = moduleOf<Payments>()({
  operations,
  loops: paymentLoops,
  runDue: runDuePaymentsOnClock,
  overview: overviewOfPayments,
  search: searchPayments,
  verify: verifyPayments,
  close: ({ watch }) => watch[Symbol.dispose](),
});

/** What is promised of payments and does not hold in the data of any merchant. */
export async function verifyPayments(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...paymentChecks, ...moneyChecks]);
}
