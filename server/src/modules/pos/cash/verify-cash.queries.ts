import { check, type DatabaseReport } from '../../../store/index.ts';

const KEY = (left: string, right: string): string =>
  `${left}.merchant_id = ${right}.merchant_id AND ${left}.livemode = ${right}.livemode`;
const WHICH = (table: string): string =>
  `${table}.id || ' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
/** An amount of a report in the currency's minor units. */
const minor = (amount: string, currency: string): string =>
  `round((${amount})::numeric * power(10::numeric, CASE ${currency} WHEN 'XOF' THEN 0 WHEN 'GNF' THEN 0 WHEN 'TND' THEN 3 ELSE 2 END))`;

/** What must hold of drawers and their reports at every moment. Hashes are checked beside, for they are over the bytes of canonical JSON. */
export const cashChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.zReportsHaveNoGap',
    `SELECT z.series || ' of ' || z.merchant_id || ' has ' || count(*) || ' reports up to number ' || max(z.number) FROM z_reports z GROUP BY z.merchant_id, z.livemode, z.series HAVING count(*) <> max(z.number) OR min(z.number) <> 1`,
  ),
  check(
    'verify.zReportsAreChained',
    `SELECT ${WHICH('c')} || ' does not follow the report before it' FROM (
       SELECT z.*, lag(z.hash, 1, decode(repeat('00', 32), 'hex')) OVER (PARTITION BY z.merchant_id, z.livemode, z.series ORDER BY z.number) AS expected FROM z_reports z) AS c
     WHERE c.previous_hash <> c.expected OR c.hash <> sha256(convert_to(c.body, 'UTF8')) OR c.body::jsonb ->> 'previous_hash' <> encode(c.previous_hash, 'hex') OR (c.body::jsonb ->> 'number')::int <> c.number`,
  ),
  check(
    'verify.zReportsAddUp',
    `SELECT ${WHICH('c')} || ' has ' || c.perpetual_sales_minor || ' and ' || c.perpetual_refunds_minor || ' in all; its documents make ' || c.sales || ' and ' || c.refunds FROM (
       SELECT z.*, sum(d.sales) OVER chain AS sales, sum(d.refunds) OVER chain AS refunds FROM z_reports z CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.total_minor) FILTER (WHERE e.kind = 'sale'), 0) AS sales, coalesce(sum(e.total_minor) FILTER (WHERE e.kind <> 'sale'), 0) AS refunds
         FROM cash_documents e WHERE ${KEY('e', 'z')} AND ((e.session_id = z.session_id AND NOT e.late) OR e.reported_in = z.id)) AS d
       WINDOW chain AS (PARTITION BY z.merchant_id, z.livemode, z.series ORDER BY z.number)) AS c
     WHERE c.perpetual_sales_minor <> c.sales OR c.perpetual_refunds_minor <> c.refunds`,
  ),
  check(
    'verify.zReportsExpectWhatWasEntered',
    `SELECT ${WHICH('z')} || ' expects ' || t.expected || ' of ' || t.tender || '; the entries make ' || coalesce(e.amount, 0) FROM z_reports z
     CROSS JOIN LATERAL (SELECT x ->> 'tender' AS tender, ${minor(`coalesce(z.body::jsonb -> 'exact' ->> ('tenders[' || n - 1 || '].expected'), x ->> 'expected')`, `z.body::jsonb ->> 'currency'`)} AS expected
       FROM jsonb_array_elements(z.body::jsonb -> 'tenders') WITH ORDINALITY AS x(x, n)) AS t
     LEFT JOIN LATERAL (SELECT sum(e.amount_minor) AS amount FROM cash_entries e WHERE ${KEY('e', 'z')} AND e.session_id = z.session_id AND e.tender = t.tender AND NOT e.late) AS e ON true
     WHERE t.expected <> coalesce(e.amount, 0)`,
  ),
  check(
    'verify.zReportsTellEveryTender',
    `SELECT DISTINCT ${WHICH('z')} || ' does not tell of ' || e.tender FROM z_reports z JOIN cash_entries e ON ${KEY('e', 'z')} AND e.session_id = z.session_id AND NOT e.late
     WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(z.body::jsonb -> 'tenders') AS x WHERE x ->> 'tender' = e.tender)`,
  ),
  check(
    'verify.closedDrawersHaveTheirReport',
    `SELECT ${WHICH('s')} || ' is ' || s.status || CASE WHEN z.id IS NULL THEN ' without a report' ELSE ' and has a report' END FROM cash_sessions s LEFT JOIN z_reports z ON ${KEY('z', 's')} AND z.session_id = s.id
     WHERE (s.status = 'closed') <> (z.id IS NOT NULL) OR s.status = 'closing' OR s.z_report_id IS DISTINCT FROM z.id`,
  ),
  check(
    'verify.drawersEqualLedger',
    `SELECT ${WHICH('s')} || ': ' || coalesce(e.amount, 0) || ' should lie in the drawer, the ledger says ' || coalesce(l.amount, 0) FROM cash_sessions s
     LEFT JOIN LATERAL (SELECT sum(e.amount_minor) AS amount FROM cash_entries e WHERE ${KEY('e', 's')} AND e.session_id = s.id AND e.tender = 'cash' AND (s.status <> 'closed' OR e.late)) AS e ON true
     LEFT JOIN LATERAL (SELECT sum(l.amount) AS amount FROM ledger_entries l WHERE ${KEY('l', 's')} AND l.account = 'cash_drawer:' || s.id) AS l ON true
     WHERE coalesce(e.amount, 0) <> coalesce(l.amount, 0) AND (s.status <> 'closed' OR EXISTS (SELECT FROM ledger_tx t WHERE ${KEY('t', 's')} AND t.id IN ('ltx_' || s.id || '_closed', 'ltx_' || s.id || '_closed_1')))`,
  ),
  check(
    'verify.floatsAreEntered',
    `SELECT ${WHICH('s')} || ' was opened with ' || s.opening_float_minor || ' and has ' || coalesce(sum(e.amount_minor), 0) FROM cash_sessions s LEFT JOIN cash_entries e ON ${KEY('e', 's')} AND e.session_id = s.id AND e.kind = 'opening'
     GROUP BY s.merchant_id, s.livemode, s.id, s.opening_float_minor HAVING coalesce(sum(e.amount_minor), 0) <> s.opening_float_minor OR count(e.id) <> 1`,
  ),
]);
