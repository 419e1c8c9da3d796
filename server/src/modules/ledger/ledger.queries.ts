import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { equal, from, until } from '../../kernel/list/list-filters.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';
import { list } from '../../kernel/list/list.queries.ts';
import {
  check,
  type DatabaseReport,
  type Runner,
  statement,
  text,
  type ValuesOf,
} from '../../store/index.ts';
import { type Posting, postingsToJson } from './posting.ts';

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

/**
 * The part of a statement that writes postings (jsonb, see `postingsToJson`) beside the rows they are
 * about, which `source` names with merchant_id and livemode. Two common table expressions.
 */
export function postingStatements({
  source,
  postings,
}: {
  readonly source: string;
  readonly postings: string;
}): string {
  return `posted AS (
          INSERT INTO ledger_tx (merchant_id, livemode, id, kind, subject, created_at)
          SELECT s.merchant_id, s.livemode, p.id, p.kind, p.subject, p.at FROM ${source} s, jsonb_to_recordset(${postings}) AS p(id text, kind text, subject text, at timestamptz)
          RETURNING merchant_id, livemode, id
        ), entered AS (
          INSERT INTO ledger_entries (merchant_id, livemode, tx_id, account, amount, currency, created_at)
          SELECT t.merchant_id, t.livemode, p.id, e.account, e.amount, p.currency, p.at
          FROM posted t JOIN jsonb_to_recordset(${postings}) AS p(id text, currency text, at timestamptz, entries jsonb) ON p.id = t.id, jsonb_to_recordset(p.entries) AS e(account text, amount bigint)
        )`;
}

const write = statement({
  name: 'ledger.post',
  params: { merchant_id: 'text', livemode: 'bool', postings: 'jsonb' },
  row: { id: 'text' },
  sql: `WITH owner AS (SELECT :merchant_id::text AS merchant_id, :livemode::bool AS livemode), ${postingStatements({ source: 'owner', postings: ':postings' })} SELECT id FROM posted`,
});

/** Writes transactions into a ledger, within the caller's own. */
export async function post(tx: Runner, tenant: Tenant, postings: readonly Posting[]): Promise<void> {
  if (postings.length > 0) await tx.run(write, { ...keyOf(tenant), postings: postingsToJson(postings) });
}

const of = (table: string): string =>
  `' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;

/** What must hold of the ledger at every moment. */
export const ledgerChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.ledgerAddsUpToNothing',
    `SELECT e.tx_id || ${of('e')} || ' is ' || sum(e.amount) || ' ' || e.currency || ' apart' FROM ledger_entries e
     GROUP BY e.merchant_id, e.livemode, e.tx_id, e.currency HAVING sum(e.amount) <> 0`,
  ),
  check(
    'verify.everyLedgerTransactionHasEntries',
    `SELECT t.id || ${of('t')} || ' says nothing' FROM ledger_tx t
     WHERE NOT EXISTS (SELECT FROM ledger_entries e WHERE e.merchant_id = t.merchant_id AND e.livemode = t.livemode AND e.tx_id = t.id)`,
  ),
  check(
    'verify.courierCashEqualsLedger',
    `SELECT k.driver_id || ${of('k')} || ': has ' || sum(k.kept) || ' in hand, the ledger says ' || sum(k.posted) FROM (
       SELECT driver_id, merchant_id, livemode, amount AS kept, 0 AS posted FROM courier_cash
       UNION ALL SELECT substr(account, 14), merchant_id, livemode, 0, amount FROM ledger_entries WHERE account LIKE 'courier_cash:%') AS k
     GROUP BY k.driver_id, k.merchant_id, k.livemode HAVING sum(k.kept) <> sum(k.posted)`,
  ),
]);
