import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const begin = statement({
  name: 'shifts.begin',
  params: { driver_id: 'text', now: 'timestamptz' },
  row: { started_at: 'timestamptz' },
  sql: `INSERT INTO driver_shifts (driver_id, started_at) VALUES (:driver_id, :now) ON CONFLICT DO NOTHING RETURNING started_at`,
});

/** Who goes off shift is offered nothing any more. */
const end = statement({
  name: 'shifts.end',
  params: { driver_id: 'text', now: 'timestamptz' },
  row: { started_at: 'timestamptz' },
  sql: `WITH ended AS (
          UPDATE driver_shifts SET ended_at = greatest(:now, started_at) WHERE driver_id = :driver_id AND ended_at IS NULL RETURNING driver_id, started_at
        ), over AS (
          UPDATE offers o SET status = 'expired', answered_at = :now FROM ended e WHERE o.driver_id = e.driver_id AND o.status = 'open' RETURNING o.merchant_id, o.livemode, o.job_number
        ), hastened AS (
          UPDATE dispatch_searches s SET next_at = :now WHERE (s.merchant_id, s.livemode, s.job_number) IN (
            SELECT w.merchant_id, w.livemode, w.job_number FROM dispatch_searches w JOIN over USING (merchant_id, livemode, job_number) FOR UPDATE OF w SKIP LOCKED)
        )
        SELECT started_at FROM ended`,
});

const STANDING = {
  online: 'bool',
  since: 'timestamptz?',
  started_at: 'timestamptz?',
  lat: 'float8?',
  lng: 'float8?',
  jobs: 'int4',
} as const;
const read = statement({
  name: 'shifts.read',
  params: { driver_id: 'text' },
  row: STANDING,
  sql: `SELECT coalesce(s.ended_at IS NULL AND s.started_at IS NOT NULL, false) AS online, coalesce(s.ended_at, s.started_at) AS since, s.started_at, p.lat, p.lng,
          (SELECT count(*)::int FROM deliveries d WHERE d.driver_id = :driver_id AND d.status IN ('assigned', 'picked_up', 'in_transit')) AS jobs
        FROM (VALUES (:driver_id)) AS v(id)
        LEFT JOIN LATERAL (SELECT started_at, ended_at FROM driver_shifts WHERE driver_id = v.id ORDER BY ended_at IS NULL DESC, started_at DESC LIMIT 1) s ON true
        LEFT JOIN driver_positions p ON p.driver_id = v.id`,
});

export type ShiftStanding = ValuesOf<typeof STANDING>;

/** False when the courier is on shift already. */
export async function beginShift(system: Runner, driverId: string, now: Date): Promise<boolean> {
  return (await system.run(begin, { driver_id: driverId, now })).length === 1;
}

/** False when the courier was not on shift. */
export async function endShift(system: Runner, driverId: string, now: Date): Promise<boolean> {
  return (await system.run(end, { driver_id: driverId, now })).length === 1;
}

/** Whether a courier works, since when, where they are and how much they have under way. */
export async function readShift(system: Runner, driverId: string): Promise<ShiftStanding> {
  const [standing] = await system.run(read, { driver_id: driverId });
  return standing ?? { online: false, since: null, started_at: null, lat: null, lng: null, jobs: 0 };
}
