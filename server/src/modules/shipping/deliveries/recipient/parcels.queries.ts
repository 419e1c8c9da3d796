import type { DeliveryKind, DeliveryStatus, Rating } from '@cottontree/contract';
import {
  findOwner,
  findLastingOwners,
  json,
  nullable,
  type Runner,
  statement,
  type ValuesOf,
} from '../../../../store/index.ts';
import { FOLLOWED, FOLLOWED_COLUMNS } from '../deliveries.queries.ts';

/** A job that was made for the same parcel, and where it stands. */
export type FollowUp = {
  readonly job_number: string;
  readonly kind: DeliveryKind;
  readonly status: DeliveryStatus;
};

const FOUND = {
  ...FOLLOWED,
  time_zone: 'text',
  country: 'text',
  is_open: 'bool',
  clock: 'timestamptz?',
  details: 'jsonb',
  rating: nullable(json<Rating>()),
  next_drop: 'bool',
  follow_ups: nullable(json<readonly FollowUp[]>()),
} as const;

/** Of several parcels on board, the courier goes to the one promised first. What became of a parcel after its job has ended is looked up then alone. */
const COLUMNS = `${FOLLOWED_COLUMNS}, m.time_zone, m.country, m.status = 'active' AS is_open, c.frozen_at AS clock, d.details, d.rating,
    d.status = 'in_transit' AND NOT EXISTS (
      SELECT FROM deliveries o WHERE o.driver_id = d.driver_id AND o.status = 'in_transit'
        AND (coalesce(o.estimated_delivery_at, o.created_at), o.job_number) < (coalesce(d.estimated_delivery_at, d.created_at), d.job_number)) AS next_drop,
    CASE WHEN d.status IN ('failed', 'cancelled') THEN (
      SELECT jsonb_agg(jsonb_build_object('job_number', o.job_number, 'kind', o.kind, 'status', o.status) ORDER BY o.created_at, o.job_number)
      FROM jsonb_to_recordset(d.details -> 'related_jobs') AS r (job_number text)
      JOIN deliveries o ON o.merchant_id = d.merchant_id AND o.livemode = d.livemode AND o.job_number = r.job_number) END AS follow_ups`;
const BESIDE = `JOIN merchants m ON m.id = d.merchant_id LEFT JOIN test_clocks c ON c.merchant_id = d.merchant_id AND c.livemode = d.livemode
  LEFT JOIN drivers v ON v.id = d.driver_id LEFT JOIN driver_positions p ON p.driver_id = d.driver_id`;

const byTokens = statement({
  name: 'parcels.byTokens',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', tokens: 'text[]' },
  row: { ...FOUND, place: 'int4' },
  sql: `SELECT ${COLUMNS}, g.place::int4 AS place FROM unnest(:merchant_ids::text[], :livemodes::bool[], :tokens::text[]) WITH ORDINALITY AS g(merchant_id, livemode, token, place)
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.tracking_token = g.token ${BESIDE}`,
});

const byNumber = statement({
  name: 'parcels.byNumber',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  row: FOUND,
  sql: `SELECT ${COLUMNS} FROM deliveries d ${BESIDE} WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number`,
});

const byDigits = statement({
  name: 'parcels.byDigits',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text', digits: 'text' },
  row: FOUND,
  sql: `SELECT ${COLUMNS} FROM deliveries d ${BESIDE} WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number AND right(d.recipient_phone, 4) = :digits`,
});

const sealedCode = statement({
  name: 'parcels.deliveryCode',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  row: { delivery_code: 'bytea' },
  sql: 'SELECT delivery_code FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number',
});

/** A delivery of whatever merchant, as its recipient's page needs it. */
export type ParcelRow = ValuesOf<typeof FOUND>;

/** The deliveries behind the tokens of tracking links, in their order; undefined where there is none. */
export async function findByTokens(
  system: Runner,
  tokens: readonly string[],
): Promise<readonly (ParcelRow | undefined)[]> {
  const owners = await findLastingOwners(system, 'tracking', tokens);
  const known = tokens.flatMap((token) => {
    const owner = owners.get(token);
    return owner ? [{ ...owner, token }] : [];
  });
  if (known.length === 0) return tokens.map(() => undefined);
  const rows = await system.run(byTokens, {
    merchant_ids: known.map(({ merchant_id }) => merchant_id),
    livemodes: known.map(({ livemode }) => livemode),
    tokens: known.map(({ token }) => token),
  });
  const found = new Map(rows.map((row) => [known[row.place - 1]?.token, row]));
  return tokens.map((token) => found.get(token));
}

