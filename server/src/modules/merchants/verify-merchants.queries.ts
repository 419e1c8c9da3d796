import { check, type DatabaseReport } from '../../store/index.ts';

const WHICH = `i.key || ' of ' || i.merchant_id || CASE WHEN i.livemode THEN ' (live)' ELSE ' (test)' END`;

/** What must hold of keys and repeated requests at every moment. */
export const merchantChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.everyIdempotencyKeyHasItsEffect',
    `SELECT 'Idempotency-Key ' || ${WHICH} || ' names ' || i.effect || ', which is not there' FROM idempotency_keys i
     WHERE i.effect <> '' AND NOT EXISTS (SELECT FROM deliveries d WHERE d.merchant_id = i.merchant_id AND d.livemode = i.livemode AND d.job_number = i.effect)
       AND NOT EXISTS (SELECT FROM ticket_orders o WHERE o.merchant_id = i.merchant_id AND o.livemode = i.livemode AND o.id = i.effect)
       AND NOT EXISTS (SELECT FROM sales s WHERE s.merchant_id = i.merchant_id AND s.livemode = i.livemode AND s.id = i.effect)`,
  ),
  check(
    'verify.everyIdempotencyKeyHasItsAnswer',
    `SELECT 'Idempotency-Key ' || ${WHICH} || ' was kept without an answer' FROM idempotency_keys i WHERE i.answer IS NULL`,
  ),
  // A sale or a ticket order is made by one request, paid by another and voided or refunded by more, each with its own key.
  check(
    'verify.noEffectHasTwoIdempotencyKeys',
    `SELECT i.effect || ' of ' || i.merchant_id || ' was made by ' || count(*) || ' requests' FROM idempotency_keys i WHERE i.effect <> '' AND NOT starts_with(i.effect, 'sale_') AND NOT starts_with(i.effect, 'tor_') GROUP BY i.merchant_id, i.livemode, i.effect HAVING count(*) > 1`,
  ),
  check(
    'verify.publicKeysHaveNoScopes',
    `SELECT k.id || ' of ' || k.merchant_id || ' is public and may ' || array_to_string(k.scopes, ', ') FROM api_keys k WHERE k.kind = 'public' AND cardinality(k.scopes) > 0`,
  ),
]);
