import type { InvoiceStatus } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { InvoiceRow } from './invoice-rows.ts';

/** Where an invoice can go from each of its states. */
const MOVES: Readonly<Record<InvoiceStatus, readonly string[]>> = Object.freeze({
  draft: ['open', 'deleted'],
  open: ['partially_paid', 'paid', 'void', 'uncollectible'],
  partially_paid: ['paid', 'uncollectible'],
  paid: [],
  void: [],
  uncollectible: ['paid'],
});

/** The refusal of a move that the invoice's state does not allow. */
export function refuseMove(
  { status: from }: Pick<InvoiceRow, 'status'>,
  { to, why }: { readonly to: string; readonly why: string },
): Failure {
  return new Failure('STATE_CONFLICT', `The invoice is ${from}, so it cannot become ${to}. ${why}`, {
    details: { from, to, allowed: MOVES[from] },
  });
}
