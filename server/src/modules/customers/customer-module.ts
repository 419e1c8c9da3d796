import type { SearchMatch } from '@cottontree/contract';
import type { Violation } from '../../kernel/call/failure.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import type { Customers } from './module.ts';
import { findCustomersNamed } from './search.queries.ts';
import { customerChecks } from './verify-customers.queries.ts';
import * as operations from './operations.ts';

const WAYS: readonly SearchMatch[] = ['id', 'phone', 'email', 'name'];

/** Customers whom a text may mean. */
async function searchCustomers({ store }: Customers, question: SearchQuestion): Promise<SearchShare> {
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

export const customerModule = moduleOf<Customers>()({
  operations,
  search: searchCustomers,
  verify: verifyCustomers,
});

/** What is promised of customers and does not hold in the data of any merchant. */
export async function verifyCustomers(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, customerChecks);
}
