import { check, type DatabaseReport } from '../../store/index.ts';

const of = (table: string): string =>
  `' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const same = (one: string, other: string): string =>
  `${one}.merchant_id = ${other}.merchant_id AND ${one}.livemode = ${other}.livemode`;

/** The places of a series that documents fill, beside what its counter has given away. */
const gapless = (series: string, table: string): string => `
     SELECT 'The ' || c.series || ' numbers of ' || c.period || ${of('c')} || ': ' || (c.next - 1) || ' given away, ' || count(d.number_place) || ' there, the last ' || coalesce(max(d.number_place), 0)
     FROM number_counters c LEFT JOIN ${table} d ON ${same('d', 'c')} AND d.number_period = c.period WHERE c.series = '${series}'
     GROUP BY c.merchant_id, c.livemode, c.series, c.period, c.next
     HAVING count(d.number_place) <> c.next - 1 OR coalesce(max(d.number_place), 0) <> c.next - 1 OR coalesce(min(d.number_place), 1) <> 1`;
const uncounted = (series: string, table: string): string => `
     SELECT d.number || ${of('d')} || ' has a place in a series that has no counter' FROM ${table} d
     WHERE d.number_place IS NOT NULL AND NOT EXISTS (SELECT FROM number_counters c WHERE ${same('c', 'd')} AND c.series = '${series}' AND c.period = d.number_period)`;

const NET = 'i.amount_paid - i.amount_refunded';
const DUE = `i.total + i.late_fee_total - i.amount_credited - (${NET})`;

/** What must hold of invoices and credit notes at every moment. */
export const invoiceChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.invoiceNumbersHaveNoGap',
    `${gapless('invoice', 'invoices')} UNION ALL ${uncounted('invoice', 'invoices')}`,
  ),
  check(
    'verify.creditNoteNumbersHaveNoGap',
    `${gapless('credit_note', 'credit_notes')} UNION ALL ${uncounted('credit_note', 'credit_notes')}`,
  ),
  check(
    'verify.invoicesEqualTheirPayments',
    `SELECT i.id || ${of('i')} || ': says ' || i.amount_paid || ' is paid, kept payments say ' || coalesce(p.kept, 0) || ', its list says ' || l.kept FROM invoices i
     LEFT JOIN (SELECT merchant_id, livemode, invoice_id, sum(kept) AS kept FROM invoice_payments WHERE state = 'kept' GROUP BY merchant_id, livemode, invoice_id) p ON ${same('p', 'i')} AND p.invoice_id = i.id
     CROSS JOIN LATERAL (SELECT coalesce(sum((one->>'amount')::bigint), 0) AS kept FROM jsonb_array_elements(i.payments) AS one) l
     WHERE i.amount_paid <> coalesce(p.kept, 0) OR i.amount_paid <> l.kept`,
  ),
  check(
    'verify.paymentsOfInvoicesSucceeded',
    `SELECT k.payment_id || ${of('k')} || ' is kept for ' || k.invoice_id || ', but ' || coalesce('is ' || p.status || ' of ' || p.amount, 'is not there') FROM invoice_payments k
     LEFT JOIN payments p ON ${same('p', 'k')} AND p.id = k.payment_id
     WHERE k.state IN ('kept', 'returned') AND (p.id IS NULL OR p.status <> 'succeeded' OR p.amount <> k.amount OR p.subject_id IS DISTINCT FROM k.invoice_id)`,
  ),
  check(
    'verify.notedPaymentsOfInvoicesAreThere',
    `SELECT n.payment_id || ${of('n')} || ' was noted for ' || n.invoice_id || ', and nobody has begun it' FROM invoice_payments n
     WHERE n.state = 'pending' AND n.begun_at < now() - interval '2 minutes' AND NOT EXISTS (SELECT FROM payments p WHERE ${same('p', 'n')} AND p.id = n.payment_id)`,
  ),
  check(
    'verify.invoicesEqualTheirCreditNotes',
    `SELECT i.id || ${of('i')} || ': says ' || i.amount_credited || ' credited and ' || i.amount_refunded || ' refunded, its credit notes ' || coalesce(d.amount, 0) || ' and ' || coalesce(d.refunded, 0) FROM invoices i
     LEFT JOIN (SELECT merchant_id, livemode, invoice_id, sum(amount) AS amount, sum(tax_total) AS tax, sum(amount_refunded) AS refunded, count(*) AS notes FROM credit_notes GROUP BY merchant_id, livemode, invoice_id) d ON ${same('d', 'i')} AND d.invoice_id = i.id
     WHERE i.amount_credited <> coalesce(d.amount, 0) OR i.tax_credited <> coalesce(d.tax, 0) OR i.amount_refunded <> coalesce(d.refunded, 0) OR cardinality(i.credit_note_ids) <> coalesce(d.notes, 0)`,
  ),
  check(
    'verify.creditNotesEqualTheirRefunds',
    `SELECT d.id || ${of('d')} || ': says ' || d.amount_refunded || ' goes back, its refunds say ' || coalesce(sum(r.amount), 0) FROM credit_notes d
     LEFT JOIN LATERAL jsonb_array_elements(d.refunds) AS one ON true LEFT JOIN refunds r ON ${same('r', 'd')} AND r.id = one->>'refund_id'
     GROUP BY d.merchant_id, d.livemode, d.id, d.amount_refunded HAVING d.amount_refunded <> coalesce(sum(r.amount), 0)`,
  ),
  check(
    'verify.creditNotesFollowTheirRefunds',
    `SELECT d.id || ${of('d')} || ': says ' || d.refund_status || ' with ' || d.amount_returned || ' gone back, its refunds say ' || coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0) FROM credit_notes d
     JOIN LATERAL jsonb_array_elements(d.refunds) AS one ON true JOIN refunds r ON ${same('r', 'd')} AND r.id = one->>'refund_id' WHERE d.amount_refunded > 0 AND d.refund_status <> 'pending'
     GROUP BY d.merchant_id, d.livemode, d.id, d.amount_refunded, d.amount_returned, d.refund_status
     HAVING bool_or(r.status = 'pending' OR r.status IS DISTINCT FROM one->>'status') OR d.amount_returned <> coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0) OR (d.refund_status = 'returned') <> (d.amount_returned = d.amount_refunded)`,
  ),
  check(
    'verify.invoiceTotalsAddUp',
    `SELECT i.id || ${of('i')} || ': lines come to ' || l.total || ', the invoice to ' || i.total FROM invoices i
     CROSS JOIN LATERAL (SELECT coalesce(sum((one->>'subtotal')::bigint), 0) AS subtotal, coalesce(sum((one->>'discount_total')::bigint), 0) AS discount, coalesce(sum((one->>'tax_total')::bigint), 0) AS tax, coalesce(sum((one->>'total')::bigint), 0) AS total FROM jsonb_array_elements(i.items) AS one) l
     CROSS JOIN LATERAL (SELECT coalesce(sum((one->>'amount')::bigint), 0) AS tax, coalesce(sum((one->>'amount')::bigint) FILTER (WHERE NOT (one->>'inclusive')::boolean), 0) AS added FROM jsonb_array_elements(i.taxes) AS one) t
     CROSS JOIN LATERAL (SELECT coalesce(sum((one->>'amount')::bigint - coalesce((one->'waived'->>'amount')::bigint, 0)), 0) AS fees FROM jsonb_array_elements(i.late_fees) AS one) f
     WHERE (l.subtotal, l.discount, l.tax, l.total, t.tax, f.fees) IS DISTINCT FROM (i.subtotal::numeric, i.discount_total::numeric, i.tax_total::numeric, i.total::numeric, i.tax_total::numeric, i.late_fee_total::numeric)
       OR i.subtotal - i.discount_total + t.added <> i.total`,
  ),
  check(
    'verify.invoiceStatusFitsItsFigures',
    `SELECT i.id || ${of('i')} || ' is ' || i.status || ', with ' || (${DUE}) || ' due and ' || (${NET}) || ' paid' FROM invoices i
     WHERE CASE i.status WHEN 'draft' THEN i.amount_paid + i.amount_credited + i.late_fee_total > 0 WHEN 'open' THEN ${NET} > 0 OR ${DUE} <= 0 WHEN 'partially_paid' THEN ${NET} <= 0 OR ${DUE} <= 0
       WHEN 'paid' THEN ${DUE} <> 0 OR i.paid_at IS NULL WHEN 'void' THEN ${NET} <> 0 OR i.voided_at IS NULL ELSE ${DUE} <= 0 OR i.uncollectible_at IS NULL END`,
  ),
  check(
    'verify.invoiceTaxEqualsLedger',
    `SELECT i.id || ${of('i')} || ': ' || i.tax_posted || ' of its tax is owed, the ledger says ' || coalesce(-e.amount, 0) FROM invoices i
     LEFT JOIN (SELECT t.merchant_id, t.livemode, t.subject, sum(n.amount) AS amount FROM ledger_tx t JOIN ledger_entries n ON ${same('n', 't')} AND n.tx_id = t.id WHERE t.kind = 'invoice.tax' AND n.account = 'tax_payable' GROUP BY t.merchant_id, t.livemode, t.subject) e
       ON ${same('e', 'i')} AND e.subject = i.id
     WHERE i.tax_posted <> coalesce(-e.amount, 0)`,
  ),
]);
