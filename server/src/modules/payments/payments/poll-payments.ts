import { scheduler } from 'node:timers/promises';
import { hasPaymentEnded, type PaymentStatus } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { inTurn } from '../../../kernel/change/in-turn.ts';
import { isOutage } from '../../../store/index.ts';
import { askProvider, keyOfRow } from './ask-provider.ts';
import type { Payments } from '../module.ts';
import { claimDuePolls, claimPoll, restPolls, type PolledRow, type Rested } from './polls.queries.ts';
import { findPayment, type PaymentKey, type PaymentRow } from './payments.queries.ts';

const BATCH_ROWS = 32;
/** Longer than a provider may take, so that no two nodes ask about one payment at once. */
export const LEASE_MS = 30_000;

/** Asks the providers about payments whose turn it is; answers how many those were. */
export async function pollDuePayments(module: Payments): Promise<number> {
  const now = module.world.systemNow();
  const due = await claimDuePolls(module.store.system, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
    rowsMax: BATCH_ROWS,
  });
  const rested = await Promise.all(due.map((row) => pollOne(module, row)));
  await restPolls(module.store.system, rested);
  return due.length;
}

/** Asks about one payment now, unless another is at it; answers how it stands then. */
export async function pollNow(module: Payments, row: PaymentRow, at: Date): Promise<PaymentRow> {
  const claimed = await claimNow(module, keyOfRow(row));
  return claimed ? askClaimed(module, claimed, at) : row;
}

/** When to look again for a payment that another speaks with the provider about: two seconds in all. */
const CLAIM_GAPS_MS: readonly number[] = Object.freeze([10, 20, 50, 100, 200, 300, 400, 500, 500]);

/**
 * Lets `act` do something about a payment that nobody else speaks with its provider about, as it stands then, and asks the
 * provider; null: it is left as it is. So of many at once each finds what the one before it left.
 */
export async function pollAlone(
  module: Payments,
  key: PaymentKey,
  act: (row: PaymentRow) => Promise<Date | null>,
): Promise<PaymentRow> {
  const runner = module.store.of(key.tenant);
  return inTurn(`speaks about ${key.id}`, async () => {
    const claimed = await claimInTime(module, key);
    const asItWas = { row: claimed, polls: claimed.polls, latePolls: claimed.late_polls };
    const before = (await findPayment(runner, key)) ?? claimed;
    const dueAt = before.status === 'succeeded' ? null : claimed.poll_due_at;
    const leave = () => restPolls(module.store.system, [{ ...asItWas, dueAt }]);
    const at = await act(before).catch(async (error: unknown) => {
      await leave();
      throw error;
    });
    if (at !== null) return askClaimed(module, { ...claimed, ...(await findPayment(runner, key)) }, at);
    await leave();
    return before;
  });
}

async function claimInTime(module: Payments, key: PaymentKey): Promise<PolledRow> {
  for (const gapMs of [0, ...CLAIM_GAPS_MS]) {
    if (gapMs > 0) await scheduler.wait(gapMs);
    const claimed = await claimNow(module, key);
    if (claimed) return claimed;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'The provider is being asked about this payment. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}

function claimNow({ world, store }: Payments, key: PaymentKey): Promise<PolledRow | undefined> {
  const now = world.systemNow();
  return claimPoll(store.system, key, { now, until: new Date(now.getTime() + LEASE_MS) });
}

async function askClaimed(module: Payments, claimed: PolledRow, at: Date): Promise<PaymentRow> {
  const { row: after } = await askProvider(module, claimed, at);
  await restPolls(module.store.system, [restOf(module, claimed, after)]);
  return after;
}

/** One payment that cannot be asked about must not hold up the others. */
async function pollOne(module: Payments, row: PolledRow): Promise<Rested> {
  const at = row.clock ?? module.world.now();
  try {
    return restOf(module, row, (await askProvider(module, row, at)).row);
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, paymentId: row.id },
      'A payment could not be asked about and is asked about again.',
    );
    return restOf(module, row, row);
  }
}

/** When it is asked about next: by the wall clock, though its time is over by the merchant's. */
export function restOf(module: Payments, claimed: PolledRow, after: PaymentRow): Rested {
  const now = module.world.now();
  const isOver = (claimed.clock ?? now) >= after.expires_at;
  const plan = planPoll({
    status: after.status,
    isOver,
    polls: claimed.polls,
    latePolls: claimed.late_polls,
  });
  return {
    row: claimed,
    polls: plan.polls,
    latePolls: plan.latePolls,
    dueAt: plan.waitMs === null ? null : new Date(now.getTime() + plan.waitMs),
  };
}

type PollPlan = {
  readonly polls: number;
  readonly latePolls: number;
  /** Null: it is asked about no more. */ readonly waitMs: number | null;
};
type PolledSoFar = {
  readonly status: PaymentStatus;
  readonly isOver: boolean;
  readonly polls: number;
  readonly latePolls: number;
};

/** Seconds between the questions while the payer is at it; the last goes on. */
const WAIT_SECONDS = Object.freeze([2, 3, 5, 8, 13, 21, 30]);
const STEADY_SECONDS = 30;
/** More than fit into the longest time that a payment has: its merchant's test clock stands still. */
const STEADY_POLLS_MAX = 3_000;
/** For money that comes late: every five minutes for an hour, then every hour for three days. */
const LATE_WAIT_MS = 300_000;
const LATE_POLLS = 12;
const LAST_WAIT_MS = 3_600_000;
const LAST_POLLS = 72;

/** When to ask first, after the money was asked for. */
export const FIRST_POLL_MS = 2_000;

/** When to ask next after a question, by how it stands now. Failed money rarely comes late, so it is followed for an hour only. */
export function planPoll({ status, isOver, polls, latePolls }: PolledSoFar): PollPlan {
  if (status === 'succeeded') return { polls, latePolls, waitMs: null };
  if (!isOver && !hasPaymentEnded(status))
    return {
      polls: polls + 1,
      latePolls,
      waitMs: polls < STEADY_POLLS_MAX ? (WAIT_SECONDS[polls + 1] ?? STEADY_SECONDS) * 1_000 : LAST_WAIT_MS,
    };
  const most = status === 'failed' ? LATE_POLLS : LATE_POLLS + LAST_POLLS;
  if (latePolls >= most) return { polls, latePolls, waitMs: null };
  return { polls, latePolls: latePolls + 1, waitMs: latePolls < LATE_POLLS ? LATE_WAIT_MS : LAST_WAIT_MS };
}
