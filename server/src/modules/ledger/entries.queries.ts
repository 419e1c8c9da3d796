import type { Currency, PaymentProviderId } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { nullable, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import { equal, from, until } from '../../kernel/list/list-filters.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';

const ROW = {
  tx_id: 'text',
  kind: 'text',
  subject: 'text',
  account: 'text',
  amount: 'int8',
  currency: text<Currency>(),
  created_at: 'timestamptz',
  livemode: 'bool',
} as const;

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;

/** Of drawers those in which something lies: each cash session has an account, which is empty once it is closed. */
const BALANCES = `SELECT account, currency, sum(amount) AS balance FROM ledger_entries WHERE merchant_id = :merchant_id AND livemode = :livemode GROUP BY account, currency
        HAVING sum(amount) <> 0 OR account NOT LIKE 'cash\\_drawer:%'`;

/** What lies with each provider, less what it was asked to send back, which leaves the account only once it has gone. */
const AVAILABLE = `WITH lying AS (
          SELECT substr(account, 19) AS provider, currency, sum(amount) AS amount FROM ledger_entries
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND account LIKE 'provider\\_clearing:%' AND account <> 'provider_clearing:manual' GROUP BY account, currency
        ), leaving AS (
          SELECT p.provider, p.currency, sum(r.amount) AS amount FROM money_out_polls q
          JOIN refunds r ON r.merchant_id = q.merchant_id AND r.livemode = q.livemode AND r.id = q.id JOIN payments p ON p.merchant_id = r.merchant_id AND p.livemode = r.livemode AND p.id = r.payment_id
          WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode AND q.kind = 'refund' AND r.status = 'pending' GROUP BY p.provider, p.currency
        )
        SELECT l.provider, l.currency, l.amount - coalesce(b.amount, 0) AS available FROM lying l LEFT JOIN leaving b ON b.provider = l.provider AND b.currency = l.currency`;

const available = statement({
  name: 'ledger.available',
  params: TENANT,
  row: { provider: text<PaymentProviderId>(), currency: text<Currency>(), available: 'numeric' },
  sql: `${AVAILABLE} ORDER BY 1, 2`,
});

/** Both of one snapshot: a payout between two would stand in one of them alone. */
const balance = statement({
  name: 'ledger.balance',
  params: TENANT,
  row: {
    account: 'text?',
    provider: nullable(text<PaymentProviderId>()),
    currency: text<Currency>(),
    amount: 'numeric',
  },
  sql: `SELECT b.account, NULL::text AS provider, b.currency, b.balance AS amount FROM (${BALANCES}) b
        UNION ALL SELECT NULL, a.provider, a.currency, a.available FROM (${AVAILABLE}) a ORDER BY 1, 2, 3`,
});

/** A merchant's entries. */
export const entryList = list('listLedgerEntries', {
  from: 'ledger_entries e JOIN ledger_tx t ON t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.id = e.tx_id',
  row: ROW,
  select: 'e.tx_id, t.kind, t.subject, e.account, e.amount, e.currency, e.created_at, e.livemode',
  id: "encode(sha256(convert_to(e.tx_id || ' ' || e.account, 'UTF8')), 'hex')",
  counted: 'apart',
  filters: {
    account: equal('e.account'),
    subject: equal('t.subject'),
    created_from: from('e.created_at'),
    created_to: until('e.created_at'),
  },
  sorts: { created_at: byTime('e.created_at') },
});

export type LedgerEntryRow = ValuesOf<typeof ROW>;

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
