import {
  hasPaymentEnded,
  readOutcome,
  type DecidedOutcome,
  type Input,
  type Operations,
  type Payment,
  type PaymentFailureCode,
  type PaymentStatus,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { decidedAs, type DecidedAs } from './decide-test-payment.ts';
import { movePayment, paymentNotFound } from './move-payment.ts';
import type { Payments } from '../module.ts';
import { movedTo, paymentConflict } from './payment-change.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';
import { showPayment } from './reply-payment.ts';

/** Makes the test provider say how a payment ends, and takes its word. */
export async function simulatePayment(
  { params, body }: Input<Operations['simulatePayment']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payment>> {
  const key = { tenant: call.tenant, id: params.id };
  const row = await findPayment(module.store.of(call.tenant), key);
  if (!row) throw paymentNotFound(params.id);
  if (row.provider !== 'test')
    throw new Failure('STATE_CONFLICT', `This payment is with ${row.provider}, not with the test provider.`, {
      details: { from: row.status, to: null, allowed: [] },
    });
  const outcome = readOutcome(body.outcome);
  return outsideEffect<Payment>(module, call, async (again) => {
    if (again && isDecided(row, outcome)) return reply(showPayment(module, row));
    refuseUnlessOpen(row, outcome);
    if (outcome === 'succeeded_late') await expireFirst(module, row, call.now);
    return reply(
      showPayment(module, await decidedAs(module, row, decisionOf(outcome, body.failure_code ?? null))),
    );
  });
}

/** What has ended can only be proven paid after all. */
function refuseUnlessOpen(row: PaymentRow, outcome: DecidedOutcome): void {
  const late = outcome === 'succeeded' || outcome === 'succeeded_late' || outcome === 'wrong_amount';
  if (row.status === 'succeeded' || (hasPaymentEnded(row.status) && !late))
    throw paymentConflict(row, STATUS_AFTER[outcome]);
}

/** Ended as it was to end: by a request that was cut off before it had its answer. */
function isDecided({ status }: PaymentRow, outcome: DecidedOutcome): boolean {
  return hasPaymentEnded(status) && status === STATUS_AFTER[outcome];
}

const STATUS_AFTER: Readonly<Record<DecidedOutcome, PaymentStatus>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
  processing: 'processing',
  succeeded_late: 'succeeded',
  wrong_amount: 'processing',
};
/** One minor unit less than was asked for. */
const SHORT = -1n;

function decisionOf(outcome: DecidedOutcome, failureCode: PaymentFailureCode | null): DecidedAs {
  const state = outcome === 'wrong_amount' ? 'succeeded' : STATUS_AFTER[outcome];
  return {
    state,
    failureCode: outcome === 'failed' ? (failureCode ?? 'declined') : null,
    amountShift: outcome === 'wrong_amount' ? SHORT : 0n,
  };
}

async function expireFirst(
  module: Payments,
  { id, merchant_id: merchantId, livemode }: PaymentRow,
  at: Date,
): Promise<void> {
  const { publicUrl } = module.settings;
  await movePayment(module, { tenant: { merchantId, livemode }, id }, (row) =>
    hasPaymentEnded(row.status) ? null : movedTo(row, { to: 'expired', at, publicUrl }),
  );
}
