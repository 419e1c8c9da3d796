import type { Posting } from '../../ledger/index.ts';
import { clearingAccount } from '../payments/payment-postings.ts';

export type Refunded = {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly provider: string;
  readonly at: Date;
  readonly cashSessionId?: string | null;
};

/** What money that went back writes into the ledger: it left where the payment's lay. A provider keeps the payment's fee. */
export function refundPostings({
  id,
  paymentId,
  amount,
  currency,
  provider,
  at,
  cashSessionId = null,
}: Refunded): readonly Posting[] {
  const entries = [
    { account: 'refunds', amount },
    { account: clearingAccount(provider, cashSessionId), amount: -amount },
  ];
  return [{ id: `ltx_${id}_succeeded`, kind: 'refund.succeeded', subject: paymentId, currency, at, entries }];
}
