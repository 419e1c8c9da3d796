import { saleMoves, type SaleStatus } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { statusOf } from './sale-parts.ts';
import type { SaleRow } from './sales.queries.ts';

/** STATE_CONFLICT unless the sale can go there. */
export function requireMove(row: SaleRow, to: SaleStatus): void {
  const from = statusOf(row);
  // Late money alone completes what has expired.
  if (saleMoves[from].includes(to) && from !== 'expired') return;
  throw stateConflict(row, to, `The sale is ${from.replace('_', ' ')}`);
}

/** The refusal of a move, and why; what is refused here and now is not among what is allowed. */
export function stateConflict(row: SaleRow, to: SaleStatus, why: string): Failure {
  const from = statusOf(row);
  const allowed = from === 'expired' ? [] : saleMoves[from].filter((move) => move !== to);
  return new Failure('STATE_CONFLICT', `${why}, so it cannot become ${to.replace('_', ' ')}.`, {
    details: { from, to, allowed },
  });
}

/** The same refusal for absent, another merchant's and the other mode's. */
export function saleNotFound(id: string): Failure {
  return new Failure('SALE_NOT_FOUND', `There is no sale ${id.slice(0, 64)}.`);
}
