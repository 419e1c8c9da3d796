import type { Currency, DeliveryKind } from '@cottontree/contract';
import { keyOf } from '../../../kernel/call/tenant.ts';
import { findOwner, type Runner, statement, text, type ValuesOf } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

const JOB = { merchant_id: 'text', livemode: 'bool', job_number: 'text' } as const;
const OFFER = { id: 'text', driver_id: 'text', status: 'text', expires_at: 'timestamptz?' } as const;

const findJobOf = statement({
  name: 'offers.findJob',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', driver_id: 'text' },
  row: { job_number: 'text' },
  sql: 'SELECT job_number FROM offers WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND driver_id = :driver_id',
});

const find = statement({
  name: 'offers.find',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', driver_id: 'text' },
  row: OFFER,
  sql: 'SELECT id, driver_id, status, expires_at FROM offers WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND driver_id = :driver_id',
});

const listOpen = statement({
  name: 'offers.listOpen',
  params: JOB,
  row: OFFER,
  sql: `SELECT id, driver_id, status, expires_at FROM offers WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND status = 'open' ORDER BY created_at, id`,
});

const insert = statement({
  name: 'offers.insert',
  params: {
    ...JOB,
    round: 'int2',
    created_at: 'timestamptz',
    expires_at: 'timestamptz?',
    ids: 'text[]',
    driver_ids: 'text[]',
    distances: 'jsonb',
  },
  row: { id: 'text' },
  sql: `INSERT INTO offers (merchant_id, livemode, job_number, round, created_at, expires_at, status, id, driver_id, distance_km)
        SELECT :merchant_id, :livemode, :job_number, :round, :created_at, :expires_at, 'open', n.id, n.driver_id, (:distances::jsonb ->> (n.place - 1)::int)::float8
        FROM unnest(:ids::text[], :driver_ids::text[]) WITH ORDINALITY AS n(id, driver_id, place) ORDER BY n.id RETURNING id`,
});

const expire = statement({
  name: 'offers.expire',
  params: { ...JOB, now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE offers SET status = 'expired', answered_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND status = 'open' AND expires_at <= :now RETURNING id`,
});

const withdraw = statement({
  name: 'offers.withdraw',
  params: { ...JOB, now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE offers SET status = 'withdrawn', answered_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND status = 'open' RETURNING id`,
});

/** Writes how a courier answered, also to an offer that had no row until now; the others of an accepted one are over with it, and one that was accepted before a dispatcher took the job away again. */
const answer = statement({
  name: 'offers.answer',
  params: { ...JOB, id: 'text', driver_id: 'text', status: 'text', reason: 'text?', now: 'timestamptz' },
  row: { id: 'text' },
  sql: `WITH answered AS (
          INSERT INTO offers (merchant_id, livemode, job_number, id, driver_id, round, status, reason, created_at, answered_at) VALUES (:merchant_id, :livemode, :job_number, :id, :driver_id, 0, :status, :reason, :now, :now)
          ON CONFLICT (merchant_id, livemode, id) DO UPDATE SET status = :status, reason = :reason, answered_at = :now RETURNING id
        ), over AS (
          UPDATE offers SET status = 'withdrawn', answered_at = :now WHERE :status = 'accepted' AND merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND status IN ('open', 'accepted') AND id <> :id
        )
        SELECT id FROM answered`,
});

/** Notes that a courier gave a job back, on the offer by which it came or, where somebody assigned it, on one of its own. */
const giveUp = statement({
  name: 'offers.giveUp',
  params: { ...JOB, driver_id: 'text', reason: 'text?', now: 'timestamptz', id: 'text' },
  row: { id: 'text' },
  sql: `WITH noted AS (
          UPDATE offers SET status = 'given_up', reason = :reason, answered_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND driver_id = :driver_id AND status = 'accepted' RETURNING id
        ), added AS (
          INSERT INTO offers (merchant_id, livemode, job_number, id, driver_id, round, status, reason, created_at, answered_at)
          SELECT :merchant_id, :livemode, :job_number, :id, :driver_id, 0, 'given_up', :reason, :now, :now WHERE NOT EXISTS (SELECT FROM noted) RETURNING id
        )
        SELECT id FROM noted UNION ALL SELECT id FROM added`,
});

export type OfferRow = ValuesOf<typeof OFFER>;
type NewOffers = Omit<ValuesOf<(typeof insert)['params']>, keyof typeof JOB>;
type OfferAnswer = {
  readonly id: string;
  readonly driver_id: string;
  readonly status: 'accepted' | 'declined';
  readonly reason: string | null;
  readonly now: Date;
};

const columns = ({ tenant, jobNumber }: JobKey) => ({ ...keyOf(tenant), job_number: jobNumber });

/** The job of an offer that was made to this courier. */
export async function findJobOfOffer(
  system: Runner,
  id: string,
  driverId: string,
): Promise<string | undefined> {
  const owner = await findOwner(system, 'offer', id);
  return owner && (await system.run(findJobOf, { ...owner, id, driver_id: driverId }))[0]?.job_number;
}

export async function findOffer(
  runner: Runner,
  { tenant }: JobKey,
  { id, driverId }: { readonly id: string; readonly driverId: string },
): Promise<OfferRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id, driver_id: driverId }))[0];
}

