import { Failure } from '../../../kernel/call/failure.ts';
import { claimDueEnds, findOpenEnds, noteEnd, readLatePolicy, type EndRow } from './ends.queries.ts';
import type { Payments } from '../module.ts';
import { heldForReview } from './payment-change.ts';
import type { PaymentEnd, SubjectVerdict } from './payment-port.ts';
import type { PaymentKey } from './payments.queries.ts';
import { readRefundable } from './refundable.queries.ts';
import { writeMove } from './write-move.ts';

const BATCH_ROWS = 50;
const LEASE_MS = 30_000;
/** How long until an end that could not be told is told again: twice as long each time, at most ten minutes. */
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 600_000;

/** Tells the owner of what a payment is for how it ended, in order; what fails is tried again by `tellDueOwners`. */
export async function tellOwner(module: Payments, key: PaymentKey): Promise<void> {
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
  const owner = end.subject_kind === null ? undefined : module.owners.get(end.subject_kind);
  if (owner && end.subject_id !== null)
    return owner.ended(tenant, endOf(end, { kind: owner.kind, id: end.subject_id }));
  if (!end.late) return 'kept';
  const policy = await readLatePolicy(module.store.of(tenant), tenant);
  if (policy === 'review') await holdLate(module, end);
  return policy === 'refund' ? 'refund' : 'kept';
}

async function holdLate(module: Payments, end: EndRow): Promise<void> {
  const reason = 'The money came after the payment had ended.';
  await writeMove(module, { tenant: tenantOf(end), id: end.payment_id }, (row) =>
    row.review === null
      ? heldForReview(row, { reason, at: end.at, publicUrl: module.settings.publicUrl })
      : null,
  );
}

/** Money for nothing goes back by itself; one refund, however often this is tried. */
async function sendBack(module: Payments, end: EndRow): Promise<void> {
  const wanted = {
    paymentId: end.payment_id,
    amountMinor: end.amount,
    reason: 'It came too late, or for nothing.',
    key: `end_${end.payment_id}_${end.version}`,
    at: module.world.now(),
  };
  await module.port.refund(tenantOf(end), wanted).catch(async (error: unknown) => {
    if (!(error instanceof Failure && error.code === 'REFUND_EXCEEDS_PAYMENT')) throw error;
    // Somebody has sent a part of it back by hand: the rest follows, if there is any.
    const left = await readRefundable(module.store.of(tenantOf(end)), tenantOf(end), end.payment_id);
    if (left > 0n) await module.port.refund(tenantOf(end), { ...wanted, amountMinor: left });
  });
  await noteEnd(module.store.of(tenantOf(end)), end, { verdict: 'refund', settled: true, dueAt: end.at });
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
