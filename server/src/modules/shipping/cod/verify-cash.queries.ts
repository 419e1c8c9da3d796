import { check, type DatabaseReport } from '../../../store/index.ts';

const JOB = `d.job_number || ' of ' || d.merchant_id || CASE WHEN d.livemode THEN ' (live)' ELSE ' (test)' END`;
/** Which postings the cash of a delivery must have by now. */
const POSTED = `deliveries d CROSS JOIN (VALUES ('collected', 1), ('deposited', 2), ('settled', 3)) AS s (step, place)
     LEFT JOIN ledger_tx t ON t.merchant_id = d.merchant_id AND t.livemode = d.livemode AND t.id = 'ltx_' || d.job_number || '_' || s.step`;
const PLACE = `CASE d.cod_status WHEN 'collected' THEN 1 WHEN 'disputed' THEN 1 WHEN 'deposited' THEN 2 WHEN 'settled' THEN 3 ELSE 0 END`;

/** A payment settled it, so that no cash passed through anybody's hands. */
const PAID = `EXISTS (SELECT FROM delivery_payments k WHERE k.merchant_id = d.merchant_id AND k.livemode = d.livemode AND k.job_number = d.job_number AND k.state = 'kept')`;
const PAYMENT = `k.payment_id || ' of ' || k.merchant_id || CASE WHEN k.livemode THEN ' (live)' ELSE ' (test)' END`;

/** What must hold of cash on delivery and of claims at every moment. */
export const cashChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.cashIsPosted',
    `SELECT ${JOB} || ' is ' || d.cod_status || ', and that it was ' || s.step || ' is not posted' FROM ${POSTED} WHERE d.cod_amount > 0 AND s.place <= ${PLACE} AND t.id IS NULL AND NOT ${PAID}`,
  ),
  check(
    'verify.postedCashHasItsStatus',
    `SELECT ${JOB} || ' is ' || d.cod_status || ', and ' || t.id || ' is posted' FROM ${POSTED} WHERE (s.place > ${PLACE} OR ${PAID}) AND t.id IS NOT NULL`,
  ),
  check(
    'verify.postedCashIsTheWholeOfIt',
    `SELECT ${JOB} || ' has ' || d.cod_amount || ' to collect, and ' || t.id || ' posts ' || p.amount FROM ${POSTED}
     CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS amount FROM ledger_entries e WHERE e.merchant_id = t.merchant_id AND e.livemode = t.livemode AND e.tx_id = t.id) p
     WHERE t.id IS NOT NULL AND p.amount <> d.cod_amount`,
  ),
  check(
    'verify.paymentsOfDeliveriesSettleThem',
    `SELECT ${PAYMENT} || ' is kept with ' || k.amount || ' for ' || k.job_number || ', whose ' || d.cod_amount || ' is ' || d.cod_status FROM delivery_payments k
     JOIN deliveries d ON d.merchant_id = k.merchant_id AND d.livemode = k.livemode AND d.job_number = k.job_number
     WHERE k.state = 'kept' AND (d.cod_status <> 'settled' OR d.cod_amount <> k.amount)`,
  ),
  check(
    'verify.paymentsOfDeliveriesSucceeded',
    `SELECT ${PAYMENT} || ' is ' || k.state || ' for ' || k.job_number || ', but ' || coalesce('is ' || p.status || ' of ' || p.amount, 'is not there') FROM delivery_payments k
     LEFT JOIN payments p ON p.merchant_id = k.merchant_id AND p.livemode = k.livemode AND p.id = k.payment_id
     WHERE p.id IS NULL OR p.status <> 'succeeded' OR p.amount <> k.amount OR p.subject_kind IS DISTINCT FROM 'delivery' OR p.subject_id <> k.job_number`,
  ),
  check(
    'verify.paymentsForDeliveriesAreKnownThere',
    `SELECT p.id || ' of ' || p.merchant_id || CASE WHEN p.livemode THEN ' (live)' ELSE ' (test)' END || ' succeeded for ' || p.subject_id || ', which does not know of it' FROM payments p
     JOIN payment_ends e ON e.merchant_id = p.merchant_id AND e.livemode = p.livemode AND e.payment_id = p.id AND e.status = 'succeeded' AND e.settled
     WHERE p.subject_kind = 'delivery' AND NOT EXISTS (SELECT FROM delivery_payments k WHERE k.merchant_id = p.merchant_id AND k.livemode = p.livemode AND k.payment_id = p.id)`,
  ),
  check(
    'verify.depositsEqualTheirJobs',
    `SELECT c.id || ' declares ' || c.declared || ', its parcels are ' || coalesce(sum(j.amount), 0) FROM cash_deposits c LEFT JOIN cash_deposit_jobs j ON j.deposit_id = c.id GROUP BY c.id, c.declared
     HAVING c.declared IS DISTINCT FROM coalesce(sum(j.amount), 0)`,
  ),
  check(
    'verify.settlementsEqualTheirJobs',
    `SELECT s.id || ' of ' || s.merchant_id || ' pays ' || s.paid || ', its parcels are ' || coalesce(sum(j.amount), 0) || ' less fees of ' || s.fees || ' and more by claims of ' || s.claims FROM settlements s
     LEFT JOIN settlement_jobs j ON j.merchant_id = s.merchant_id AND j.livemode = s.livemode AND j.settlement_id = s.id
     GROUP BY s.merchant_id, s.livemode, s.id, s.cash, s.fees, s.claims, s.paid HAVING s.cash IS DISTINCT FROM coalesce(sum(j.amount), 0) OR s.paid <> s.cash - s.fees + s.claims`,
  ),
  check(
    'verify.approvedClaimsArePosted',
    `SELECT c.id || ' of ' || c.merchant_id || ' was approved with ' || c.approved || ', and ' || coalesce(p.amount, 0) || ' is posted' FROM claims c
     CROSS JOIN LATERAL (SELECT sum(e.amount) FILTER (WHERE e.amount > 0) AS amount FROM ledger_entries e WHERE e.merchant_id = c.merchant_id AND e.livemode = c.livemode AND e.tx_id = 'ltx_' || c.id || '_approved') p
     WHERE coalesce(p.amount, 0) <> CASE c.status WHEN 'approved' THEN coalesce(c.approved, 0) ELSE 0 END`,
  ),
]);
