import { eventCatalogue } from '@cottontree/contract';
import { check, type DatabaseReport } from '../../store/index.ts';
import { REDELIVER } from './fan-out/redeliver-fact.ts';
import { triesMax } from './fan-out/retry-schedule.ts';
import { subscriptionsTo } from './fan-out/match-events.ts';

const of = (table: string): string =>
  `' of ' || ${table}.merchant_id || CASE WHEN ${table}.livemode THEN ' (live)' ELSE ' (test)' END`;
const SAME = (one: string, other: string): string =>
  `${one}.merchant_id = ${other}.merchant_id AND ${one}.livemode = ${other}.livemode`;
const KINDS = Object.values(eventCatalogue)
  .map(
    (kind) =>
      `('${kind.kind}', ARRAY[${subscriptionsTo(kind)
        .map((subscription) => `'${subscription}'`)
        .join(', ')}])`,
  )
  .join(', ');
/** An endpoint that was made or changed while a message was planned may or may not have been seen. */
const SURELY_BEFORE = `interval '5 seconds'`;

/** What must hold of webhooks at every moment. */
export const webhookChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.everyMessageHasItsDeliveries',
    `SELECT m.id || ${of('m')} || ' has no delivery for ' || e.id
     FROM webhook_messages m JOIN (VALUES ${KINDS}) AS k (kind, subscriptions) ON k.kind = m.event
     JOIN webhook_endpoints e ON ${SAME('e', 'm')} AND e.events && k.subscriptions AND e.subscribed_at < m.created_at - ${SURELY_BEFORE}
     LEFT JOIN webhook_deliveries d ON ${SAME('d', 'm')} AND d.created_at = m.created_at AND d.message_id = m.id AND d.endpoint_id = e.id
     WHERE m.entity <> '' AND d.id IS NULL`,
  ),
  check(
    'verify.everyDeliveryHasItsMessage',
    `SELECT d.id || ${of('d')} || ' lacks ' || d.message_id FROM webhook_deliveries d
     LEFT JOIN webhook_messages m ON ${SAME('m', 'd')} AND m.created_at = d.created_at AND m.id = d.message_id WHERE m.id IS NULL`,
  ),
  check(
    'verify.pendingDeliveriesAreQueued',
    `SELECT d.id || ${of('d')} || ' is pending and not queued' FROM webhook_deliveries d LEFT JOIN webhook_queue q ON q.delivery_id = d.id
     WHERE d.status = 'pending' AND q.delivery_id IS NULL AND NOT EXISTS (SELECT FROM outbox o WHERE o.kind = '${REDELIVER}' AND o.entity = d.id)`,
  ),
  check(
    'verify.queuedDeliveriesArePending',
    `SELECT q.delivery_id || ${of('q')} || ' is queued and ' || coalesce(d.status, 'not there') FROM webhook_queue q
     LEFT JOIN webhook_deliveries d ON ${SAME('d', 'q')} AND d.created_at = q.created_at AND d.id = q.delivery_id WHERE d.status IS DISTINCT FROM 'pending'`,
  ),
  check(
    'verify.endedDeliveriesSayWhy',
    `SELECT d.id || ${of('d')} || ' is ' || d.status || ' without its ' || CASE WHEN d.finished_at IS NULL THEN 'time' ELSE 'reason' END FROM webhook_deliveries d
     WHERE (d.status <> 'pending' AND d.finished_at IS NULL) OR (d.status IN ('skipped', 'failed') AND d.reason IS NULL)`,
  ),
  check(
    'verify.succeededMeansAnswered',
    `SELECT d.id || ${of('d')} || ' succeeded without an answer of 2xx' FROM webhook_deliveries d
     WHERE d.status = 'succeeded' AND NOT EXISTS (
       SELECT FROM webhook_attempts_all a WHERE ${SAME('a', 'd')} AND a.delivery_at = d.created_at AND a.delivery_id = d.id AND a.counted AND a.status BETWEEN 200 AND 299)`,
  ),
  check(
    'verify.automaticAttemptsAreLimited',
    `SELECT a.delivery_id || ${of('a')} || ' has ' || count(*) || ' automatic attempts' FROM webhook_attempts_all a
     WHERE a.trigger = 'auto' AND a.counted GROUP BY a.merchant_id, a.livemode, a.delivery_at, a.delivery_id HAVING count(*) > ${triesMax}`,
  ),
  check(
    'verify.everyAttemptHasItsDelivery',
    `SELECT a.delivery_id || ${of('a')} || ' was attempted and is not there' FROM webhook_attempts a
     LEFT JOIN webhook_deliveries d ON ${SAME('d', 'a')} AND d.created_at = a.delivery_at AND d.id = a.delivery_id WHERE d.id IS NULL`,
  ),
  check(
    'verify.everyEndpointHasItsSecret',
    `SELECT e.id || ${of('e')} || ' has ' || CASE p.secrets WHEN 0 THEN 'no primary secret' ELSE p.secrets || ' primary secrets' END FROM webhook_endpoints e
     CROSS JOIN LATERAL (SELECT count(*) AS secrets FROM webhook_secrets s WHERE ${SAME('s', 'e')} AND s.endpoint_id = e.id AND s.role = 'primary') p WHERE p.secrets <> 1`,
  ),
]);
