import type { Tenant } from '../../kernel/call/tenant.ts';
import { receiveCallback } from './payments/callbacks/callback-routes.ts';
import type { Payments } from './module.ts';
import { takeTestCallbacks } from './providers/test/test-payments.queries.ts';
import { testCallbackToken } from './providers/test/test-callback-token.ts';

const BATCH_ROWS = 100;

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
    rowsMax: BATCH_ROWS,
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
