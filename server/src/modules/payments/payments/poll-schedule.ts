import { hasPaymentEnded, type PaymentStatus } from '@cottontree/contract';

export type PollPlan = {
  readonly polls: number;
  readonly latePolls: number;
  /** Null: it is asked about no more. */ readonly waitMs: number | null;
};
export type PolledSoFar = {
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
