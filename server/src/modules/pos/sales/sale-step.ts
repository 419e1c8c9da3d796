import { saleMoves, type SaleStatus } from '@cottontree/contract';
import type { Posting } from '../../ledger/index.ts';
import type { Fact } from '../../../outbox/index.ts';
import type { SettledPayment } from '../../payments/index.ts';
import type { Tx } from '../../../store/index.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { CashEntry } from '../cash/cash-entries.queries.ts';
import type { StockActor, StockMove } from '../inventory/stock-move.ts';
import type { SaleRow } from './sales.queries.ts';
import { statusOf } from './sale-parts.ts';

/** What was decided of a payment. */
export type DecidedSalePayment = {
  readonly payment_id: string;
  readonly channel: string;
  readonly verdict: 'kept' | 'refund';
  readonly amount: bigint;
  readonly created_at: Date;
};

/** The record of a request: its first answer is kept with the sale. */
export type SaleClaim = {
  readonly key: string;
  readonly hash: Buffer;
  readonly answer: Buffer;
  readonly at: Date;
};

/** How a completed sale is numbered. */
export type SaleNumbering = {
  readonly period: string;
  readonly head: string;
  readonly tail: string;
  readonly digits: number;
};

/**
 * One sale, new or changed, with all that takes effect with it or not at all. Whoever changes a sale from another folder
 * (refunds, drawers, receipts) makes one by `plainStep` on the row as read and adds what goes along: `moves` put back on
 * the shelf, `entries` of the drawer (and `drawer`, which must be open), `postings`, `facts`, and rows of its own by
 * `alongside`, which runs in the same transaction once the step is granted; a Failure there undoes the step and is its refusal.
 */
export type SaleStep = {
  /** As it was read; null: a new one. */
  readonly before: SaleRow | null;
  readonly after: SaleRow;
  /** Whether it gets its number now. */
  readonly numbering: SaleNumbering | null;
  /** It happened without network: a closed drawer or too little stock only marks it. */
  readonly isPast: boolean;
  /** The cash session that must be open. */
  readonly drawer: string | null;
  /** Whether that drawer may stand at another location than the sale: money is given back anywhere. */
  readonly isDrawerAnywhere: boolean;
  readonly claim: SaleClaim | null;
  readonly moves: readonly StockMove[];
  /** Who made it; null: the service by itself. */
  readonly actor: StockActor | null;
  readonly entries: readonly CashEntry[];
  readonly payments: readonly DecidedSalePayment[];
  /** Money that is there already, written by payments in the same transaction. */
  readonly settled: readonly SettledPayment[];
  readonly postings: readonly Posting[];
  readonly facts: readonly Fact[];
  readonly alongside: ((tx: Tx) => Promise<void>) | null;
};

/** The step that only writes the sale. */
export function plainStep(before: SaleRow | null, after: SaleRow): SaleStep {
  return {
    before,
    after,
    numbering: null,
    isPast: false,
    drawer: null,
    isDrawerAnywhere: false,
    claim: null,
    moves: [],
    actor: null,
    entries: [],
    payments: [],
    settled: [],
    postings: [],
    facts: [],
    alongside: null,
  };
}

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
