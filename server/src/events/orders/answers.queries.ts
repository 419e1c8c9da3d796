import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';

const swap = statement({
  name: 'ticketOrders.swapAnswer',
  params: { merchant_id: 'text', livemode: 'bool', key: 'text', before: 'bytea', after: 'bytea' },
  row: { key: 'text' },
  sql: 'UPDATE idempotency_keys SET answer = $5 WHERE merchant_id = $1 AND livemode = $2 AND key = $3 AND answer = $4 RETURNING key',
});

const insert = statement({
  name: 'ticketOrders.insertAnswer',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    key: 'text',
    request_hash: 'bytea',
    answer: 'bytea',
    created_at: 'timestamptz',
  },
  row: { key: 'text' },
  sql: `INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, answer, created_at) VALUES ($1, $2, $3, $4, '', $5, $6) ON CONFLICT DO NOTHING RETURNING key`,
});

/** False when the key was used meanwhile. */
export async function insertAnswer(
  runner: Runner,
  tenant: Tenant,
  kept: { readonly key: string; readonly hash: Buffer; readonly answer: Buffer; readonly at: Date },
): Promise<boolean> {
  return (
    (
      await runner.run(insert, {
        ...keyOf(tenant),
        key: kept.key,
        request_hash: kept.hash,
        answer: kept.answer,
        created_at: kept.at,
      })
    ).length === 1
  );
}

/** False when the kept answer is another by now. */
export async function swapAnswer(
  runner: Runner,
  tenant: Tenant,
  swapped: { readonly key: string; readonly before: Buffer; readonly after: Buffer },
): Promise<boolean> {
  return (await runner.run(swap, { ...keyOf(tenant), ...swapped })).length === 1;
}
