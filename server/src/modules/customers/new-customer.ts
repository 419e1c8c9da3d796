import type { Call } from '../../kernel/call/call.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import type { CustomerRow, CustomerTerms } from './customers.queries.ts';

/** A customer as it begins, with what is known. */
export function newCustomer(
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  known: Partial<CustomerTerms> & { readonly id: string },
): CustomerRow {
  return {
    ...keyOf(tenant),
    id: known.id,
    version: 1,
    name: known.name ?? null,
    phone: known.phone ?? null,
    email: known.email ?? null,
    address: known.address ?? null,
    tax_id: known.tax_id ?? null,
    notes: known.notes ?? null,
    tags: known.tags ?? [],
    metadata: known.metadata ?? {},
    created_at: now,
    updated_at: now,
    deleted_at: null,
    erased_at: null,
  };
}
