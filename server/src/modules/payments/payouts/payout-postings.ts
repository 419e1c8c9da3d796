import type { Posting } from '../../ledger/index.ts';
import { clearingAccount } from '../payments/payment-postings.ts';
import type { PayoutRow } from './payouts.queries.ts';

type Step = 'created' | 'paid' | 'failed';
type Moved = Pick<PayoutRow, 'id' | 'amount' | 'currency' | 'provider'>;

/** Money on its way out, and money that is out. */
const [ON_ITS_WAY, OUT] = ['payout_pending', 'payout'];

/** What a step of a payout writes into the ledger: it leaves the provider's balance when it is asked for, and comes back when it fails. */
export function payoutPosting(
  { id, amount, currency, provider }: Moved,
  { step, at }: { readonly step: Step; readonly at: Date },
): Posting {
  const [to, from] = {
    created: [ON_ITS_WAY, clearingAccount(provider)],
    paid: [OUT, ON_ITS_WAY],
    failed: [clearingAccount(provider), ON_ITS_WAY],
  }[step] as [string, string];
  return {
    id: `ltx_${id}_${step}`,
    kind: `payout.${step}`,
    subject: id,
    currency,
    at,
    entries: [
      { account: to, amount },
      { account: from, amount: -amount },
    ],
  };
}
