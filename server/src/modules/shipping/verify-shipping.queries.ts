import { deliveryTransitions } from '@cottontree/contract';
import { check, type DatabaseReport } from '../../store/index.ts';

const WHICH = `d.job_number || ' of ' || d.merchant_id || CASE WHEN d.livemode THEN ' (live)' ELSE ' (test)' END`;
const LEGAL = deliveryTransitions.map(({ from, to }) => `('${from}', '${to}')`).join(', ');
const STAMPED = ['assigned', 'picked_up', 'in_transit', 'delivered', 'completed', 'cancelled', 'failed'];
const ATTEMPTS_MAX = 5;
/** A message is remembered for 31 days after its fact was written. */
const REMEMBERED = `interval '30 days'`;

/** The timeline entry by entry, with the one before. */
const ENTRIES = `LATERAL (
  SELECT e.place, e.entry ->> 'status' AS status, e.entry ->> 'sequence' AS sequence, (e.entry ->> 'recorded_at')::timestamptz AS recorded_at,
    lag(e.entry ->> 'status') OVER (ORDER BY e.place) AS status_before
  FROM jsonb_array_elements(d.timeline) WITH ORDINALITY AS e (entry, place)) AS e`;

/** What must hold of deliveries at every moment. */
export const shippingChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.countersEqualDeliveries',
    `SELECT k.status || ' of ' || k.merchant_id || CASE WHEN k.livemode THEN ' (live)' ELSE ' (test)' END || ': counters say ' || k.counted || ', there are ' || k.found
     FROM (SELECT merchant_id, livemode, status, sum(counted) AS counted, sum(found) AS found FROM (
             SELECT merchant_id, livemode, status, deliveries AS counted, 0 AS found FROM delivery_counters
             UNION ALL SELECT merchant_id, livemode, status, 0, count(*) FROM deliveries GROUP BY 1, 2, 3) AS both_sides GROUP BY 1, 2, 3) AS k
     WHERE k.counted <> k.found`,
  ),
  check(
    'verify.timelineIsGapless',
    `SELECT ${WHICH} || ': entry ' || e.place || ' has sequence ' || coalesce(e.sequence, 'none') FROM deliveries d, ${ENTRIES} WHERE e.sequence IS DISTINCT FROM e.place::text`,
  ),
  check(
    'verify.timelineEndsWithStatus',
    `SELECT ${WHICH} || ' is ' || d.status || ', its timeline ends with ' || coalesce(d.timeline -> -1 ->> 'status', 'nothing') FROM deliveries d WHERE d.timeline -> -1 ->> 'status' IS DISTINCT FROM d.status`,
  ),
  check(
    'verify.statusesGoForward',
    `SELECT ${WHICH} || ': ' || coalesce(e.status_before, 'nothing') || ' was followed by ' || coalesce(e.status, 'nothing') FROM deliveries d, ${ENTRIES}
     WHERE CASE e.place WHEN 1 THEN e.status IS DISTINCT FROM 'pending' ELSE (e.status_before, e.status) NOT IN (${LEGAL}) OR e.status IS NULL END`,
  ),
  check(
    'verify.stampsAgreeWithTimeline',
    `SELECT ${WHICH} || ': ' || s.status || CASE WHEN s.at IS NULL THEN ' is on the timeline without its time' ELSE ' has a time and is not on the timeline' END
     FROM deliveries d, LATERAL (VALUES ${STAMPED.map((status) => `('${status}', d.${status}_at)`).join(', ')}) AS s (status, at)
     WHERE (s.at IS NOT NULL) <> jsonb_path_exists(d.timeline, '$[*] ? (@.status == $status)', jsonb_build_object('status', s.status))`,
  ),
  check(
    'verify.verifiedMeansPassed',
    `SELECT ${WHICH} || ': ' || v.handoff || ' is verified and has not happened'
     FROM deliveries d, LATERAL (VALUES ('pickup', d.pickup_verified_at, d.picked_up_at), ('delivery', d.delivery_verified_at, d.delivered_at)) AS v (handoff, verified_at, happened_at)
     WHERE v.verified_at IS NOT NULL AND v.happened_at IS NULL`,
  ),
  check(
    'verify.codeAttemptsAreLimited',
    `SELECT ${WHICH} || ': ' || d.pickup_attempts || ' pickup and ' || d.delivery_attempts || ' delivery attempts' FROM deliveries d WHERE d.pickup_attempts > ${ATTEMPTS_MAX} OR d.delivery_attempts > ${ATTEMPTS_MAX}`,
  ),
  // A test clock parts a fact's own time from the time it was written at. So of test data only what is surely young is
  // looked at: what a later fact of the same delivery is still remembered beside, or what is a day old by both.
  check(
    'verify.everyStatusHasItsMessage',
    `WITH told AS MATERIALIZED (
       SELECT merchant_id, livemode, dedup_key FROM webhook_dedup WHERE dedup_key LIKE 'shipping.delivery.created:%' OR dedup_key LIKE 'shipping.status.updated:%'
       UNION ALL SELECT merchant_id, livemode, kind || ':' || sequence || ':' || entity FROM outbox
     ), expected AS (
       SELECT d.merchant_id, d.livemode, d.job_number, d.created_at, e.place, e.recorded_at, e.status,
         CASE e.place WHEN 1 THEN 'shipping.delivery.created' ELSE 'shipping.status.updated' END || ':' || e.place || ':' || d.job_number AS dedup_key
       FROM deliveries d, ${ENTRIES} WHERE d.updated_at > now() - ${REMEMBERED}
     ), judged AS (
       SELECT x.*, t.dedup_key IS NOT NULL AS is_told, bool_or(t.dedup_key IS NOT NULL) OVER (PARTITION BY x.merchant_id, x.livemode, x.job_number ORDER BY x.place) AS earlier_is_told
       FROM expected x LEFT JOIN told t ON t.merchant_id = x.merchant_id AND t.livemode = x.livemode AND t.dedup_key = x.dedup_key
     )
     SELECT ${WHICH} || ': nobody was told of ' || d.status FROM judged d WHERE NOT d.is_told AND CASE WHEN d.livemode THEN d.recorded_at > now() - ${REMEMBERED}
       ELSE d.earlier_is_told OR (d.created_at BETWEEN now() - interval '1 day' AND now() + interval '1 minute' AND d.recorded_at BETWEEN now() - interval '1 day' AND now() + interval '1 minute') END`,
  ),
]);

