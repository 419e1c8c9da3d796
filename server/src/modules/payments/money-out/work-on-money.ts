import type { Loop } from '../../../kernel/running/loop.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';
import { claimDueMoney, restMoney } from './polls.queries.ts';

/** Asks about one refund or payout and moves it on. */
type PursueMoney = (
  module: Payments,
  key: { readonly tenant: Tenant; readonly id: string },
) => Promise<unknown>;

const EVERY_MS = 1_000;
const BATCH_ROWS = 20;

/** Asks providers about money on its way until they tell how it ended. */
export function moneyLoop(module: Payments, kind: 'refund' | 'payout', pursue: PursueMoney): Loop {
  return { name: `payments.${kind}s`, everyMs: EVERY_MS, turn: () => pursueDue(module, kind, pursue) };
}

async function pursueDue(module: Payments, kind: 'refund' | 'payout', pursue: PursueMoney): Promise<number> {
  const { store, world, log } = module;
  const now = world.systemNow();
  const due = await claimDueMoney(store.system, {
    kind,
    now,
    until: new Date(now.getTime() + MONEY_LEASE_MS),
    rowsMax: BATCH_ROWS,
  });
  await Promise.all(
    due.map(async ({ merchant_id: merchantId, livemode, id, polls }) => {
      const tenant: Tenant = { merchantId, livemode };
      // Written before the question: whatever comes of it, the next one keeps its distance.
      await restMoney(store.of(tenant), tenant, { id, dueAt: nextPollAt(polls, now) });
      await pursue(module, { tenant, id }).catch((error: unknown) =>
        log.warn({ error, id }, 'A provider could not be asked about money on its way and is asked again.'),
      );
    }),
  );
  return due.length;
}

/** How many seconds after each question about money on its way the next one comes; then once an hour. */
const WAITS_SECONDS = [2, 3, 5, 8, 13, 21, 30, 60, 120, 300] as const;
const LAST_WAIT_SECONDS = 3_600;

/** When a provider that has been asked `polls` times already is asked again. */
function nextPollAt(polls: number, now: Date): Date {
  return new Date(now.getTime() + (WAITS_SECONDS[polls] ?? LAST_WAIT_SECONDS) * 1_000);
}

/** So long one node alone speaks about it: longer than a provider may take to answer. */
const MONEY_LEASE_MS = 60_000;
