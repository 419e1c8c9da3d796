import type { Ticket } from '@cottontree/contract';
import type { Fact } from '../../../outbox/index.ts';
import type { SettledPayment } from '../../payments/index.ts';
import type { OrderRow } from './orders.queries.ts';

/** A ticket to be issued. */
export type NewTicket = {
  readonly id: string;
  readonly ticket_type_id: string;
  readonly line: number;
  readonly qr_id: Buffer;
  readonly code: string;
  readonly code_sealed: Buffer;
  readonly code_head: string;
  readonly price: bigint;
  readonly holder_name: string | null;
  readonly holder_phone: string | null;
  readonly holder_email: string | null;
  readonly answers: Readonly<Record<string, string | number | boolean | null>>;
  readonly admits: number;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly issued_at: Date;
};

/** A ticket to be voided, as it was read. */
export type VoidedTicket = {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
  readonly reason: string | null;
};

/** What was decided of a payment. */
export type DecidedOrderPayment = {
  readonly payment_id: string;
  readonly verdict: 'kept' | 'refund';
  readonly amount: bigint;
  readonly created_at: Date;
};

/** Money that is to go back. */
export type NewOrderRefund = {
  readonly id: string;
  readonly payment_id: string | null;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly ticket_ids: readonly string[];
  readonly status: 'pending' | 'done';
  readonly created_at: Date;
};

/** A waiting list's entry as the step leaves it; `version` is the one it gets. */
export type ChangedEntry = {
  readonly id: string;
  readonly version: number;
  readonly sequence: number;
  readonly status: string;
  readonly order_id: string | null;
  readonly offered_at: Date | null;
  readonly updated_at: Date;
};

/** A message about the order, or about what `entity` names. */
export type StepFact = Fact & { readonly entity?: string };

/** One order, new or changed, with all that takes effect with it or not at all. */
export type OrderStep = {
  /** As it was read; null: a new one. */
  readonly before: OrderRow | null;
  readonly after: OrderRow;
  /** Business time. */
  readonly at: Date;
  /** Whether the event, its ticket types and the promo code must be on sale; else only room matters. */
  readonly selling: boolean;
  readonly claim: {
    readonly key: string;
    readonly hash: Buffer;
    readonly answer: Buffer;
    readonly at: Date;
  } | null;
  readonly tickets: readonly NewTicket[];
  /** The same tickets as they are shown. */
  readonly issued: readonly Ticket[];
  readonly voided: readonly VoidedTicket[];
  readonly payment: DecidedOrderPayment | null;
  /** Money that is there already, written by payments in the same transaction. */
  readonly settled: SettledPayment | null;
  readonly refund: NewOrderRefund | null;
  readonly entry: ChangedEntry | null;
  readonly facts: readonly StepFact[];
};

/** The step that only writes the order. */
export function plainStep(before: OrderRow | null, after: OrderRow, at: Date): OrderStep {
  return {
    before,
    after,
    at,
    selling: false,
    claim: null,
    tickets: [],
    issued: [],
    voided: [],
    payment: null,
    settled: null,
    refund: null,
    entry: null,
    facts: [],
  };
}
