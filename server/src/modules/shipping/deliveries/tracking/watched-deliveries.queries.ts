import type { JobKey } from '../deliveries.queries.ts';
import { statement, type Runner } from '../../../../store/index.ts';

const watched = statement({
  name: 'tracking.watched',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', job_numbers: 'text[]' },
  row: { job_number: 'text', stamp: 'text' },
  sql: `SELECT d.job_number, d.version || '.' || coalesce((extract(epoch FROM
            CASE WHEN d.status NOT IN ('assigned', 'picked_up', 'in_transit') THEN NULL WHEN d.simulation IS NOT NULL THEN (d.simulation -> 'position' ->> 'recorded_at')::timestamptz ELSE p.recorded_at END) * 1000)::int8::text, '') AS stamp
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :job_numbers::text[]) AS g(merchant_id, livemode, job_number)
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.job_number = g.job_number
        LEFT JOIN driver_positions p ON p.driver_id = d.driver_id`,
});

/** What tells the present state of each delivery from any before it; for the watch only, which asks again and again. */
export async function stampsOf(
  system: Runner,
  jobs: readonly JobKey[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await system.run(watched, {
    merchant_ids: jobs.map(({ tenant }) => tenant.merchantId),
    livemodes: jobs.map(({ tenant }) => tenant.livemode),
    job_numbers: jobs.map(({ jobNumber }) => jobNumber),
  });
  return new Map(rows.map((row) => [row.job_number, row.stamp]));
}
