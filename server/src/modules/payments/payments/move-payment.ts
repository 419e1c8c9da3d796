import { Failure } from '../../../kernel/call/failure.ts';
import { change } from '../../../kernel/change/change.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import {
  changePayment,
  findPayment,
  type PaymentChange,
  type PaymentKey,
  type PaymentRow,
} from './payments.queries.ts';
import {
  claimDueEnds,
  findOpenEnds,
  noteEnd,
  readLatePolicy,
  readRefundable,
  type EndRow,
} from './ends.queries.ts';
import { heldForReview, paymentAfter } from './payment-change.ts';
import type { PaymentEnd, PaymentPort, SubjectVerdict } from './payment-port.ts';
import { paymentPostings } from './payment-postings.ts';

/** Moves a payment as `decide` judges it; who owns what it is for is told of its end right after the commit. */
export async function movePayment(
  module: Payments,
  key: PaymentKey,
  decide: DecidePayment,
): Promise<MovedPayment> {
  const { row, changed, ended } = await writeMove(module, key, decide);
  if (ended) await tellOwner(module, key);
  return { row, changed };
}

const BATCH_ROWS = 50;
const LEASE_MS = 30_000;
/** How long until an end that could not be told is told again: twice as long each time, at most ten minutes. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 600_000;

/** Tells the owner of what a payment is for how it ended, in order; what fails is tried again by `tellDueOwners`. */
async function tellOwner(module: Payments, key: PaymentKey): Promise<void> {
  const ends = await findOpenEnds(module.store.of(key.tenant), key);
  for (const end of ends) if (!(await tryEnd(module, end))) return;
}

/** Tells what nobody was told yet; answers how many ends are settled now. */
export async function tellDueOwners(module: Payments): Promise<number> {
  const now = module.world.systemNow();
  const until = new Date(now.getTime() + LEASE_MS);
  const due = await claimDueEnds(module.store.system, { now, until, rowsMax: BATCH_ROWS });
  let settled = 0;
  for (const end of due) {
    // What is left is whoever's takes it next, by now perhaps another node's.
    if (module.world.systemNow() >= until) break;
    settled += Number(await tryEnd(module, end));
  }
  return settled;
}

async function tryEnd(module: Payments, end: EndRow): Promise<boolean> {
  const runner = module.store.of(tenantOf(end));
  try {
    const verdict = end.verdict ?? (await judgeEnd(module, end));
    if (end.verdict === null)
      await noteEnd(runner, end, { verdict, settled: verdict === 'kept', dueAt: end.at });
    if (verdict === 'refund') await sendBack(module, end);
    return true;
  } catch (error) {
    module.log.warn(
      { error, paymentId: end.payment_id },
      'The end of a payment could not be told and is told again.',
    );
    const waitMs = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** Math.min(end.tries, 20));
    await noteEnd(runner, end, {
      verdict: null,
      settled: false,
      dueAt: new Date(module.world.systemNow().getTime() + waitMs),
    });
    return false;
  }
}

/** The owner decides; without one, the merchant's policy on late money does. */
async function judgeEnd(module: Payments, end: EndRow): Promise<SubjectVerdict> {
  const tenant = tenantOf(end);
  if (end.subject_kind !== null && end.subject_id !== null) {
    const owner = module.owners.get(end.subject_kind);
    // A newer program asked for the money, and one of its nodes tells of it.
    if (!owner) throw new Error(`Nobody here is told of payments for a ${end.subject_kind}.`);
    return owner.ended(tenant, endOf(end, { kind: owner.kind, id: end.subject_id }));
  }
  if (!end.late) return 'kept';
  const policy = await readLatePolicy(module.store.of(tenant), tenant);
  if (policy === 'review')
    await hold(
      module,
      { tenant, id: end.payment_id },
      { reason: 'The money came after the payment had ended.', at: end.at },
    );
  return policy === 'refund' ? 'refund' : 'kept';
}

/** Has a person look at money that has come. */
async function hold(
  module: Payments,
  key: PaymentKey,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> {
  await writeMove(module, key, (row) =>
    row.review === null ? heldForReview(row, { reason, at, publicUrl: module.settings.publicUrl }) : null,
  );
}

/** Money for nothing goes back by itself. */
async function sendBack(module: Payments, end: EndRow): Promise<void> {
  await sendBackRest(module, tenantOf(end), {
    paymentId: end.payment_id,
    amountMinor: end.amount,
    reason: 'It came too late, or for nothing.',
    key: `end_${end.payment_id}_${end.version}`,
    at: end.at,
  });
  await noteEnd(module.store.of(tenantOf(end)), end, { verdict: 'refund', settled: true, dueAt: end.at });
}

/** Sends back what is left of a payment: one refund, however often this is tried. A provider that sends none back leaves it to a person. */
export async function sendBackRest(
  module: Payments,
  tenant: Tenant,
  back: Parameters<PaymentPort['sendBack']>[1],
): Promise<void> {
  await refundRest(module, tenant, back).catch(async (error: unknown) => {
    if (!(error instanceof Failure && error.code === 'REFUND_NOT_SUPPORTED')) throw error;
    await hold(
      module,
      { tenant, id: back.paymentId },
      { reason: `${back.reason} ${error.message}`, at: back.at },
    );
  });
}

async function refundRest(
  module: Payments,
  tenant: Tenant,
  { at: _at, ...wanted }: Parameters<PaymentPort['sendBack']>[1],
): Promise<void> {
  await module.port.refund(tenant, wanted).catch(async (error: unknown) => {
    if (!(error instanceof Failure && error.code === 'REFUND_EXCEEDS_PAYMENT')) throw error;
    // Somebody has sent a part of it back by hand: the rest follows, if there is any.
    const left = await readRefundable(module.store.of(tenant), tenant, wanted.paymentId);
    if (left > 0n) await module.port.refund(tenant, { ...wanted, amountMinor: left });
  });
}

function endOf(end: EndRow, subject: PaymentEnd['subject']): PaymentEnd {
  return {
    paymentId: end.payment_id,
    subject,
    status: end.status,
    amountMinor: end.amount,
    currency: end.currency,
    late: end.late,
    at: end.at,
  };
}

function tenantOf(end: EndRow): PaymentKey['tenant'] {
  return { merchantId: end.merchant_id, livemode: end.livemode };
}

/** What is to happen to a payment as it stands: a change, or nothing. Refusals are thrown. */
type DecidePayment = (row: PaymentRow) => PaymentChange | null;

export type MovedPayment = { readonly row: PaymentRow; readonly changed: boolean };
/** `ended`: somebody may have to be told. */
type WrittenMove = MovedPayment & { readonly ended: boolean };

/** Reads the payment, lets `decide` judge it, and writes its decision if nobody was faster; else reads and decides again. */
async function writeMove(module: Payments, key: PaymentKey, decide: DecidePayment): Promise<WrittenMove> {
  const runner = module.store.of(key.tenant);
  const payment = {
    key,
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
