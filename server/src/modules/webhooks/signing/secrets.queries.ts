import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Json, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';
import type { SecretRole } from './sign-message.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const SECRET = {
  id: 'text',
  role: text<SecretRole>(),
  sealed: 'bytea',
  created_at: 'timestamptz',
  expires_at: 'timestamptz?',
  promotes_at: 'timestamptz?',
  overlap_hours: 'int4',
} as const;
const MINE = 'merchant_id = :merchant_id AND livemode = :livemode AND endpoint_id = :endpoint_id';

/** One change of an endpoint's secrets at a time; none where the endpoint is gone. */
const lock = statement({
  name: 'webhookSecrets.lock',
  params: { ...TENANT, endpoint_id: 'text' },
  row: { version: 'int4' },
  sql: 'SELECT version FROM webhook_endpoints WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :endpoint_id FOR NO KEY UPDATE',
});

const read = statement({
  name: 'webhookSecrets.read',
  params: { ...TENANT, endpoint_id: 'text' },
  row: SECRET,
  sql: `SELECT ${Object.keys(SECRET).join(', ')} FROM webhook_secrets WHERE ${MINE} ORDER BY created_at, id`,
});

/** Makes the endpoint's secrets those given, and raises its version, so that every sender reads them anew before its next request. */
const write = statement({
  name: 'webhookSecrets.write',
  params: { ...TENANT, endpoint_id: 'text', secrets: 'jsonb', now: 'timestamptz' },
  row: { version: 'int4' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(:secrets) AS g(id text, role text, sealed bytea, created_at timestamptz, expires_at timestamptz, promotes_at timestamptz, overlap_hours integer)
        ), gone AS (
          DELETE FROM webhook_secrets WHERE ${MINE} AND id NOT IN (SELECT id FROM given)
        ), kept AS (
          INSERT INTO webhook_secrets AS s (merchant_id, livemode, endpoint_id, id, role, sealed, created_at, expires_at, promotes_at, overlap_hours)
          SELECT :merchant_id, :livemode, :endpoint_id, id, role, sealed, created_at, expires_at, promotes_at, overlap_hours FROM given
          ON CONFLICT (merchant_id, livemode, endpoint_id, id) DO UPDATE SET role = excluded.role, expires_at = excluded.expires_at, promotes_at = excluded.promotes_at, overlap_hours = excluded.overlap_hours
        )
        UPDATE webhook_endpoints SET version = version + 1, updated_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :endpoint_id RETURNING version`,
});

/** Endpoints whose secrets are no longer as they are written down. */
const due = statement({
  name: 'webhookSecrets.due',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text' },
  sql: `SELECT DISTINCT merchant_id, livemode, endpoint_id FROM (
          SELECT merchant_id, livemode, endpoint_id FROM webhook_secrets WHERE promotes_at <= :now
          UNION ALL SELECT merchant_id, livemode, endpoint_id FROM webhook_secrets WHERE expires_at <= :now
        ) AS s LIMIT :rows_max`,
});

export type StoredSecret = ValuesOf<typeof SECRET>;
export type DueEndpoint = { readonly tenant: Tenant; readonly endpointId: string };

/** False where there is no such endpoint. */
export async function lockSecrets(tx: Runner, tenant: Tenant, endpointId: string): Promise<boolean> {
  return (await tx.run(lock, { ...keyOf(tenant), endpoint_id: endpointId })).length === 1;
}

/** The endpoint's secrets, oldest first, those that have ended included. */
export async function readSecrets(
  tx: Runner,
  tenant: Tenant,
  endpointId: string,
): Promise<readonly StoredSecret[]> {
  return tx.run(read, { ...keyOf(tenant), endpoint_id: endpointId });
}

/** Under the lock. */
export async function writeSecrets(
  tx: Runner,
  tenant: Tenant,
  changed: { readonly endpointId: string; readonly secrets: readonly StoredSecret[]; readonly now: Date },
): Promise<void> {
  const secrets = changed.secrets.map((secret): Json => ({
    ...secret,
    sealed: `\\x${secret.sealed.toString('hex')}`,
    created_at: secret.created_at.toISOString(),
    expires_at: secret.expires_at?.toISOString() ?? null,
    promotes_at: secret.promotes_at?.toISOString() ?? null,
  }));
  await tx.run(write, { ...keyOf(tenant), endpoint_id: changed.endpointId, secrets, now: changed.now });
}

export async function dueSecrets(
  system: Tx | Runner,
  now: Date,
  rowsMax: number,
): Promise<readonly DueEndpoint[]> {
  const rows = await system.run(due, { now, rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    endpointId: row.endpoint_id,
  }));
}
