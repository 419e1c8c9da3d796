import { hasPaymentEnded } from '@cottontree/contract';
import { askAs } from './ask-provider.ts';
import { movePayment, type MovedPayment } from './move-payment.ts';
import type { Payments } from '../module.ts';
import { movedTo } from './payment-change.ts';
import type { PaymentRow } from './payments.queries.ts';
import { isByHand } from '../providers/by-hand/by-hand.ts';

/**
 * Ends an open payment. A provider that can cancel is asked first, and what it says counts. A payment that the provider is
 * at already, or that has ended, stays as it is. Money that comes all the same is a late success.
 */
export async function cancelOpenPayment(module: Payments, row: PaymentRow, at: Date): Promise<MovedPayment> {
  if (hasPaymentEnded(row.status)) return { row, changed: false };
  const key = { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id };
  const asked =
    isByHand(row.provider) || row.provider_ref === null ? row : await askToCancel(module, row, at);
  if (hasPaymentEnded(asked.status)) return { row: asked, changed: asked.version > row.version };
  const moved = await movePayment(module, key, (current) =>
    isUnpaid(current) && current.provider_ref === asked.provider_ref
      ? movedTo(current, { to: 'cancelled', at, publicUrl: module.settings.publicUrl })
      : null,
  );
  // Its provider has been asked for the money meanwhile, so that one has to be told too.
  const isAskedSince = moved.row.provider_ref !== asked.provider_ref && !hasPaymentEnded(moved.row.status);
  return isAskedSince ? cancelOpenPayment(module, moved.row, at) : moved;
}

async function askToCancel(module: Payments, row: PaymentRow, at: Date): Promise<PaymentRow> {
  const account = await module.accounts.find(
    { merchantId: row.merchant_id, livemode: row.livemode },
    { provider: row.provider, accountId: row.account_id },
  );
  if (!account?.provider.cancel) return row;
  return (await askAs(module, row, { question: 'cancel', at })).moved.row;
}

/** As far as we know, nobody has begun to pay. */
function isUnpaid({ status }: PaymentRow): boolean {
  return status === 'created' || status === 'requires_action';
}
