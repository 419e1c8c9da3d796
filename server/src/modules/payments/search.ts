import type { SearchMatch } from '@cottontree/contract';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import type { Payments } from './module.ts';
import { findLinksNamed, findPaymentsOf } from './search.queries.ts';

const PAYMENT_WAYS: readonly SearchMatch[] = ['id', 'number', 'phone', 'email', 'name'];
const LINK_WAYS: readonly SearchMatch[] = ['id', 'code', 'name'];

/** Payments and links that a text may mean. */
export async function searchPayments(module: Payments, question: SearchQuestion): Promise<SearchShare> {
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
