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
  const now = module.world.systemNow();
  const key: PaymentKey = { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id };
  const claimed = await claimPoll(module.store.system, key, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
  });
  if (!claimed) return row;
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
