import { check, type DatabaseReport } from '../../../store/index.ts';

const WHICH = (table: string): string =>
  `${table}.variant_id || ' at ' || ${table}.location_id || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
const LEVEL = (left: string, right: string): string =>
  `${KEY(left, right)} AND ${left}.location_id = ${right}.location_id AND ${left}.variant_id = ${right}.variant_id`;
const SUMS = `SELECT merchant_id, livemode, location_id, variant_id, sum(delta) AS delta, sum(reserved_delta) AS reserved_delta, count(*) AS movements, max(seq) AS seq FROM stock_movements GROUP BY 1, 2, 3, 4`;

/** What must hold of stock at every moment. */
export const stockChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.stockIsWhatMoved',
    `SELECT ${WHICH('l')} || ': ' || l.on_hand || ' on hand, ' || l.reserved || ' reserved; movements make ' || coalesce(m.delta, 0) || ' and ' || coalesce(m.reserved_delta, 0)
     FROM stock_levels l LEFT JOIN (${SUMS}) AS m ON ${LEVEL('m', 'l')} WHERE l.on_hand <> coalesce(m.delta, 0) OR l.reserved <> coalesce(m.reserved_delta, 0)`,
  ),
  check(
    'verify.stockMovementsHaveNoGap',
    `SELECT ${WHICH('l')} || ': ' || coalesce(m.movements, 0) || ' movements up to ' || coalesce(m.seq, 0) || ', the level is at ' || l.seq
     FROM stock_levels l LEFT JOIN (${SUMS}) AS m ON ${LEVEL('m', 'l')} WHERE l.seq <> coalesce(m.movements, 0) OR l.seq <> coalesce(m.seq, 0)`,
  ),
  check(
    'verify.stockMovementsHaveTheirLevel',
    `SELECT ${WHICH('m')} || ' has moved and has no level' FROM (${SUMS}) AS m LEFT JOIN stock_levels l ON ${LEVEL('l', 'm')} WHERE l.seq IS NULL`,
  ),
  check(
    'verify.stockMovementsFollowOneAnother',
    `SELECT ${WHICH('m')} || ': movement ' || m.seq || ' leaves ' || m.balance_after || ' and ' || m.reserved_after || ' after ' || m.balance_before || ' and ' || m.reserved_before FROM (
       SELECT merchant_id, livemode, location_id, variant_id, seq, delta, reserved_delta, balance_after, reserved_after,
         lag(balance_after, 1, 0::bigint) OVER chain AS balance_before, lag(reserved_after, 1, 0::bigint) OVER chain AS reserved_before
       FROM stock_movements WINDOW chain AS (PARTITION BY merchant_id, livemode, location_id, variant_id ORDER BY seq)) AS m
     WHERE m.balance_after <> m.balance_before + m.delta OR m.reserved_after <> m.reserved_before + m.reserved_delta`,
  ),
  check(
    'verify.stockIsKeptForOpenSales',
    `SELECT m.ref_type || ' ' || m.ref_id || ' of ' || m.merchant_id || CASE WHEN m.livemode THEN ' (live)' ELSE ' (test)' END || ' keeps ' || m.kept || ' of stock and is ' || coalesce(s.status, 'no sale')
     FROM (SELECT merchant_id, livemode, ref_type, ref_id, sum(reserved_delta) AS kept FROM stock_movements GROUP BY 1, 2, 3, 4 HAVING sum(reserved_delta) <> 0) AS m
     LEFT JOIN sales s ON ${KEY('s', 'm')} AND s.id = m.ref_id AND m.ref_type = 'sale' WHERE s.stock_state IS DISTINCT FROM 'reserved' OR m.kept < 0`,
  ),
]);