/** One whose link names its number. */
export async function findByNumber(system: Runner, jobNumber: string): Promise<ParcelRow | undefined> {
  const owner = await findOwner(system, 'job', jobNumber);
  return owner && (await system.run(byNumber, { ...owner, job_number: jobNumber }))[0];
}

/** One for whoever knows the end of its recipient's phone number. */
export async function findByDigits(
  system: Runner,
  wanted: { readonly jobNumber: string; readonly digits: string },
): Promise<ParcelRow | undefined> {
  const owner = await findOwner(system, 'job', wanted.jobNumber);
  return (
    owner &&
    (await system.run(byDigits, { ...owner, job_number: wanted.jobNumber, digits: wanted.digits }))[0]
  );
}

/** The sealed code that the recipient gives the courier. */
export async function findDeliveryCode(
  runner: Runner,
  key: { readonly merchant_id: string; readonly livemode: boolean; readonly job_number: string },
): Promise<Buffer | undefined> {
  return (await runner.run(sealedCode, key))[0]?.delivery_code;
}

const lockTries = statement({
  name: 'lookUpTries.lock',
  params: { subject: 'bytea' },
  row: { locked: 'bool' },
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('look_up_tries ' || encode(:subject::bytea, 'hex'), 0))`,
});

const recent = statement({
  name: 'lookUpTries.recent',
  params: { subject: 'bytea', since: 'timestamptz' },
  row: { tries: 'int4', hour: 'timestamptz' },
  sql: 'SELECT tries, hour FROM look_up_tries WHERE subject = :subject AND hour > :since AND tries > 0 ORDER BY hour',
});

const count = statement({
  name: 'lookUpTries.count',
  params: { subject: 'bytea', at: 'timestamptz', tries_max: 'int4' },
  row: { tries: 'int4' },
  sql: `INSERT INTO look_up_tries AS t (subject, hour, tries, tries_max) VALUES (:subject, :at, 1, :tries_max)
        ON CONFLICT (subject, hour) DO UPDATE SET tries = t.tries + 1 RETURNING tries`,
});

const giveBack = statement({
  name: 'lookUpTries.giveBack',
  params: { subject: 'bytea', at: 'timestamptz' },
  row: {},
  sql: 'UPDATE look_up_tries SET tries = tries - 1 WHERE subject = :subject AND hour = :at AND tries > 0',
});

const forget = statement({
  name: 'lookUpTries.forget',
  params: { before: 'timestamptz' },
  row: { hour: 'timestamptz' },
  sql: 'DELETE FROM look_up_tries WHERE hour < :before RETURNING hour',
});

/** Its moment stands where an hour stood when tries were counted by the hour. */
export type Try = { readonly subject: Buffer; readonly at: Date };

type TryLimit = { readonly triesMax: number; readonly since: Date };

/** Counts a try before it is judged, one after the other; where there were as many as may be since a moment already, it is not counted, and that tells when the oldest was. */
export async function countTry(
  tx: Runner,
  { subject, at }: Try,
  { triesMax, since }: TryLimit,
): Promise<{ readonly oldest: Date } | null> {
  await tx.run(lockTries, { subject });
  const before = await tx.run(recent, { subject, since });
  const [first] = before;
  if (first && before.reduce((sum, { tries }) => sum + tries, 0) >= triesMax) return { oldest: first.hour };
  await tx.run(count, { subject, at, tries_max: triesMax });
  return null;
}

/** A try that was right does not count. */
export async function giveTryBack(system: Runner, { subject, at }: Try): Promise<void> {
  await system.run(giveBack, { subject, at });
}

/** Forgets tries of long ago; answers how many rows. */
export async function forgetTries(system: Runner, before: Date): Promise<number> {
  return (await system.run(forget, { before })).length;
}
