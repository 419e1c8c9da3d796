import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

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
