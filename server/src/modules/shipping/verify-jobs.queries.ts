import { check, type DatabaseReport } from '../../store/index.ts';

const WHICH = `d.job_number || ' of ' || d.merchant_id || CASE WHEN d.livemode THEN ' (live)' ELSE ' (test)' END`;
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
