import type { Milestone } from '@cottontree/contract';
import { json, statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

const PLACE = {
  recorded_at: 'timestamptz',
  lat: 'float8',
  lng: 'float8',
  track_at: 'timestamptz?',
  track_lat: 'float8?',
  track_lng: 'float8?',
} as const;

const find = statement({
  name: 'positions.find',
  params: { driver_id: 'text' },
  row: PLACE,
  sql: 'SELECT recorded_at, lat, lng, track_at, track_lat, track_lng FROM driver_positions WHERE driver_id = :driver_id',
});

/** Takes effect only on the position that was read; the points worth keeping are written with it or not at all. */
const keep = statement({
  name: 'positions.keep',
  params: {
    driver_id: 'text',
    recorded_before: 'timestamptz?',
    received_at: 'timestamptz',
    lat: 'float8',
    lng: 'float8',
    accuracy_m: 'float8?',
    recorded_at: 'timestamptz',
    track_at: 'timestamptz?',
    track_lat: 'float8?',
    track_lng: 'float8?',
    track: 'jsonb',
  },
  row: { driver_id: 'text' },
  sql: `WITH kept AS (
          INSERT INTO driver_positions (driver_id, received_at, lat, lng, accuracy_m, recorded_at, track_at, track_lat, track_lng) VALUES (:driver_id, :received_at, :lat, :lng, :accuracy_m, :recorded_at, :track_at, :track_lat, :track_lng)
          ON CONFLICT (driver_id) DO UPDATE SET received_at = :received_at, lat = :lat, lng = :lng, accuracy_m = :accuracy_m, recorded_at = :recorded_at, track_at = :track_at, track_lat = :track_lat, track_lng = :track_lng
          WHERE date_trunc('milliseconds', driver_positions.recorded_at) = :recorded_before
          RETURNING driver_id
        ), tracked AS (
          INSERT INTO driver_track (driver_id, recorded_at, lat, lng, accuracy_m, speed, heading, doubtful, received_at)
          SELECT k.driver_id, t.recorded_at, t.lat, t.lng, t.accuracy_m, t.speed, t.heading, t.doubtful, :received_at
          FROM kept k, jsonb_to_recordset(:track) AS t(recorded_at timestamptz, lat float8, lng float8, accuracy_m float8, speed float8, heading float8, doubtful bool)
          ON CONFLICT DO NOTHING
        )
        SELECT driver_id FROM kept`,
});

export type LastPosition = ValuesOf<typeof PLACE>;
export type KeptPositions = ValuesOf<(typeof keep)['params']>;

export async function findPosition(system: Runner, driverId: string): Promise<LastPosition | undefined> {
  return (await system.run(find, { driver_id: driverId }))[0];
}

/** False when another batch was faster. */
export async function keepPositions(system: Runner, kept: KeptPositions): Promise<boolean> {
  return (await system.run(keep, kept)).length === 1;
}

const begin = statement({
  name: 'shifts.begin',
  params: { driver_id: 'text', now: 'timestamptz' },
  row: { started_at: 'timestamptz' },
  sql: `INSERT INTO driver_shifts (driver_id, started_at) VALUES (:driver_id, :now) ON CONFLICT DO NOTHING RETURNING started_at`,
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

/** Whether a courier works, since when, where they are and how much they have under way. */
export async function readShift(system: Runner, driverId: string): Promise<ShiftStanding> {
  const [standing] = await system.run(read, { driver_id: driverId });
  return standing ?? { online: false, since: null, started_at: null, lat: null, lng: null, jobs: 0 };
}

const JOB = {
  merchant_id: 'text',
  livemode: 'bool',
  job_number: 'text',
  order_number: 'text',
  transaction_id: 'text',
  status: 'text',
  version: 'int4',
  picked_up_at: 'timestamptz?',
  details: 'jsonb',
  clock: 'timestamptz?',
  reached: 'text[]',
} as const;

/** Of one courier, who has few. */
const underWay = statement({
  name: 'milestones.underWay',
  params: { driver_id: 'text' },
  row: JOB,
  sql: `SELECT d.merchant_id, d.livemode, d.job_number, d.order_number, d.transaction_id, d.status, d.version, d.picked_up_at, d.details, c.frozen_at AS clock,
          ARRAY(SELECT m.milestone FROM delivery_milestones m WHERE m.merchant_id = d.merchant_id AND m.livemode = d.livemode AND m.job_number = d.job_number) AS reached
        FROM deliveries d LEFT JOIN test_clocks c ON c.merchant_id = d.merchant_id AND c.livemode = d.livemode
        WHERE d.driver_id = :driver_id AND d.status IN ('assigned', 'picked_up', 'in_transit') LIMIT 50`,
});

/** The milestone and its message, once; or neither. */
const reach = statement({
  name: 'milestones.reach',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    job_number: 'text',
    milestone: 'text',
    reached_at: 'timestamptz',
    facts: json<readonly Fact[]>(),
  },
  row: { milestone: 'text' },
  sql: `WITH reached AS (
          INSERT INTO delivery_milestones (merchant_id, livemode, job_number, milestone, reached_at) VALUES (:merchant_id, :livemode, :job_number, :milestone, :reached_at)
          ON CONFLICT DO NOTHING RETURNING merchant_id, livemode, job_number, milestone
        ), announced AS (
          ${announcement({ source: 'reached', entity: 'job_number', facts: ':facts' })}
        )
        SELECT milestone FROM reached`,
});

export type JobUnderWay = ValuesOf<typeof JOB>;
type NewMilestone = {
  readonly milestone: Milestone;
  readonly at: Date;
  readonly facts: readonly Fact[];
};

export async function jobsUnderWay(system: Runner, driverId: string): Promise<readonly JobUnderWay[]> {
  return system.run(underWay, { driver_id: driverId });
}

/** False when the job had reached it before. */
export async function reachMilestone(
  runner: Runner,
  { tenant, jobNumber }: JobKey,
  { milestone, at, facts }: NewMilestone,
): Promise<boolean> {
  return (
    (await runner.run(reach, { ...keyOf(tenant), job_number: jobNumber, milestone, reached_at: at, facts }))
      .length === 1
  );
}
