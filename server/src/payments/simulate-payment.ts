import {
  hasPaymentEnded,
  type Input,
  type Operations,
  type Payment,
  type PaymentFailureCode,
  type PaymentStatus,
  type SimulatedOutcome,
} from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { outsideEffect } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import { decidedAs, type DecidedAs } from './decide-test-payment.ts';
import { movePayment, paymentNotFound } from './move-payment.ts';
import type { Payments } from './open-payments.ts';
import { movedTo, paymentConflict } from './payment-change.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';
import { showPayment } from './reply-payment.ts';

/** Makes the test provider say how a payment ends, and takes its word. */
export async function simulatePayment(
  { params, body }: Input<Operations['simulatePayment']>,
  call: Call,
  room: Payments,
): Promise<Reply<Payment>> {
  const key = { tenant: call.tenant, id: params.id };
  const row = await findPayment(room.store.of(call.tenant), key);
  if (!row) throw paymentNotFound(params.id);
  if (row.provider !== 'test')
    throw new Failure('STATE_CONFLICT', `This payment is with ${row.provider}, not with the test provider.`, {
      details: { from: row.status, to: null, allowed: [] },
    });
  return outsideEffect<Payment>(room, call, async () => {
    refuseUnlessOpen(row, body.outcome);
    if (body.outcome === 'succeed_late') await expireFirst(room, row, call.now);
    return reply(
      showPayment(room, await decidedAs(room, row, decisionOf(body.outcome, body.failure_code ?? null))),
    );
  });
}

/** What has ended can only be proven paid after all. */
function refuseUnlessOpen(row: PaymentRow, outcome: SimulatedOutcome): void {
  const late = outcome === 'succeed' || outcome === 'succeed_late' || outcome === 'wrong_amount';
  if (row.status === 'succeeded' || (hasPaymentEnded(row.status as PaymentStatus) && !late))
    throw paymentConflict(row, STATUS_AFTER[outcome]);
}

const STATUS_AFTER: Readonly<Record<SimulatedOutcome, PaymentStatus>> = {
  succeed: 'succeeded',
  fail: 'failed',
  expire: 'expired',
  cancel: 'cancelled',
  processing: 'processing',
  succeed_late: 'succeeded',
  wrong_amount: 'processing',
};
/** One minor unit less than was asked for. */
const SHORT = -1n;

function decisionOf(outcome: SimulatedOutcome, failureCode: PaymentFailureCode | null): DecidedAs {
  const state = outcome === 'wrong_amount' ? 'succeeded' : STATUS_AFTER[outcome];
  return {
    state,
    failureCode: outcome === 'fail' ? (failureCode ?? 'declined') : null,
    amountShift: outcome === 'wrong_amount' ? SHORT : 0n,
  };
}

async function expireFirst(
  room: Payments,
  { id, merchant_id: merchantId, livemode }: PaymentRow,
  at: Date,
): Promise<void> {
  const { publicUrl } = room.settings;
  await movePayment(room, { tenant: { merchantId, livemode }, id }, (row) =>
    hasPaymentEnded(row.status as PaymentStatus) ? null : movedTo(row, { to: 'expired', at, publicUrl }),
  );
}
