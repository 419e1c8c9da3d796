import { keyOf } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

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
export type CandidateInput = Omit<
  ValuesOf<(typeof find)['params']>,
  'merchant_id' | 'livemode' | 'job_number'
>;

export async function findCandidates(
  system: Runner,
  { tenant, jobNumber }: JobKey,
  input: CandidateInput,
): Promise<readonly Candidate[]> {
  return system.run(find, { ...keyOf(tenant), job_number: jobNumber, ...input });
}
