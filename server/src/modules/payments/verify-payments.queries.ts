import { check, type DatabaseReport } from '../../store/index.ts';

const of = (table: string): string =>
  `' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
/** Long enough for whoever tells owners to have tried again and again. */
const TOLD_WITHIN = `interval '1 hour'`;
/** How long messages are kept; older ones prove nothing. */
const MESSAGES_KEPT = `interval '29 days'`;

/** What must hold of payments at every moment. */
export const paymentChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.everyPaymentStatusHasItsMessage',
    `SELECT p.id || ${of('p')} || ' is ' || p.status || ' and nobody was told' FROM payments p
     WHERE p.updated_at > now() - ${MESSAGES_KEPT}
       AND NOT EXISTS (SELECT FROM outbox o WHERE o.merchant_id = p.merchant_id AND o.livemode = p.livemode AND o.entity = p.id AND o.kind = 'payment.' || p.status)
       AND NOT EXISTS (SELECT FROM webhook_messages m WHERE m.merchant_id = p.merchant_id AND m.livemode = p.livemode AND m.entity = p.id AND m.event = 'payment.' || p.status)`,
  ),
  check(
    'verify.everySuccessIsPostedOnce',
    `SELECT p.id || ${of('p')} || ' has succeeded with ' || p.amount || ' and the ledger says ' || coalesce(-sum(e.amount), 0) FROM payments p
     LEFT JOIN ledger_entries e ON e.merchant_id = p.merchant_id AND e.livemode = p.livemode AND e.tx_id = 'ltx_' || p.id || '_succeeded' AND e.account = 'sales'
     WHERE p.status = 'succeeded' GROUP BY p.merchant_id, p.livemode, p.id HAVING coalesce(-sum(e.amount), 0) <> p.amount`,
  ),
  check(
    'verify.everyPostedSuccessIsOne',
    `SELECT t.subject || ${of('t')} || ' is posted and is ' || coalesce(p.status, 'not there') FROM ledger_tx t
     LEFT JOIN payments p ON p.merchant_id = t.merchant_id AND p.livemode = t.livemode AND p.id = t.subject
     WHERE t.kind = 'payment.succeeded' AND p.status IS DISTINCT FROM 'succeeded'`,
  ),
  check(
    'verify.everyEndIsTold',
    `SELECT e.payment_id || ${of('e')} || ' ended as ' || e.status || ' at ' || e.at || ', and its owner was not told' FROM payment_ends e
     WHERE NOT e.settled AND e.verdict IS NULL AND e.due_at < now() - ${TOLD_WITHIN}`,
  ),
  check(
    'verify.everyOpenPaymentIsAskedAbout',
    `SELECT p.id || ${of('p')} || ' is ' || p.status || ' and nobody asks about it' FROM payments p
     WHERE p.status IN ('created', 'requires_action', 'processing') AND p.provider NOT IN ('cash', 'manual') AND NOT p.payer_chooses AND p.review IS NULL AND p.created_at > now() - interval '3 days' AND p.created_at < now() + interval '1 day'
       AND NOT EXISTS (SELECT FROM payment_polls q WHERE q.merchant_id = p.merchant_id AND q.livemode = p.livemode AND q.payment_id = p.id)`,
  ),
]);

const same = (one: string, other: string): string =>
  `${one}.merchant_id = ${other}.merchant_id AND ${one}.livemode = ${other}.livemode`;

/** What must hold of refunds, links and payouts at every moment. */
export const moneyChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.refundsAddUp',
    `SELECT p.id || ${of('p')} || ' has ' || p.amount_refunded || ' refunded and ' || p.amount_refunding || ' on its way; its refunds say ' || coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0) || ' and '
       || coalesce(sum(r.amount) FILTER (WHERE r.status = 'pending'), 0) FROM payments p LEFT JOIN refunds r ON ${same('r', 'p')} AND r.payment_id = p.id
     GROUP BY p.merchant_id, p.livemode, p.id
     HAVING p.amount_refunded <> coalesce(sum(r.amount) FILTER (WHERE r.status = 'succeeded'), 0) OR p.amount_refunding <> coalesce(sum(r.amount) FILTER (WHERE r.status = 'pending'), 0)`,
  ),
  check(
    'verify.refundsArePosted',
    `SELECT r.id || ${of('r')} || ' is ' || r.status || ' over ' || r.amount || ' and the ledger says ' || coalesce(sum(e.amount), 0) FROM refunds r
     LEFT JOIN ledger_entries e ON ${same('e', 'r')} AND e.tx_id = 'ltx_' || r.id || '_succeeded' AND e.account = 'refunds'
     GROUP BY r.merchant_id, r.livemode, r.id HAVING coalesce(sum(e.amount), 0) <> CASE r.status WHEN 'succeeded' THEN r.amount ELSE 0 END`,
  ),
  check(
    'verify.openMoneyIsAskedAbout',
    `SELECT m.id || ${of('m')} || ' is pending and nobody asks about it' FROM (
       SELECT merchant_id, livemode, id, 'refund' AS kind FROM refunds WHERE status = 'pending'
       UNION ALL SELECT merchant_id, livemode, id, 'payout' FROM payouts WHERE status = 'pending' AND NOT by_hand) AS m
     WHERE NOT EXISTS (SELECT FROM money_out_polls q WHERE ${same('q', 'm')} AND q.id = m.id AND q.kind = m.kind)`,
  ),
  check(
    'verify.linksCountTheirUses',
    `SELECT l.id || ${of('l')} || ' counts ' || l.uses || ' uses, ' || l.in_flight || ' under way and ' || l.total_collected || '; its payments say ' || count(u.*) FILTER (WHERE u.state = 'used') || ', '
       || count(u.*) FILTER (WHERE u.state = 'held') || ' and ' || coalesce(sum(u.amount) FILTER (WHERE u.state = 'used'), 0)
     FROM payment_links l LEFT JOIN payment_link_uses u ON ${same('u', 'l')} AND u.link_id = l.id GROUP BY l.merchant_id, l.livemode, l.id
     HAVING l.uses <> count(u.*) FILTER (WHERE u.state = 'used') OR l.in_flight <> count(u.*) FILTER (WHERE u.state = 'held') OR l.total_collected <> coalesce(sum(u.amount) FILTER (WHERE u.state = 'used'), 0)`,
  ),
  check(
    'verify.usesFollowTheirPayments',
    `SELECT u.payment_id || ${of('u')} || ' is ' || coalesce(p.status, 'not there') || ' and its use of ' || u.link_id || ' is ' || u.state FROM payment_link_uses u LEFT JOIN payments p ON ${same('p', 'u')} AND p.id = u.payment_id
     WHERE p.id IS NULL OR (u.state IN ('used', 'refused') AND p.status <> 'succeeded')
       OR (p.updated_at < now() - ${TOLD_WITHIN} AND ((u.state = 'held' AND p.status IN ('succeeded', 'failed', 'cancelled', 'expired')) OR (u.state = 'returned' AND p.status = 'succeeded')))`,
  ),
  check(
    'verify.payoutsArePosted',
    `SELECT o.id || ${of('o')} || ' is ' || o.status || ' over ' || o.amount || ' and the ledger says ' || coalesce(sum(e.amount) FILTER (WHERE e.account = 'payout'), 0) || ' out and '
       || coalesce(sum(e.amount) FILTER (WHERE e.account = 'payout_pending'), 0) || ' on its way'
     FROM payouts o LEFT JOIN ledger_tx t ON ${same('t', 'o')} AND t.subject = o.id LEFT JOIN ledger_entries e ON ${same('e', 't')} AND e.tx_id = t.id
     GROUP BY o.merchant_id, o.livemode, o.id
     HAVING coalesce(sum(e.amount) FILTER (WHERE e.account = 'payout'), 0) <> CASE o.status WHEN 'paid' THEN o.amount ELSE 0 END
       OR coalesce(sum(e.amount) FILTER (WHERE e.account = 'payout_pending'), 0) <> CASE o.status WHEN 'pending' THEN o.amount ELSE 0 END`,
  ),
]);
