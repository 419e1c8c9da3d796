import { statement, type Runner } from '../../../../store/index.ts';

const watched = statement({
  name: 'tracking.watched',
  params: { job_numbers: 'text[]' },
  row: { job_number: 'text', stamp: 'text' },
  sql: `SELECT d.job_number, d.version || '.' || coalesce((extract(epoch FROM
            CASE WHEN d.status NOT IN ('assigned', 'picked_up', 'in_transit') THEN NULL WHEN d.simulation IS NOT NULL THEN (d.simulation -> 'position' ->> 'recorded_at')::timestamptz ELSE p.recorded_at END) * 1000)::int8::text, '') AS stamp
        FROM deliveries d LEFT JOIN driver_positions p ON p.driver_id = d.driver_id WHERE d.job_number = ANY (:job_numbers)`,
});

/** What tells the present state of each delivery from any before it; for the watch only, which asks again and again. */
export async function stampsOf(
  system: Runner,
  jobNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await system.run(watched, { job_numbers: jobNumbers })).map((row) => [row.job_number, row.stamp]),
  );
}
