import { toMajor } from '@cottontree/contract';
import { needWhere, type OverviewQuestion, type OverviewShare } from '../../kernel/call/overview-share.ts';
import type { Invoices } from './module.ts';
import { standingOfInvoices } from './overview.queries.ts';

const SOON_MS = 7 * 86_400_000;

/** What invoices say to an overview. */
export async function overviewOfInvoices(
  { store }: Invoices,
  question: OverviewQuestion,
): Promise<OverviewShare> {
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