export async function openOffers(runner: Runner, key: JobKey): Promise<readonly OfferRow[]> {
  return runner.run(listOpen, columns(key));
}

export async function insertOffers(runner: Runner, key: JobKey, made: NewOffers): Promise<void> {
  await runner.run(insert, { ...columns(key), ...made });
}

export async function expireOffers(runner: Runner, key: JobKey, now: Date): Promise<void> {
  await runner.run(expire, { ...columns(key), now });
}

export async function withdrawOffers(runner: Runner, key: JobKey, now: Date): Promise<void> {
  await runner.run(withdraw, { ...columns(key), now });
}

export async function answerOffer(runner: Runner, key: JobKey, answered: OfferAnswer): Promise<void> {
  await runner.run(answer, { ...columns(key), ...answered });
}

export async function noteGivenUp(
  runner: Runner,
  key: JobKey,
  given: {
    readonly driver_id: string;
    readonly reason: string | null;
    readonly now: Date;
    readonly id: string;
  },
): Promise<void> {
  await runner.run(giveUp, { ...columns(key), ...given });
}

const OFFERED = {
  offer_id: 'text?',
  expires_at: 'timestamptz?',
  livemode: 'bool',
  job_number: 'text',
  kind: text<DeliveryKind>(),
  store_name: 'text',
  currency: text<Currency>(),
  shipping_fee: 'int8',
  cod_amount: 'int8',
  details: 'jsonb',
  lat: 'float8?',
  lng: 'float8?',
  fee_share_percent: 'int2?',
  vehicle_type: 'text',
  jobs_max: 'int2',
  cash_limit: 'int8',
  jobs: 'int4?',
  cod_to_collect: 'numeric?',
  cash_in_hand: 'numeric?',
} as const;

/**
 * What a courier on shift may take: offers made to them, and of the test deliveries that wait and that
 * nobody searches a courier for, the newest, as long as this courier has not declined them or given them back. With
 * these comes what the courier carries of their merchant, for nobody has weighed that yet.
 */
