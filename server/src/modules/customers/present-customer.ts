import { formatOptionalTime, formatTime, type Customer } from '@cottontree/contract';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { showMode } from '../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../outbox/index.ts';
import type { CustomerRow } from './customers.queries.ts';

/** A customer as people and programs read it. */
export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    phone: row.phone,
    email: row.email,
    address: row.address,
    tax_id: row.tax_id,
    notes: row.notes,
    tags: [...row.tags],
    // Written only by requests, whose metadata the contract has judged.
    metadata: row.metadata,
    erased: row.erased_at !== null,
    ...showMode(row.livemode),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    erased_at: formatOptionalTime(row.erased_at),
  };
}

export function replyCustomer(row: CustomerRow): Reply<Customer> {
  return reply(presentCustomer(row), { version: String(row.version) });
}

export type CustomerKind = 'customer.created' | 'customer.updated' | 'customer.deleted';

/** What is told of a customer as it stands: what getCustomer answers. */
export function customerFact(row: CustomerRow, kind: CustomerKind): Fact {
  return newFact({
    kind,
    sequence: row.version,
    at: formatTime(row.updated_at),
    facts: presentCustomer(row),
  });
}
