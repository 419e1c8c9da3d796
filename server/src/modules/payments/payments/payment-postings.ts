import { drawerAccount, type Posting } from '../../ledger/index.ts';
import type { PaymentRow } from './payments.queries.ts';

type Paid = Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'provider'> & {
  readonly fee: bigint | null;
  readonly at: Date;
  readonly cashSessionId?: string | null;
};

/** Where money that came by a provider lies until it is paid out; cash lies in a drawer. */
export function clearingAccount(provider: string, cashSessionId: string | null = null): string {
  return provider === 'cash' ? drawerAccount(cashSessionId) : `provider_clearing:${provider}`;
}

/** What a success writes into the ledger: the money lies with the provider, less its fee, and was earned by sales. */
export function paymentPostings({
  id,
  amount,
  currency,
  provider,
  fee,
  at,
  cashSessionId = null,
}: Paid): readonly Posting[] {
  const kept = fee ?? 0n;
  const entries = [
    { account: clearingAccount(provider, cashSessionId), amount: amount - kept },
    { account: 'fees', amount: kept },
    { account: 'sales', amount: -amount },
  ];
  return [
    {
      id: `ltx_${id}_succeeded`,
      kind: 'payment.succeeded',
      subject: id,
      currency,
      at,
      entries: entries.filter((entry) => entry.amount !== 0n),
    },
  ];
}
