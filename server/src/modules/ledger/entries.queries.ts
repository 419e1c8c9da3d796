import type { Currency } from '@cottontree/contract';
import { text, type ValuesOf } from '../../store/index.ts';
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

/** What stands on each account of `:merchant_id` and `:livemode`; of drawers on those in which something lies: each cash session has one, which is empty once it is closed. */
export const balancesOfAccounts = `SELECT account, currency, sum(amount) AS balance FROM ledger_entries WHERE merchant_id = :merchant_id AND livemode = :livemode GROUP BY account, currency
        HAVING sum(amount) <> 0 OR account NOT LIKE 'cash\\_drawer:%'`;

/** What lies with each provider, of the same. */
export const lyingWithProviders = `SELECT substr(account, 19) AS provider, currency, sum(amount) AS amount FROM ledger_entries
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND account LIKE 'provider\\_clearing:%' AND account <> 'provider_clearing:manual' GROUP BY account, currency`;

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