const list = statement({
  name: 'offers.list',
  params: { driver_id: 'text', now: 'timestamptz', open_rows_max: 'int4' },
  row: OFFERED,
  sql: `WITH courier AS (
          SELECT v.id, v.merchant_id AS owner_id, v.livemode AS owner_mode, v.fee_share_percent, v.vehicle_type, v.jobs_max, v.cash_limit, p.lat, p.lng FROM drivers v LEFT JOIN driver_positions p ON p.driver_id = v.id
          WHERE v.id = :driver_id AND EXISTS (SELECT FROM driver_shifts s WHERE s.driver_id = v.id AND s.ended_at IS NULL)
        ), made AS (
          SELECT o.merchant_id, o.livemode, o.job_number, o.id, o.expires_at FROM offers o JOIN courier c ON c.id = o.driver_id
          WHERE o.status = 'open' AND (o.expires_at IS NULL OR o.expires_at > :now)
        ), waiting AS (
          (SELECT d.merchant_id, d.livemode, d.job_number, d.created_at FROM courier c, deliveries d
           WHERE d.status = 'pending' AND NOT d.livemode AND d.simulation IS NULL AND courier_carries(c.owner_id, c.owner_mode, d.merchant_id, d.livemode)
             AND NOT EXISTS (SELECT FROM dispatch_searches s WHERE s.merchant_id = d.merchant_id AND s.livemode = d.livemode AND s.job_number = d.job_number)
             AND NOT EXISTS (SELECT FROM offers o WHERE o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.job_number = d.job_number AND o.driver_id = :driver_id)
           ORDER BY d.created_at DESC LIMIT :open_rows_max::int4)
          UNION ALL
          (SELECT d.merchant_id, d.livemode, d.job_number, d.created_at FROM courier c, deliveries d
           WHERE d.status = 'assigned' AND d.driver_id IS NULL AND NOT d.livemode AND d.simulation IS NULL AND courier_carries(c.owner_id, c.owner_mode, d.merchant_id, d.livemode)
             AND NOT EXISTS (SELECT FROM dispatch_searches s WHERE s.merchant_id = d.merchant_id AND s.livemode = d.livemode AND s.job_number = d.job_number)
             AND NOT EXISTS (SELECT FROM offers o WHERE o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.job_number = d.job_number AND o.driver_id = :driver_id)
           ORDER BY d.created_at DESC LIMIT :open_rows_max::int4)
        ), offered AS (
          SELECT merchant_id, livemode, job_number, id, expires_at FROM made UNION ALL SELECT merchant_id, livemode, job_number, NULL, NULL FROM waiting
        ), loads AS (
          SELECT m.merchant_id, l.jobs, l.cod, courier_cash_of(:driver_id, m.merchant_id, false) AS cash FROM (SELECT DISTINCT merchant_id FROM waiting) m
          CROSS JOIN LATERAL (
            SELECT count(*)::int AS jobs, coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status = 'to_collect'), 0) AS cod
            FROM deliveries d WHERE d.driver_id = :driver_id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.merchant_id = m.merchant_id AND NOT d.livemode
          ) l
        )
        SELECT f.id AS offer_id, f.expires_at, d.livemode, d.job_number, d.kind, d.store_name, d.currency, d.shipping_fee, CASE d.cod_status WHEN 'to_collect' THEN d.cod_amount ELSE 0 END AS cod_amount, d.details, c.lat, c.lng, c.fee_share_percent,
          c.vehicle_type, c.jobs_max, c.cash_limit, l.jobs, l.cod AS cod_to_collect, l.cash AS cash_in_hand
        FROM offered f JOIN deliveries d USING (merchant_id, livemode, job_number) CROSS JOIN courier c LEFT JOIN loads l ON f.id IS NULL AND l.merchant_id = d.merchant_id
        WHERE d.status = 'pending' OR (d.status = 'assigned' AND d.driver_id IS NULL)
        ORDER BY d.livemode DESC, f.expires_at, d.created_at DESC, d.job_number`,
});

export type OfferedRow = ValuesOf<typeof OFFERED>;

/** What may be on offer to this courier now; `openRowsMax` of each kind of open test delivery at the most. */
export async function listOffered(
  system: Runner,
  driverId: string,
  { now, openRowsMax }: { readonly now: Date; readonly openRowsMax: number },
): Promise<readonly OfferedRow[]> {
  return system.run(list, { driver_id: driverId, now, open_rows_max: openRowsMax });
}
