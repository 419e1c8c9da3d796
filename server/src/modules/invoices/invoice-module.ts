import { type SearchMatch, toMajor } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { needWhere, type OverviewQuestion, type OverviewShare } from '../../kernel/call/overview-share.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import type { Invoices } from './module.ts';
import { invoiceLoops } from './open-invoices.ts';
import { standingOfInvoices } from './overview.queries.ts';
import { recurOnClock } from './recurring/recur.ts';
import { recurringChecks } from './recurring/verify-recurring.queries.ts';
import { makeRoundsOnClock } from './rounds/make-rounds.ts';
import { findInvoicesOf } from './search.queries.ts';
import { invoiceChecks } from './verify-invoices.queries.ts';
import * as operations from './operations.ts';

const WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'email', 'name'];

/** Invoices that a text may mean. */
async function searchInvoices({ store }: Invoices, question: SearchQuestion): Promise<SearchShare> {
  if (!question.may('invoices:read')) return { searched: [], results: [] };
  const rows = await findInvoicesOf(store.reads(question.tenant, 'point'), question);
  return {
    searched: ['invoice'],
    results: rows.map((row) => ({
      kind: 'invoice',
      id: row.id,
      parent_id: null,
      title: row.number ?? row.id,
      subtitle: joined(
        row.customer_name,
        row.customer_phone && maskPhone(row.customer_phone),
        row.customer_email,
      ),
      status: row.status,
      matched: WAYS[row.way] ?? 'name',
    })),
  };
}

const SOON_MS = 7 * 86_400_000;

/** What invoices say to an overview. */
async function overviewOfInvoices({ store }: Invoices, question: OverviewQuestion): Promise<OverviewShare> {
  if (!question.may('invoices:read')) return {};
  const soon = new Date(question.now.getTime() + SOON_MS);
  const row = await standingOfInvoices(store.reads(question.tenant), question, soon);
  const money = (minor: bigint): number => toMajor(minor, question.currency);
  const [id = ''] = row.ids ?? [];
  const numbers = row.numbers ?? [];
  return {
    needs: needWhere(row.overdue > 0n, () => ({
      kind: 'invoices_overdue',
      tone: 'bad',
      count: Number(row.overdue),
      amount: row.overdue_amount,
      first: {
        id,
        label: numbers[0] ?? id,
        detail: row.customers?.[0] ?? null,
        since: row.overdue_since,
      },
      names: numbers,
      list: { operation: 'listInvoices', query: { overdue: 'true', sort: 'due_date' } },
    })),
    today: {
      invoices: {
        open: Number(row.open),
        due: money(row.due),
        overdue: Number(row.overdue),
        overdue_amount: money(row.overdue_amount),
        soon_amount: money(row.soon_amount),
        later_amount: money(row.due - row.overdue_amount - row.soon_amount),
      },
    },
  };
}

export const invoiceModule = moduleOf<Invoices>()({
  operations,
  loops: invoiceLoops,
  runDue: runDueInvoicesOnClock,
  overview: overviewOfInvoices,
  search: searchInvoices,
  verify: verifyInvoices,
});

/** What a test clock makes due of invoices: first what recurs, then what falls due of all. */
async function runDueInvoicesOnClock(module: Invoices, tenant: Tenant, now: Date): Promise<void> {
  await recurOnClock(module, tenant, now);
  await makeRoundsOnClock(module, tenant, now);
}

/** What is promised of invoices and credit notes and does not hold in the data of any merchant. */
export async function verifyInvoices(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...invoiceChecks, ...recurringChecks]);
}
