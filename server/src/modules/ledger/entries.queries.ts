import type { Currency } from '@cottontree/contract';
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
