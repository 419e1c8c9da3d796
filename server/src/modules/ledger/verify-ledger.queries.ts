import { check, type DatabaseReport } from '../../store/index.ts';

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
