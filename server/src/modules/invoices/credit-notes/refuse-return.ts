import type { CreditRefundStatus } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { CreditNoteRow } from './credit-notes.queries.ts';

/** Where the money of a credit note can go by hand from each of its states. */
const MOVES: Readonly<Record<CreditRefundStatus, readonly CreditRefundStatus[]>> = Object.freeze({
  none: [],
  pending: [],
  returned: [],
  failed: ['pending', 'kept'],
  kept: ['pending'],
});

/** The refusal of a move that the state of its money does not allow. */
export function refuseReturn(
  { number, ...row }: CreditNoteRow,
  { to, why }: { readonly to: CreditRefundStatus; readonly why: string },
): Failure {
  const from = row.amount_refunded === 0n ? 'none' : row.refund_status;
  return new Failure(
    'STATE_CONFLICT',
    `The refund_status of credit note ${number} is ${from}, so it cannot become ${to}. ${why}`,
    { details: { from, to, allowed: MOVES[from] } },
  );
}
