import {
  hasPaymentEnded,
  paymentMoves,
  type EventKind,
  type PaymentReview,
  type PaymentStatus,
} from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { KeptAction, PaymentChange, PaymentRow } from './payments.queries.ts';
import { presentPayment } from './present-payment.ts';

/** The columns that a change may set besides the status. */
export type PaymentFields = Partial<
  Pick<
    PaymentChange,
    | 'fee'
    | 'channel'
    | 'provider'
    | 'account_id'
    | 'provider_ref'
    | 'payer_chooses'
    | 'phone'
    | 'next_action'
    | 'failure'
    | 'review'
    | 'verified'
  >
>;

export type PaymentMove = {
  readonly to: PaymentStatus;
  readonly at: Date;
  readonly publicUrl: string;
  readonly fields?: PaymentFields;
};

/** The change that takes a payment to a status, with its message; from a status that it cannot be reached from it throws STATE_CONFLICT. */
export function movedTo(row: PaymentRow, { to, at, publicUrl, fields = {} }: PaymentMove): PaymentChange {
  const from = row.status;
  const allowed = paymentMoves[from];
  if (!allowed.includes(to)) throw paymentConflict(row, to);
  const late = row.late || (to === 'succeeded' && hasPaymentEnded(from));
  const ends = hasPaymentEnded(to);
  const after = {
    ...unchanged(row, at),
    status: to,
    sequence: row.sequence + 1,
    late,
    succeeded_at: to === 'succeeded' ? laterOf(row, at) : null,
    ends,
  };
  // Money that is proved needs no look any more, nor does money that was not taken.
  const cleared = {
    ...(ends ? { next_action: null, review: null } : {}),
    ...(to === 'succeeded' ? { failure: null } : {}),
  };
  return told(row, { ...after, ...cleared, ...fields }, { kind: `payment.${to}`, publicUrl });
}

/** The change that keeps the status: what else is known now, told to nobody. */
export function noted(
  row: PaymentRow,
  { at, fields }: { readonly at: Date; readonly fields: PaymentFields },
): PaymentChange {
  return { ...unchanged(row, at), ...fields };
}

/** The change that holds a payment for a person to look at, with its message. */
export function heldForReview(
  row: PaymentRow,
  {
    reason,
    at,
    publicUrl,
    fields = {},
  }: {
    readonly reason: string;
    readonly at: Date;
    readonly publicUrl: string;
    readonly fields?: PaymentFields;
  },
): PaymentChange {
  const review: PaymentReview = { reason, since: at.toISOString() };
  const open = !hasPaymentEnded(row.status);
  const begins = open && row.status !== 'processing';
  const after: PaymentChange = {
    ...unchanged(row, at),
    status: open ? 'processing' : row.status,
    sequence: row.sequence + 1,
    review,
    ...(open ? { next_action: WAIT } : {}),
    ...fields,
  };
  if (!begins) return told(row, after, { kind: 'payment.review_required', publicUrl });
  const begun = told(row, after, { kind: 'payment.processing', publicUrl });
  const held = told(
    row,
    { ...after, sequence: after.sequence + 1 },
    { kind: 'payment.review_required', publicUrl },
  );
  return { ...held, facts: [...begun.facts, ...held.facts] };
}

/** What the payer does while the provider is at it. */
export const WAIT: KeptAction = Object.freeze({
  type: 'wait',
  url: null,
  qr_payload: null,
  ussd_code: null,
  message: null,
});

/** The refusal of a move that the status does not allow. */
export function paymentConflict({ status }: Pick<PaymentRow, 'status'>, to: PaymentStatus): Failure {
  const allowed = paymentMoves[status];
  return new Failure('STATE_CONFLICT', `This payment is ${status} and cannot become ${to}.`, {
    details: { from: status, to, allowed },
  });
}

function unchanged(row: PaymentRow, at: Date): PaymentChange {
  return {
    version: row.version,
    status: row.status,
    sequence: row.sequence,
    fee: row.fee,
    channel: row.channel,
    provider: row.provider,
    account_id: row.account_id,
    provider_ref: row.provider_ref,
    payer_chooses: row.payer_chooses,
    phone: row.phone,
    next_action: row.next_action,
    failure: row.failure,
    review: row.review,
    late: row.late,
    verified: row.verified,
    updated_at: laterOf(row, at),
    succeeded_at: row.succeeded_at,
    facts: [],
    ends: false,
  };
}

/** Nodes whose clocks differ must not make a payment's times run backwards. */
function laterOf(row: PaymentRow, at: Date): Date {
  return row.updated_at > at ? row.updated_at : at;
}

/** The row as the change leaves it. */
export function paymentAfter(row: PaymentRow, change: PaymentChange): PaymentRow {
  const { facts: _facts, ends: _ends, ...columns } = change;
  return { ...row, ...columns, version: row.version + 1 };
}

function told(
  row: PaymentRow,
  change: PaymentChange,
  { kind, publicUrl }: { readonly kind: EventKind; readonly publicUrl: string },
): PaymentChange {
  const after = paymentAfter(row, change);
  return { ...change, facts: [factOf(after, { kind, publicUrl })] };
}

/** What is told of a payment: what getPayment answers, without its client_secret. */
export function factOf(
  row: PaymentRow,
  { kind, publicUrl }: { readonly kind: EventKind; readonly publicUrl: string },
): Fact {
  return newFact({
    kind,
    sequence: row.sequence,
    at: row.updated_at.toISOString(),
    facts: presentPayment(row, { publicUrl, clientSecret: null }),
  });
}
