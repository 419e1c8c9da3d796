import type { Currency, PaymentProviderId } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { nullable, statement, text, type Runner } from '../../../store/index.ts';
import { balancesOfAccounts, lyingWithProviders } from '../../ledger/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;

/** What lies with each provider, less what it was asked to send back, which leaves the account only once it has gone. */
const AVAILABLE = `WITH lying AS (
          ${lyingWithProviders}
        ), leaving AS (
          SELECT p.provider, p.currency, sum(r.amount) AS amount FROM money_out_polls q
          JOIN refunds r ON r.merchant_id = q.merchant_id AND r.livemode = q.livemode AND r.id = q.id JOIN payments p ON p.merchant_id = r.merchant_id AND p.livemode = r.livemode AND p.id = r.payment_id
          WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode AND q.kind = 'refund' AND r.status = 'pending' GROUP BY p.provider, p.currency
        )
        SELECT l.provider, l.currency, l.amount - coalesce(b.amount, 0) AS available FROM lying l LEFT JOIN leaving b ON b.provider = l.provider AND b.currency = l.currency`;

const available = statement({
  name: 'payouts.available',
  params: TENANT,
  row: { provider: text<PaymentProviderId>(), currency: text<Currency>(), available: 'numeric' },
  sql: `${AVAILABLE} ORDER BY 1, 2`,
});

/** Both of one snapshot: a payout between two would stand in one of them alone. */
const balance = statement({
  name: 'payouts.balance',
  params: TENANT,
  row: {
    account: 'text?',
    provider: nullable(text<PaymentProviderId>()),
    currency: text<Currency>(),
    amount: 'numeric',
  },
  sql: `SELECT b.account, NULL::text AS provider, b.currency, b.balance AS amount FROM (${balancesOfAccounts}) b
        UNION ALL SELECT NULL, a.provider, a.currency, a.available FROM (${AVAILABLE}) a ORDER BY 1, 2, 3`,
});

type Amount = { readonly currency: Currency; readonly amount: bigint };
type Balance = {
  readonly accounts: readonly (Amount & { readonly account: string })[];
  readonly available: readonly (Amount & { readonly provider: PaymentProviderId })[];
};

/** What stands on each account, and what of it can be paid out, with each provider and in each currency. */
export async function readBalance(runner: Runner, tenant: Tenant): Promise<Balance> {
  const rows = await runner.run(balance, keyOf(tenant));
  return {
    accounts: rows.flatMap(({ account, currency, amount }) =>
      account === null ? [] : [{ account, currency, amount }],
    ),
    available: rows.flatMap(({ provider, currency, amount }) =>
      provider === null ? [] : [{ provider, currency, amount }],
    ),
  };
}

/** What can be paid out, with each provider and in each currency. */
export async function readAvailable(runner: Runner, tenant: Tenant) {
  return runner.run(available, keyOf(tenant));
}
