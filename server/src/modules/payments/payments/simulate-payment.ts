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
import { movePayment, paymentNotFound } from './move-payment.ts';
import type { Payments } from '../module.ts';
import { decideAtTestProvider } from '../providers/test/test-payments.queries.ts';
import { movedTo, paymentConflict } from './payment-change.ts';
import { keyOfRow } from './ask-provider.ts';
import { findPayment, type PaymentKey, type PaymentRow } from './payments.queries.ts';
import { showPayment } from './present-payment.ts';
import { findPaymentPage } from './find-payment-page.ts';
import { pollAlone } from './poll-payments.ts';
import { businessNow } from './business-now.queries.ts';

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
    const decided = await decidedAs(module, key, async (before) => {
      if (again && isDecided(before, outcome)) return null;
      refuseUnlessOpen(before, outcome);
      if (outcome === 'succeeded_late') await expireFirst(module, before, call.now);
      return decisionOf(outcome, body.failure_code ?? null);
    });
    return reply(showPayment(module, decided));
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

/** What a payer can do on the test provider's page. */
export type TestDecision = 'approve' | 'decline' | 'expire';

const STATES = Object.freeze({ approve: 'succeeded', decline: 'failed', expire: 'expired' } as const);

/** Decides a test payment as its payer would, by the token of its page; null where there is no such test payment. */
export async function decideTestPayment(
  module: Payments,
  token: string,
  decision: TestDecision,
): Promise<PaymentRow | null> {
  const row = await findPaymentPage(module, token);
  if (!row || row.livemode || row.provider !== 'test') return null;
  const decided: DecidedAs = {
    state: STATES[decision],
    failureCode: decision === 'decline' ? 'customer_rejected' : null,
    amountShift: 0n,
  };
  return decidedAs(module, keyOfRow(row), async ({ status }) => (status === 'succeeded' ? null : decided));
}

type DecidedAs = {
  readonly state: string;
  readonly failureCode: PaymentFailureCode | null;
  readonly amountShift: bigint;
};

/** The test provider is told, unless nothing is decided, and then asked like any other. */
async function decidedAs(
  module: Payments,
  key: PaymentKey,
  decide: (row: PaymentRow) => Promise<DecidedAs | null>,
): Promise<PaymentRow> {
  return pollAlone(module, key, async (row) => {
    const decided = await decide(row);
    if (decided === null) return null;
    await decideAtTestProvider(module.store.of(key.tenant), key, decided);
    return businessNow(module, key.tenant);
  });
}
