import type { Currency, PaymentProviderId } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
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

/** Of drawers those in which something lies: each cash session has an account, which is empty once it is closed. */
const balances = statement({
  name: 'ledger.balances',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { account: 'text', currency: text<Currency>(), balance: 'numeric' },
  sql: `SELECT account, currency, sum(amount) AS balance FROM ledger_entries WHERE merchant_id = :merchant_id AND livemode = :livemode GROUP BY account, currency
        HAVING sum(amount) <> 0 OR account NOT LIKE 'cash\\_drawer:%' ORDER BY account, currency`,
});

/** What lies with each provider, less what it was asked to send back, which leaves the account only once it has gone. */
const available = statement({
  name: 'ledger.available',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { provider: text<PaymentProviderId>(), currency: text<Currency>(), available: 'numeric' },
  sql: `WITH lying AS (
          SELECT substr(account, 19) AS provider, currency, sum(amount) AS amount FROM ledger_entries
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND account LIKE 'provider\\_clearing:%' AND account <> 'provider_clearing:manual' GROUP BY account, currency
        ), leaving AS (
          SELECT p.provider, p.currency, sum(r.amount) AS amount FROM money_out_polls q
          JOIN refunds r ON r.merchant_id = q.merchant_id AND r.livemode = q.livemode AND r.id = q.id JOIN payments p ON p.merchant_id = r.merchant_id AND p.livemode = r.livemode AND p.id = r.payment_id
          WHERE q.merchant_id = :merchant_id AND q.livemode = :livemode AND q.kind = 'refund' AND r.status = 'pending' GROUP BY p.provider, p.currency
        )
        SELECT l.provider, l.currency, l.amount - coalesce(b.amount, 0) AS available FROM lying l LEFT JOIN leaving b ON b.provider = l.provider AND b.currency = l.currency ORDER BY 1, 2`,
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

/** What stands on each account. */
export async function readBalances(runner: Runner, tenant: Tenant) {
  return runner.run(balances, keyOf(tenant));
}

/** What of it can be paid out, with each provider and in each currency. */
export async function readAvailable(runner: Runner, tenant: Tenant) {
  return runner.run(available, keyOf(tenant));
}
