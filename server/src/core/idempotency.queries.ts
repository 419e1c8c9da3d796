import type { Runner, Tx } from '../store/index.ts';
import { statement } from '../store/index.ts';
import { keyOf, type Tenant } from './tenant.ts';

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
        VALUES ($1, $2, $3, $4, '', $5) ON CONFLICT DO NOTHING RETURNING key`,
});

const find = statement({
  name: 'idempotency.find',
  params: { merchant_id: 'text', livemode: 'bool', key: 'text' },
  row: { request_hash: 'bytea', answer: 'bytea?' },
  sql: 'SELECT request_hash, answer FROM idempotency_keys WHERE merchant_id = $1 AND livemode = $2 AND key = $3',
});

const keep = statement({
  name: 'idempotency.keep',
  params: { merchant_id: 'text', livemode: 'bool', key: 'text', answer: 'bytea' },
  row: {},
  sql: 'UPDATE idempotency_keys SET answer = $4 WHERE merchant_id = $1 AND livemode = $2 AND key = $3',
});

const release = statement({
  name: 'idempotency.release',
  params: { merchant_id: 'text', livemode: 'bool', key: 'text' },
  row: {},
  sql: 'DELETE FROM idempotency_keys WHERE merchant_id = $1 AND livemode = $2 AND key = $3',
});

const dropOld = statement({
  name: 'idempotency.dropOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { key: 'text' },
  sql: `DELETE FROM idempotency_keys WHERE (merchant_id, livemode, key) IN
          (SELECT merchant_id, livemode, key FROM idempotency_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED)
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

/** Frees the key of a request that came to nothing. */
export async function releaseKey(runner: Runner, tenant: Tenant, key: string): Promise<void> {
  await runner.run(release, { ...keyOf(tenant), key });
}

/** Forgets keys past their time; returns how many. */
export async function dropOldKeys(runner: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await runner.run(dropOld, { before, rows_max: rowsMax })).length;
}
