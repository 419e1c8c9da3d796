import { ticketOrderMoves, type Ticket, type TicketOrderStatus } from '@cottontree/contract';
import type { Fact } from '../../../outbox/index.ts';
import type { World } from '../../../kernel/running/world.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { SettledPayment } from '../../payments/index.ts';
import type { OrderRow } from './orders.queries.ts';
import { statusOf } from './order-lines.ts';

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
type VoidedTicket = {
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
type NewOrderRefund = {
  readonly id: string;
  readonly payment_id: string | null;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly ticket_ids: readonly string[];
  readonly status: 'pending' | 'done';
  readonly created_at: Date;
};

/** A waiting list's entry as the step leaves it; `version` is the one it gets. */
type ChangedEntry = {
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

const CHANGE_ID_BYTES = 12;

/** Before a change is written it gets a name, by which it is found again where the connection was lost over it. */
export function makeChangeId(world: Pick<World, 'randomBytes'>): string {
  return world.randomBytes(CHANGE_ID_BYTES).toString('base64url');
}

type ChangeOf = {
  readonly at: Date;
  readonly world: Pick<World, 'randomBytes'>;
  /** Messages that go with it. */ readonly told: number;
};

/** The next version of an order, else as it is. */
export function nextVersion(before: OrderRow, { at, world, told }: ChangeOf): OrderRow {
  return {
    ...before,
    version: before.version + 1,
    sequence: before.sequence + told,
    change_id: makeChangeId(world),
    updated_at: at,
  };
}

/** The refusal of what the order's status does not allow; `allowed` has the other statuses that it can still come to. */
export function orderConflict(
  row: Pick<OrderRow, 'order_number' | 'status'>,
  to: TicketOrderStatus,
  why: (from: TicketOrderStatus) => string,
): Failure {
  const from = statusOf(row);
  const allowed = ticketOrderMoves[from].filter((status) => status !== to);
  return new Failure('STATE_CONFLICT', `Order ${row.order_number} is ${from}${why(from)}`, {
    details: { from, to, allowed },
  });
}