const RELATED = `CROSS JOIN LATERAL jsonb_to_recordset(d.details -> 'related_jobs') AS r (job_number text)`;

/** What must hold between deliveries that belong together, and of how they came to their couriers. */
export const jobChecks: readonly DatabaseReport[] = Object.freeze([
  check(
    'verify.relatedJobsNameEachOther',
    `SELECT ${WHICH} || ' names ' || r.job_number || CASE WHEN o.job_number IS NULL THEN ', which is not there' ELSE ', which does not name it' END FROM deliveries d ${RELATED}
     LEFT JOIN deliveries o ON o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.job_number = r.job_number
     WHERE o.job_number IS NULL OR NOT jsonb_path_exists(o.details, '$.related_jobs[*] ? (@.job_number == $job)', jsonb_build_object('job', d.job_number))`,
  ),
  check(
    'verify.followingJobsNameTheirFirst',
    `SELECT ${WHICH} || ' is a ' || d.kind || ' and names no first job' FROM deliveries d
     WHERE (d.kind <> 'delivery') <> (d.details ->> 'original_job_number' IS NOT NULL)`,
  ),
  check(
    'verify.oneOfferIsAccepted',
    `SELECT o.job_number || ' of ' || o.merchant_id || CASE WHEN o.livemode THEN ' (live)' ELSE ' (test)' END || ' was accepted by ' || string_agg(o.driver_id, ' and ' ORDER BY o.driver_id) FROM offers o
     WHERE o.status = 'accepted' GROUP BY o.merchant_id, o.livemode, o.job_number HAVING count(*) > 1`,
  ),
  check(
    'verify.acceptedMeansAssigned',
    `SELECT ${WHICH} || ' was accepted by ' || o.driver_id || ' and never assigned' FROM offers o
     JOIN deliveries d ON d.merchant_id = o.merchant_id AND d.livemode = o.livemode AND d.job_number = o.job_number WHERE o.status = 'accepted' AND d.assigned_at IS NULL`,
  ),
]);
