import { check, type DatabaseReport } from '../../../store/index.ts';

const of = (table: string): string =>
  `' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const same = (one: string, other: string): string =>
  `${one}.merchant_id = ${other}.merchant_id AND ${one}.livemode = ${other}.livemode`;

/** What must hold at every moment of what recurs, of late fees and of messages that wait. */
export const recurringChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.periodsOfRecurringInvoicesAreCounted',
    `SELECT r.id || ${of('r')} || ': says ' || r.made || ' made and ' || r.skipped || ' skipped up to period ' || r.next_period || ', its periods say ' || coalesce(p.made, 0) || ' and ' || coalesce(p.skipped, 0) || ', the last ' || coalesce(p.last, -1) FROM recurring_invoices r
     LEFT JOIN (SELECT merchant_id, livemode, recurring_invoice_id, count(invoice_id) AS made, count(*) FILTER (WHERE invoice_id IS NULL) AS skipped, max(period) AS last, count(DISTINCT day) AS days, count(*) AS periods
       FROM recurring_invoice_periods GROUP BY merchant_id, livemode, recurring_invoice_id) p ON ${same('p', 'r')} AND p.recurring_invoice_id = r.id
     WHERE r.made <> coalesce(p.made, 0) OR r.skipped <> coalesce(p.skipped, 0) OR coalesce(p.last, -1) >= r.next_period OR p.days <> p.periods`,
  ),
  check(
    'verify.recurringInvoicesHaveTheirPeriod',
    `SELECT i.id || ${of('i')} || ' was made by ' || i.recurring_invoice_id || ', which knows nothing of it' FROM invoices i
     WHERE i.recurring_invoice_id IS NOT NULL AND NOT EXISTS (SELECT FROM recurring_invoice_periods p WHERE ${same('p', 'i')} AND p.recurring_invoice_id = i.recurring_invoice_id AND p.invoice_id = i.id)`,
  ),
  check(
    'verify.lateFeesComeOnceAPeriod',
    `SELECT i.id || ${of('i')} || ' has late fees of periods ' || string_agg(one->>'period', ', ') FROM invoices i, jsonb_array_elements(i.late_fees) AS one
     GROUP BY i.merchant_id, i.livemode, i.id HAVING count(*) <> count(DISTINCT one->>'period') OR count(*) <> max((one->>'period')::int)`,
  ),
  check(
    'verify.nobodyIsRemindedOfWhatIsOver',
    `SELECT i.id || ${of('i')} || ' is ' || i.status || ', and something is still planned for it' FROM invoices i WHERE i.status IN ('draft', 'paid', 'void') AND (i.next_reminder_at IS NOT NULL OR i.next_late_fee_at IS NOT NULL)`,
  ),
  check(
    'verify.draftsAreNotSent',
    `SELECT l.id || ${of('l')} || ' waits to be sent, but ' || i.id || ' is a draft' FROM invoice_letters l JOIN invoices i ON ${same('i', 'l')} AND i.id = l.invoice_id WHERE i.status = 'draft'`,
  ),
]);
