import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';
import type { JobKey } from '../deliveries.queries.ts';

const JOB = { merchant_id: 'text', livemode: 'bool', job_number: 'text' } as const;
const OFFER = { id: 'text', driver_id: 'text', status: 'text', expires_at: 'timestamptz?' } as const;

const findJobOf = statement({
  name: 'offers.findJob',
  params: { id: 'text', driver_id: 'text' },
  row: { job_number: 'text' },
  sql: 'SELECT job_number FROM offers WHERE id = :id AND driver_id = :driver_id',
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
export type NewOffers = Omit<ValuesOf<(typeof insert)['params']>, keyof typeof JOB>;
export type OfferAnswer = {
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
  return (await system.run(findJobOf, { id, driver_id: driverId }))[0]?.job_number;
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
