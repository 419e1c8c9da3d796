import { businessNow } from '../payments/business-now.queries.ts';
import type { Payments } from '../module.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import { pollNow } from '../payments/poll-payments.ts';
import { isByHand } from '../providers/by-hand/by-hand.ts';
import { findPaymentPage } from '../payments/find-payment-page.ts';

/** As `findPaymentPage`, for a payer who has come back from the provider: it is asked now instead of at its next turn. */
export async function refreshPaymentPage(module: Payments, token: string): Promise<PaymentRow | null> {
  const row = await findPaymentPage(module, token);
  if (!row || row.status === 'succeeded' || row.payer_chooses || isByHand(row.provider)) return row;
  return pollNow(
    module,
    row,
    await businessNow(module, { merchantId: row.merchant_id, livemode: row.livemode }),
  );
}
