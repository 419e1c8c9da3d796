import type { SearchMatch } from '@cottontree/contract';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import type { Customers } from './module.ts';
import { findCustomersNamed } from './search.queries.ts';

const WAYS: readonly SearchMatch[] = ['id', 'phone', 'email', 'name'];

/** Customers whom a text may mean. */
export async function searchCustomers({ store }: Customers, question: SearchQuestion): Promise<SearchShare> {
  if (!question.may('customers:read')) return { searched: [], results: [] };
  const rows = await findCustomersNamed(store.reads(question.tenant, 'point'), question);
  return {
    searched: ['customer'],
    results: rows.map(({ id, name, phone, email, way }) => ({
      kind: 'customer',
      id,
      parent_id: null,
      title: name ?? phone ?? email ?? id,
      subtitle: joined(phone && maskPhone(phone), email),
      status: null,
      matched: WAYS[way] ?? 'name',
    })),
  };
}
