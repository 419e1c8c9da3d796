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
