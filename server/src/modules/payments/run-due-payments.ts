import type { Tenant } from '../../kernel/call/tenant.ts';
import { isOutage } from '../../store/index.ts';
import { expiringPayments, paymentsDueOnClock } from './payments/polls.queries.ts';
import { expireLinksOnClock } from './links/expire-links.ts';
import { movePayment } from './payments/move-payment.ts';
import type { Payments } from './module.ts';
import { movedTo } from './payments/payment-change.ts';
import { findPayment, type PaymentKey } from './payments/payments.queries.ts';
import { pollNow } from './payments/poll-payments.ts';
import { settleTurn, takeTestCallbacks } from './providers/test/test-payments.queries.ts';
import { receiveCallback } from './payments/callbacks/callback-routes.ts';
import { testCallbackToken } from './providers/test/test-callbacks.ts';

const BATCH_ROWS = 200;
/** What one advance of a clock may set off, so that it ends. */
const CLOCK_STEPS_MAX = 100_000;

/** Ends payments whose time is over; answers how many. */
export async function expireDuePayments(module: Payments): Promise<number> {
  const now = module.world.now();
  let ended = 0;
  for (const key of await expiringPayments(module.store.system, now, BATCH_ROWS))
    ended += Number(await tryExpire(module, key, now));
  return ended;
}

/** Does what a merchant's test clock has made due of its payments, each thing at its own moment and in order of time. */
export async function runDuePaymentsOnClock(module: Payments, tenant: Tenant, clock: Date): Promise<void> {
  if (tenant.livemode) return;
  for (let steps = 0; steps < CLOCK_STEPS_MAX;) {
    const due = await paymentsDueOnClock(module.store.of(tenant), tenant, {
      now: clock,
      rowsMax: BATCH_ROWS,
    });
    if (due.length === 0) break;
    for (const { id, at, what } of due)
      await (what === 'expiry' ? expire(module, { tenant, id }, at) : turn(module, { tenant, id }, at));
    steps += due.length;
  }
  await expireLinksOnClock(module, tenant, clock);
  await sendTestCallbacks(module, { tenant, now: clock });
}

/** One payment that cannot be ended must not hold up all that expire after it. */
async function tryExpire(module: Payments, key: PaymentKey, now: Date): Promise<boolean> {
  try {
    return await expire(module, key, now);
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error({ error, paymentId: key.id }, 'A payment could not be expired and is tried again.');
    return false;
  }
}

async function expire(module: Payments, key: PaymentKey, at: Date): Promise<boolean> {
  const { publicUrl } = module.settings;
  const { changed } = await movePayment(module, key, (row) => {
    const waits = row.status === 'created' || row.status === 'requires_action';
    return waits && row.expires_at <= at ? movedTo(row, { to: 'expired', at, publicUrl }) : null;
  });
  return changed;
}

/** The test provider is in another state from this moment on, and is asked. */
async function turn(module: Payments, key: PaymentKey, at: Date): Promise<void> {
  await settleTurn(module.store.of(key.tenant), key);
  const row = await findPayment(module.store.of(key.tenant), key);
  if (row) await pollNow(module, row, at);
}

const CALLBACK_ROWS = 100;

/**
 * Sends the callbacks that the test provider owes, through the same door as those from outside; answers how many.
 * With a tenant: that of a test clock, which stands at `now`.
 */
export async function sendTestCallbacks(
  module: Payments,
  { tenant, now }: { readonly tenant: Tenant | null; readonly now: Date },
): Promise<number> {
  const due = await takeTestCallbacks(module.store.system, {
    now,
    merchantId: tenant?.merchantId ?? null,
    rowsMax: CALLBACK_ROWS,
  });
  let sent = 0;
  for (const { merchant_id: merchantId, ref, state, times } of due) {
    const token = testCallbackToken(module.vault, merchantId);
    for (let time = 0; time < times; time += 1) {
      await receiveCallback(module, {
        provider: 'test',
        token,
        callback: { body: Buffer.from(JSON.stringify({ ref, state })), headers: {}, query: {} },
      });
      sent += 1;
    }
  }
  return sent;
}
