import { isOutage } from '../../../store/index.ts';
import { askProvider } from './ask-provider.ts';
import type { Payments } from '../module.ts';
import { planPoll } from './poll-schedule.ts';
import { claimDuePolls, claimPoll, restPolls, type PolledRow, type Rested } from './polls.queries.ts';
import type { PaymentKey, PaymentRow } from './payments.queries.ts';

const BATCH_ROWS = 32;
/** Longer than a provider may take, so that no two nodes ask about one payment at once. */
export const LEASE_MS = 30_000;

/** Asks the providers about payments whose turn it is; answers how many those were. */
export async function pollDuePayments(room: Payments): Promise<number> {
  const now = room.world.systemNow();
  const due = await claimDuePolls(room.store.system, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
    rowsMax: BATCH_ROWS,
  });
  const rested = await Promise.all(due.map((row) => pollOne(room, row)));
  await restPolls(room.store.system, rested);
  return due.length;
}

/** Asks about one payment now, unless another is at it; answers how it stands then. */
export async function pollNow(room: Payments, row: PaymentRow, at: Date): Promise<PaymentRow> {
  const now = room.world.systemNow();
  const key: PaymentKey = { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id };
  const claimed = await claimPoll(room.store.system, key, { now, until: new Date(now.getTime() + LEASE_MS) });
  if (!claimed) return row;
  const { row: after } = await askProvider(room, claimed, at);
  await restPolls(room.store.system, [restOf(room, claimed, after)]);
  return after;
}

/** One payment that cannot be asked about must not hold up the others. */
async function pollOne(room: Payments, row: PolledRow): Promise<Rested> {
  const at = row.clock ?? room.world.now();
  try {
    return restOf(room, row, (await askProvider(room, row, at)).row);
  } catch (error) {
    if (isOutage(error)) throw error;
    room.log.error(
      { error, paymentId: row.id },
      'A payment could not be asked about and is asked about again.',
    );
    return restOf(room, row, row);
  }
}

/** When it is asked about next: by the wall clock, though its time is over by the merchant's. */
export function restOf(room: Payments, claimed: PolledRow, after: PaymentRow): Rested {
  const now = room.world.now();
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
