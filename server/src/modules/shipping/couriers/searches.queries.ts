import type { DispatchMode } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

const JOB = { merchant_id: 'text', livemode: 'bool', job_number: 'text' } as const;
const SEARCH = {
  ...JOB,
  mode: text<DispatchMode>(),
  driver_ids: 'text[]?',
  round: 'int2',
  started_at: 'timestamptz',
  next_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(SEARCH).join(', ');

/** A scheduled pickup is searched for from 45 minutes before its window, a delivery that lost its courier from now. */
const enrol = statement({
  name: 'searches.enrol',
  params: { created_since: 'timestamptz', mode: text<DispatchMode>(), now: 'timestamptz', rows_max: 'int4' },
  row: { created_at: 'timestamptz' },
  sql: `WITH waiting AS (
          SELECT d.merchant_id, d.livemode, d.job_number, d.created_at, (d.details ->> 'pickup_window_start')::timestamptz - interval '45 minutes' AS first_at
          FROM deliveries d WHERE d.status = 'pending' AND d.livemode AND d.created_at >= :created_since
            AND NOT EXISTS (SELECT FROM dispatch_searches s WHERE s.merchant_id = d.merchant_id AND s.livemode = d.livemode AND s.job_number = d.job_number)
          ORDER BY d.created_at LIMIT :rows_max::int4
        ), left_alone AS (
          SELECT d.merchant_id, d.livemode, d.job_number FROM deliveries d WHERE d.status = 'assigned' AND d.driver_id IS NULL AND d.livemode
            AND NOT EXISTS (SELECT FROM dispatch_searches s WHERE s.merchant_id = d.merchant_id AND s.livemode = d.livemode AND s.job_number = d.job_number)
          LIMIT :rows_max::int4
        ), begun AS (
          INSERT INTO dispatch_searches (${COLUMNS})
          SELECT merchant_id, livemode, job_number, :mode, NULL, 1, :now, CASE WHEN :mode <> 'manual' THEN greatest(first_at, :now) END
          FROM (SELECT merchant_id, livemode, job_number, first_at FROM waiting UNION ALL SELECT merchant_id, livemode, job_number, NULL FROM left_alone) found
          ORDER BY merchant_id, livemode, job_number ON CONFLICT DO NOTHING
        )
        SELECT created_at FROM waiting`,
});

const claim = statement({
  name: 'searches.claim',
  params: { now: 'timestamptz' },
  row: SEARCH,
  sql: `SELECT ${COLUMNS} FROM dispatch_searches WHERE next_at <= :now ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
});

const lock = statement({
  name: 'searches.lock',
  params: JOB,
  row: SEARCH,
  sql: `SELECT ${COLUMNS} FROM dispatch_searches WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number FOR UPDATE`,
});

const begin = statement({
  name: 'searches.begin',
  params: {
    ...JOB,
    mode: text<DispatchMode>(),
    driver_ids: 'text[]?',
    started_at: 'timestamptz',
    next_at: 'timestamptz?',
  },
  row: SEARCH,
  sql: `INSERT INTO dispatch_searches (merchant_id, livemode, job_number, mode, driver_ids, round, started_at, next_at) VALUES (:merchant_id, :livemode, :job_number, :mode, :driver_ids, 1, :started_at, :next_at)
        ON CONFLICT (merchant_id, livemode, job_number) DO UPDATE SET mode = :mode, driver_ids = :driver_ids, round = 1, started_at = :started_at, next_at = :next_at RETURNING ${COLUMNS}`,
});

const schedule = statement({
  name: 'searches.schedule',
  params: { ...JOB, round: 'int2', next_at: 'timestamptz?' },
  row: { job_number: 'text' },
  sql: 'UPDATE dispatch_searches SET round = :round, next_at = :next_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number RETURNING job_number',
});

const end = statement({
  name: 'searches.end',
  params: JOB,
  row: { job_number: 'text' },
  sql: 'DELETE FROM dispatch_searches WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number RETURNING job_number',
});

/** Searches that nobody looks at again because their delivery went on without them. */
const sweep = statement({
  name: 'searches.sweep',
  params: { rows_max: 'int4' },
  row: { job_number: 'text' },
  sql: `DELETE FROM dispatch_searches WHERE (merchant_id, livemode, job_number) IN (
          SELECT s.merchant_id, s.livemode, s.job_number FROM dispatch_searches s JOIN deliveries d ON d.merchant_id = s.merchant_id AND d.livemode = s.livemode AND d.job_number = s.job_number
          WHERE s.next_at IS NULL AND NOT (d.status = 'pending' OR (d.status = 'assigned' AND d.driver_id IS NULL)) LIMIT :rows_max::int4 FOR UPDATE OF s SKIP LOCKED)
        RETURNING job_number`,
});

export type SearchRow = ValuesOf<typeof SEARCH>;

const columns = ({ tenant, jobNumber }: JobKey) => ({ ...keyOf(tenant), job_number: jobNumber });

/** Begins the search for live deliveries that wait; answers when each of them was created. */
export async function enrolWaiting(
  system: Runner,
  wanted: ValuesOf<(typeof enrol)['params']>,
): Promise<readonly Date[]> {
  return (await system.run(enrol, wanted)).map((row) => row.created_at);
}

/** The search that is due longest and that no other node has in hand. */
export async function claimSearch(tx: Tx, now: Date): Promise<SearchRow | undefined> {
  return (await tx.run(claim, { now }))[0];
}

/** Whoever changes who has a waiting delivery locks its search first, then the courier's shift, then the delivery, then its offers. */
export async function lockSearch(tx: Runner, key: JobKey): Promise<SearchRow | undefined> {
  return (await tx.run(lock, columns(key)))[0];
}

type NewSearch = {
  readonly mode: DispatchMode;
  readonly driver_ids: readonly string[] | null;
  readonly started_at: Date;
  readonly next_at: Date | null;
};

export async function beginSearch(tx: Runner, key: JobKey, wanted: NewSearch): Promise<SearchRow> {
  const [row] = await tx.run(begin, { ...columns(key), ...wanted });
  if (!row) throw new Error(`The search for ${key.jobNumber} could not begin.`);
  return row;
}

export async function scheduleSearch(
  runner: Runner,
  key: JobKey,
  next: { readonly round: number; readonly next_at: Date | null },
): Promise<void> {
  await runner.run(schedule, { ...columns(key), ...next });
}

export async function endSearch(runner: Runner, key: JobKey): Promise<void> {
  await runner.run(end, columns(key));
}

export async function sweepSearches(system: Runner, rowsMax: number): Promise<number> {
  return (await system.run(sweep, { rows_max: rowsMax })).length;
}

const CANDIDATE = {
  driver_id: 'text',
  vehicle_type: 'text',
  owner_id: 'text?',
  jobs_max: 'int2',
  cash_in_hand: 'numeric',
  cash_limit: 'int8',
  jobs: 'int4',
  cod_to_collect: 'numeric',
  lat: 'float8?',
  lng: 'float8?',
  asked: 'int4',
  last_round: 'int4',
} as const;

/**
 * Couriers on shift who may be asked for a delivery: in the box and seen of late, or those that were named; not those
 * who declined it or gave it back, nor, where they are asked one by one, who think about another offer.
 */
const find = statement({
  name: 'candidates.find',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    job_number: 'text',
    named: 'text[]?',
    seen_since: 'timestamptz',
    south: 'float8',
    north: 'float8',
    west: 'float8',
    east: 'float8',
    started_at: 'timestamptz',
    now: 'timestamptz',
    one_by_one: 'bool',
    rows_max: 'int4',
  },
  row: CANDIDATE,
  sql: `SELECT v.id AS driver_id, v.vehicle_type, v.merchant_id AS owner_id, v.jobs_max, courier_cash_of(v.id, :merchant_id, :livemode) AS cash_in_hand, v.cash_limit, l.jobs, l.cod AS cod_to_collect, p.lat, p.lng, a.asked, a.last_round
        FROM driver_shifts s JOIN drivers v ON v.id = s.driver_id AND v.active
        LEFT JOIN driver_positions p ON p.driver_id = v.id
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS jobs, coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status = 'to_collect'), 0) AS cod
          FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.livemode = :livemode AND (:livemode OR d.merchant_id = :merchant_id)
        ) l
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.created_at >= :started_at)::int AS asked, coalesce(max(o.round) FILTER (WHERE o.created_at >= :started_at), 0)::int AS last_round,
            coalesce(bool_or(o.status IN ('declined', 'given_up') AND (:named::text[] IS NULL OR o.created_at >= :started_at)), false) AS unwilling, coalesce(bool_or(o.status = 'open'), false) AS asked_now
          FROM offers o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.job_number = :job_number AND o.driver_id = v.id
        ) a
        WHERE s.ended_at IS NULL AND courier_carries(v.merchant_id, v.livemode, :merchant_id, :livemode) AND NOT a.asked_now AND NOT a.unwilling
          AND CASE WHEN :named::text[] IS NULL THEN p.recorded_at >= :seen_since AND p.lat BETWEEN :south AND :north AND p.lng BETWEEN :west AND :east ELSE v.id = ANY (:named) END
          AND NOT (:one_by_one AND EXISTS (SELECT FROM offers b WHERE b.driver_id = v.id AND b.status = 'open' AND b.livemode = :livemode AND (b.expires_at IS NULL OR b.expires_at > :now)))
        ORDER BY a.asked, abs(p.lat - (:south + :north) / 2) + abs(p.lng - (:west + :east) / 2), v.id LIMIT :rows_max::int4`,
});

export type Candidate = ValuesOf<typeof CANDIDATE>;
type CandidateInput = Omit<ValuesOf<(typeof find)['params']>, 'merchant_id' | 'livemode' | 'job_number'>;

export async function findCandidates(
  system: Runner,
  { tenant, jobNumber }: JobKey,
  input: CandidateInput,
): Promise<readonly Candidate[]> {
  return system.run(find, { ...keyOf(tenant), job_number: jobNumber, ...input });
}

const LOAD = {
  on_shift: 'bool',
  jobs: 'int4',
  cod_to_collect: 'numeric',
  jobs_max: 'int2',
  cash_in_hand: 'numeric',
  cash_limit: 'int8',
  vehicle_type: 'text',
  owner_id: 'text?',
} as const;

const lockForLoad = statement({
  name: 'couriers.lockLoad',
  params: { driver_id: 'text', merchant_id: 'text', livemode: 'bool' },
  row: LOAD,
  sql: `SELECT ${Object.keys(LOAD).join(', ')} FROM lock_driver_load(:driver_id, :merchant_id, :livemode)`,
});

export type LockedLoad = ValuesOf<typeof LOAD>;

/** What an active courier carries, with the shift locked until the transaction ends: whoever gives this courier a parcel comes through here. */
export async function lockCourierLoad(
  tx: Runner,
  driverId: string,
  tenant: Tenant,
): Promise<LockedLoad | undefined> {
  return (
    await tx.run(lockForLoad, {
      driver_id: driverId,
      merchant_id: tenant.merchantId,
      livemode: tenant.livemode,
    })
  )[0];
}
