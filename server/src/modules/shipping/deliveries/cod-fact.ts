import { toMajor, type CodStatus } from '@cottontree/contract';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { DeliveryRow } from './deliveries.queries.ts';

/** What is announced when the cash of a delivery moves on. */
export function codFact(row: DeliveryRow, status: CodStatus, at: Date): Fact {
  return newFact({
    kind: 'shipping.cod.updated',
    sequence: row.version + 1,
    at: at.toISOString(),
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      cod_status: status,
      cod_amount: toMajor(row.cod_amount, row.currency),
    },
  });
}
