import type { SearchMatch } from '@cottontree/contract';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import type { Invoices } from './module.ts';
import { findInvoicesOf } from './search.queries.ts';

const WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'email', 'name'];

/** Invoices that a text may mean. */
export async function searchInvoices({ store }: Invoices, question: SearchQuestion): Promise<SearchShare> {
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
