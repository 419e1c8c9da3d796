import { formatTime } from '@cottontree/contract';
import { type Fact, newFact } from '../../outbox/index.ts';
import type { CustomerRow } from './customers.queries.ts';
import { presentCustomer } from './present-customer.ts';

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
