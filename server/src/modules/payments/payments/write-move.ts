import { change } from '../../../kernel/change/change.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import { heldForReview, paymentAfter } from './payment-change.ts';
import { paymentPostings } from './payment-postings.ts';
import {
  changePayment,
  findPayment,
  type PaymentChange,
  type PaymentKey,
  type PaymentRow,
} from './payments.queries.ts';

/** What is to happen to a payment as it stands: a change, or nothing. Refusals are thrown. */
export type DecidePayment = (row: PaymentRow) => PaymentChange | null;

export type MovedPayment = { readonly row: PaymentRow; readonly changed: boolean };
/** `ended`: somebody may have to be told. */
export type WrittenMove = MovedPayment & { readonly ended: boolean };

/** Reads the payment, lets `decide` judge it, and writes its decision if nobody was faster; else reads and decides again. */
export async function writeMove(
  module: Payments,
  key: PaymentKey,
  decide: DecidePayment,
): Promise<WrittenMove> {
  const runner = module.store.of(key.tenant);
  const payment = {
    tooMany: 'requests change this payment',
    read: () => findPayment(runner, key),
    notFound: () => paymentNotFound(key.id),
  };
  return change<PaymentRow, WrittenMove>(payment, async (row) => {
    const decided = decide(row);
    if (!decided) return { row, changed: false, ended: false };
    const wanted: Wanted = { key, row, change: decided, runner };
    const written = await write(module, wanted).catch((error: unknown) => holdIfTaken(error, module, wanted));
    if (written?.changed) noteMove(module, written.row);
    return written;
  });
}

/** The refusal that is the same for absent, another merchant's and the other mode's. */
export function paymentNotFound(id: string): Failure {
  return new Failure('PAYMENT_NOT_FOUND', `There is no payment ${id.slice(0, 64)}.`);
}

type Wanted = {
  readonly key: PaymentKey;
  readonly row: PaymentRow;
  readonly change: PaymentChange;
  readonly runner: Runner;
};

/** Undefined when somebody was faster. */
async function write(
  module: Payments,
  { key, row, change, runner }: Wanted,
): Promise<WrittenMove | undefined> {
  const after = paymentAfter(row, change);
  const succeeds = change.status === 'succeeded' && row.status !== 'succeeded';
  const postings = succeeds
    ? paymentPostings({
        id: row.id,
        amount: row.amount,
        currency: row.currency,
        provider: change.provider,
        fee: change.fee,
        at: change.updated_at,
      })
    : [];
  const done = await changePayment(runner, key, { change, postings, toldFrom: module.world.now() });
  return done ? { row: after, changed: true, ended: change.ends } : undefined;
}

/** A provider that gives two payments one reference has mixed them up: a person has to look. */
async function holdIfTaken(
  error: unknown,
  module: Payments,
  { key, row, change, runner }: Wanted,
): Promise<WrittenMove | undefined> {
  if (constraintOf(error) !== 'payments_provider_ref') throw error;
  const reason = `The provider's reference ${change.provider_ref ?? ''} belongs to another payment.`;
  if (row.review?.reason === reason) return { row, changed: false, ended: false };
  return write(module, {
    key,
    row,
    change: heldForReview(row, { reason, at: change.updated_at, publicUrl: module.settings.publicUrl }),
    runner,
  });
}

function noteMove(module: Payments, row: PaymentRow): void {
  module.watch.heard(row);
  if (row.review !== null)
    module.log.warn({ paymentId: row.id, review: row.review }, 'A payment is held for review.');
}
