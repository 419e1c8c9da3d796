import type { Fact } from '../../../outbox/index.ts';
import { presentRefund } from './present-refund.ts';
import type { RefundRow } from './refunds.queries.ts';

type Told = {
  readonly kind: 'refund.created' | 'refund.succeeded' | 'refund.failed';
  readonly row: RefundRow;
};

/** What is told of a refund: what getRefund answers. It is begun once and ends once, so these are its first and second message. */
export function refundFact({ kind, row }: Told): Fact {
  return {
    kind,
    sequence: kind === 'refund.created' ? 1 : 2,
    at: row.updated_at.toISOString(),
    facts: presentRefund(row),
  };
}
