import type { Runner, Tx } from '../../store/index.ts';
import { statement } from '../../store/index.ts';
import { keyOf, type Tenant } from '../call/tenant.ts';

const claim = statement({
  name: 'idempotency.claim',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    key: 'text',
    request_hash: 'bytea',
    created_at: 'timestamptz',
  },
  row: { key: 'text' },
  sql: `INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, created_at)
        VALUES (:merchant_id, :livemode, :key, :request_hash, '', :created_at) ON CONFLICT DO NOTHING RETURNING key`,
});

const find = statement({
  name: 'idempotency.find',
  params: { merchant_id: 'text', livemode: 'bool', key: 'text' },
  row: { request_hash: 'bytea', answer: 'bytea?' },
  sql: 'SELECT request_hash, answer FROM idempotency_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND key = :key',
});

const keep = statement({
  name: 'idempotency.keep',
  params: { merchant_id: 'text', livemode: 'bool', key: 'text', answer: 'bytea' },
  row: {},
  sql: 'UPDATE idempotency_keys SET answer = :answer WHERE merchant_id = :merchant_id AND livemode = :livemode AND key = :key',
});

/** Longer than who is alive takes; who takes longer all the same finds that it was taken over. */
const LEASE = `interval '30 seconds'`;
const KEY = { merchant_id: 'text', livemode: 'bool', key: 'text' } as const;
/** Only who took the request up last, while it has no answer. */
const HELD = 'merchant_id = :merchant_id AND livemode = :livemode AND key = :key AND lease = :lease';

const takeOver = statement({
  name: 'idempotency.takeOver',
  params: { ...KEY, answer: 'bytea' },
  row: { lease: 'int4' },
  sql: `UPDATE idempotency_keys SET lease = lease + 1, taken_at = clock_timestamp()
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND key = :key AND answer = :answer AND coalesce(taken_at, created_at) <= clock_timestamp() - ${LEASE} RETURNING lease`,
});

const finish = statement({
  name: 'idempotency.finish',
  params: { ...KEY, lease: 'int4', answer: 'bytea' },
  row: { key: 'text' },
  sql: `UPDATE idempotency_keys SET answer = :answer, lease = lease + 1 WHERE ${HELD} RETURNING key`,
});

const giveBack = statement({
  name: 'idempotency.giveBack',
  params: { ...KEY, lease: 'int4' },
  row: {},
  sql: `UPDATE idempotency_keys SET taken_at = clock_timestamp() - ${LEASE} WHERE ${HELD}`,
});

const release = statement({
  name: 'idempotency.release',
  params: { ...KEY, lease: 'int4' },
  row: {},
  sql: `DELETE FROM idempotency_keys WHERE ${HELD}`,
});

const dropOld = statement({
  name: 'idempotency.dropOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { key: 'text' },
  sql: `DELETE FROM idempotency_keys WHERE (merchant_id, livemode, key) IN
          (SELECT merchant_id, livemode, key FROM idempotency_keys WHERE created_at < :before ORDER BY created_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING key`,
});

export type KeptRequest = { readonly request_hash: Buffer; readonly answer: Buffer | null };

/** Takes the key for this transaction; false when another request had it first. Waits for one still under way. */
export async function claimKey(
  tx: Tx,
  tenant: Tenant,
  request: { readonly key: string; readonly hash: Buffer; readonly at: Date },
): Promise<boolean> {
  return (
    (
      await tx.run(claim, {
        ...keyOf(tenant),
        key: request.key,
        request_hash: request.hash,
        created_at: request.at,
      })
    ).length === 1
  );
}

export async function findKept(
  runner: Runner,
  tenant: Tenant,
  key: string,
): Promise<KeptRequest | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), key }))[0];
}

export async function keepAnswer(
  tx: Tx,
  tenant: Tenant,
  kept: { readonly key: string; readonly answer: Buffer },
): Promise<void> {
  await tx.run(keep, { ...keyOf(tenant), ...kept });
}

/** Who is at a request: its key, and how often it was taken up before. */
export type Lease = { readonly key: string; readonly lease: number };

/** Takes up a request that nobody is at any more; of all who try, one does, and the others get undefined. `answer`: as it was seen. */
export async function takeOverKey(
  runner: Runner,
  tenant: Tenant,
  { key, answer }: { readonly key: string; readonly answer: Buffer },
): Promise<Lease | undefined> {
  const [taken] = await runner.run(takeOver, { ...keyOf(tenant), key, answer });
  return taken && { key, lease: taken.lease };
}

/** Keeps the first answer; false where another has taken the request over, whose answer it is then. */
export async function finishKey(
  runner: Runner,
  tenant: Tenant,
  { key, lease, answer }: Lease & { readonly answer: Buffer },
): Promise<boolean> {
  return (await runner.run(finish, { ...keyOf(tenant), key, lease, answer })).length === 1;
}

/** Whoever repeats the request may go on at once. */
export async function giveBackKey(runner: Runner, tenant: Tenant, { key, lease }: Lease): Promise<void> {
  await runner.run(giveBack, { ...keyOf(tenant), key, lease });
}

/** Frees the key of a request that came to nothing. */
export async function releaseKey(runner: Runner, tenant: Tenant, { key, lease }: Lease): Promise<void> {
  await runner.run(release, { ...keyOf(tenant), key, lease });
}

/** Forgets keys past their time; returns how many. */
export async function dropOldKeys(runner: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await runner.run(dropOld, { before, rows_max: rowsMax })).length;
}
