import { check, type DatabaseReport } from '../../../store/index.ts';

const WHICH = (id: string, table: string): string =>
  `${id} || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
/** A message is remembered for 31 days after its fact was written. */
const REMEMBERED = `interval '30 days'`;
const LINES = `SELECT s.merchant_id, s.livemode, s.id, s.status, s.completed_at, l.line FROM sales s, jsonb_array_elements(s.lines) AS l (line)`;
/** What a line takes of the stock: itself, or each component of a bundle. */
const GOODS = `SELECT l.merchant_id, l.livemode, l.id, l.completed_at, concat_ws('.', l.line ->> 'line', c.place) AS line, (coalesce(c.part, l.line) ->> 'tracked')::boolean AS tracked,
    CASE WHEN c.part IS NULL THEN (l.line ->> 'quantity')::numeric ELSE trunc((l.line ->> 'quantity')::numeric * (c.part ->> 'quantity')::numeric / 1000) END AS quantity
  FROM (${LINES}) AS l LEFT JOIN LATERAL jsonb_array_elements(l.line -> 'components') WITH ORDINALITY AS c (part, place) ON true`;
const PAYMENTS = `SELECT s.merchant_id, s.livemode, s.id, p.payment ->> 'id' AS payment_id, p.payment ->> 'cash_session_id' AS session_id, (p.payment ->> 'share')::bigint + (p.payment ->> 'rounding')::bigint AS amount
  FROM sales s, jsonb_array_elements(s.payments) AS p (payment) WHERE p.payment ->> 'verdict' = 'kept'`;

/** What must hold of sales at every moment. */
export const saleChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.saleLinesAddUp',
    `SELECT ${WHICH('s.id', 's')} || ': its lines, service charge and tip make ' || l.total + (s.terms ->> 'service_total')::bigint + s.tip || ', the sale ' || s.total FROM sales s
     JOIN (SELECT merchant_id, livemode, id, sum((line ->> 'total')::bigint) AS total FROM (${LINES}) AS x GROUP BY 1, 2, 3) AS l ON ${KEY('l', 's')} AND l.id = s.id
     WHERE NOT 'totals_differ' = ANY (s.flags) AND l.total + (s.terms ->> 'service_total')::bigint + s.tip <> s.total`,
  ),
  check(
    'verify.completedSalesArePaid',
    `SELECT ${WHICH('s.id', 's')} || ' is ' || s.status || ': ' || s.total || ' and ' || s.cash_rounding || ' by rounding, ' || s.amount_paid || ' paid' FROM sales s
     WHERE s.completed_at IS NOT NULL AND NOT 'totals_differ' = ANY (s.flags) AND s.amount_paid <> s.total + s.cash_rounding`,
  ),
  check(
    'verify.salePaymentsAreKept',
    `SELECT ${WHICH('s.id', 's')} || ': ' || s.amount_paid || ' paid, its payments are ' || coalesce(p.amount, 0) || ', decided were ' || coalesce(k.amount, 0) FROM sales s
     LEFT JOIN (SELECT merchant_id, livemode, id, sum(amount) AS amount FROM (${PAYMENTS}) AS x GROUP BY 1, 2, 3) AS p ON ${KEY('p', 's')} AND p.id = s.id
     LEFT JOIN (SELECT merchant_id, livemode, sale_id, sum(amount) AS amount FROM sale_payments WHERE verdict = 'kept' GROUP BY 1, 2, 3) AS k ON ${KEY('k', 's')} AND k.sale_id = s.id
     WHERE s.amount_paid <> coalesce(p.amount, 0) OR s.amount_paid <> coalesce(k.amount, 0)`,
  ),
  check(
    'verify.keptSalePaymentsSucceeded',
    `SELECT ${WHICH('k.payment_id', 'k')} || ' is kept for ' || k.sale_id || ' and is ' || coalesce(p.status, 'not there') FROM sale_payments k LEFT JOIN payments p ON ${KEY('p', 'k')} AND p.id = k.payment_id
     WHERE p.status IS DISTINCT FROM 'succeeded' OR p.amount <> k.amount`,
  ),
  check(
    'verify.soldGoodsLeftTheStock',
    `SELECT ${WHICH('l.id', 'l')} || ': line ' || l.line || ' took ' || coalesce(m.taken, 0) || ' in ' || coalesce(m.times, 0) || ' movements, ' || l.quantity || ' were sold' FROM (${GOODS}) AS l
     LEFT JOIN (SELECT merchant_id, livemode, ref_id, ref_line, -sum(delta) AS taken, count(*) AS times FROM stock_movements WHERE ref_type = 'sale' AND reason IN ('sale', 'sale_offline') GROUP BY 1, 2, 3, 4) AS m
       ON ${KEY('m', 'l')} AND m.ref_id = l.id AND m.ref_line = l.line
     WHERE CASE WHEN l.completed_at IS NOT NULL AND l.tracked THEN m.taken IS DISTINCT FROM l.quantity OR m.times IS DISTINCT FROM 1 ELSE m.times IS NOT NULL END`,
  ),
  check(
    'verify.voidedGoodsCameBack',
    `SELECT ${WHICH('s.id', 's')} || ' is ' || s.status || ': ' || coalesce(-m.sold, 0) || ' sold, ' || coalesce(m.back, 0) || ' came back' FROM sales s
     JOIN (SELECT merchant_id, livemode, ref_id, sum(delta) FILTER (WHERE reason IN ('sale', 'sale_offline')) AS sold, sum(delta) FILTER (WHERE reason = 'void') AS back FROM stock_movements WHERE ref_type = 'sale' GROUP BY 1, 2, 3) AS m
       ON ${KEY('m', 's')} AND m.ref_id = s.id
     WHERE coalesce(m.back, 0) <> CASE WHEN s.status = 'voided' THEN -coalesce(m.sold, 0) ELSE 0 END`,
  ),
  check(
    'verify.salesKeepStockOnlyWhileTheyWait',
    `SELECT ${WHICH('s.id', 's')} || ' is ' || s.status || ' and its stock is ' || s.stock_state FROM sales s
     WHERE s.stock_state <> CASE WHEN s.status IN ('completed', 'partially_refunded', 'refunded') THEN 'taken' WHEN s.status = 'pending_payment' THEN 'reserved' WHEN s.status = 'parked' THEN s.stock_state ELSE 'none' END OR s.status = 'parked' AND s.stock_state = 'taken'`,
  ),
  check(
    'verify.saleNumbersHaveNoGap',
    `SELECT c.location_id || ' ' || c.period || ' of ' || c.merchant_id || CASE WHEN c.livemode THEN ' (live)' ELSE ' (test)' END || ': the next number is ' || c.next || ', ' || coalesce(n.count, 0) || ' were given, from ' || coalesce(n.first, 0) || ' to ' || coalesce(n.last, 0)
     FROM sale_counters c LEFT JOIN (SELECT merchant_id, livemode, location_id, number_period, count(*) AS count, min(number) AS first, max(number) AS last FROM sales WHERE number IS NOT NULL GROUP BY 1, 2, 3, 4) AS n
       ON ${KEY('n', 'c')} AND n.location_id = c.location_id AND n.number_period = c.period
     WHERE c.next <> coalesce(n.count, 0) + 1 OR n.first <> 1 OR n.last <> n.count`,
  ),
  check(
    'verify.reportedLinesAreThoseSold',
    `SELECT ${WHICH('s.id', 's')} || ': ' || coalesce(l.lines, 0) || ' lines of ' || coalesce(l.total, 0) || ' for reports' FROM sales s
     LEFT JOIN (SELECT merchant_id, livemode, sale_id, count(*) AS lines, sum(total) AS total, sum(quantity_milli) AS quantity FROM sale_lines GROUP BY 1, 2, 3) AS l ON ${KEY('l', 's')} AND l.sale_id = s.id
     LEFT JOIN (SELECT merchant_id, livemode, id, count(*) AS lines, sum((line ->> 'total')::bigint) AS total, sum((line ->> 'quantity')::bigint) AS quantity FROM (${LINES}) AS x GROUP BY 1, 2, 3) AS k ON ${KEY('k', 's')} AND k.id = s.id
     WHERE CASE WHEN s.completed_at IS NULL THEN l.lines IS NOT NULL ELSE (l.lines, l.total, l.quantity) IS DISTINCT FROM (k.lines, k.total, k.quantity) END`,
  ),
  check(
    'verify.drawersHaveWhatSalesBrought',
    `SELECT ${WHICH('p.id', 'p')} || ': ' || p.amount || ' were paid into ' || p.session_id || ', its entries say ' || coalesce(e.amount, 0)
     FROM (SELECT merchant_id, livemode, id, session_id, sum(amount) AS amount FROM (${PAYMENTS}) AS x WHERE session_id IS NOT NULL GROUP BY 1, 2, 3, 4) AS p JOIN cash_sessions c ON ${KEY('c', 'p')} AND c.id = p.session_id
     LEFT JOIN (SELECT merchant_id, livemode, session_id, sale_id, sum(amount_minor) AS amount FROM cash_entries WHERE kind = 'sale' GROUP BY 1, 2, 3, 4) AS e ON ${KEY('e', 'p')} AND e.session_id = p.session_id AND e.sale_id = p.id
     WHERE coalesce(e.amount, 0) <> p.amount`,
  ),
  // Whoever makes a sale begins its payments, or a loop does half a minute later. Only of the wall clock is known how long that is ago.
  check(
    'verify.everyPendingSaleHasItsPayments',
    `SELECT ${WHICH('s.id', 's')} || ' waits for ' || w.id || ', which nobody has begun' FROM sales s CROSS JOIN LATERAL jsonb_to_recordset(s.payments) AS w (id text, status text)
     WHERE s.status = 'pending_payment' AND w.status = 'created' AND s.updated_at < now() - interval '2 minutes' AND NOT EXISTS (SELECT FROM payments p WHERE ${KEY('p', 's')} AND p.id = w.id)`,
  ),
  // A test clock parts a fact's own time from the time it was written at, so of test data none is looked at.
  check(
    'verify.everyCompletedSaleHasItsMessage',
    `SELECT ${WHICH('s.id', 's')} || ': nobody was told that it was completed' FROM sales s WHERE s.livemode AND s.completed_at > now() - ${REMEMBERED}
       AND NOT EXISTS (SELECT FROM webhook_dedup d WHERE ${KEY('d', 's')} AND d.dedup_key LIKE 'pos.sale.completed:%:' || s.id) AND NOT EXISTS (SELECT FROM outbox b WHERE ${KEY('b', 's')} AND b.kind = 'pos.sale.completed' AND b.entity = s.id)`,
  ),
]);
