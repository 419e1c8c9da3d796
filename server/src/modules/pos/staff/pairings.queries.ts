import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;

/** Nothing where another till has the code. */
const putCode = statement({
  name: 'terminalPairings.putCode',
  params: { ...TENANT, terminal_id: 'text', pairing_mac: 'bytea', pairing_expires_at: 'timestamptz' },
  row: { terminal_id: 'text' },
  sql: `INSERT INTO terminal_pairings (merchant_id, livemode, terminal_id, pairing_mac, pairing_expires_at)
        SELECT :merchant_id, :livemode, :terminal_id, :pairing_mac, :pairing_expires_at WHERE NOT EXISTS (SELECT FROM terminal_pairings WHERE merchant_id = :merchant_id AND livemode = :livemode AND pairing_mac = :pairing_mac)
        ON CONFLICT (merchant_id, livemode, terminal_id) DO UPDATE SET pairing_mac = excluded.pairing_mac, pairing_expires_at = excluded.pairing_expires_at RETURNING terminal_id`,
});

/** Turns the code into a token, once: whoever comes second finds no code. */
const claim = statement({
  name: 'terminalPairings.claim',
  params: { ...TENANT, pairing_macs: 'bytea[]', now: 'timestamptz', token_hash: 'bytea' },
  row: { terminal_id: 'text' },
  sql: `UPDATE terminal_pairings p SET pairing_mac = NULL, pairing_expires_at = NULL, token_hash = :token_hash, paired_at = :now FROM terminals t
        WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.pairing_mac = ANY (:pairing_macs) AND p.pairing_expires_at > :now
          AND t.merchant_id = p.merchant_id AND t.livemode = p.livemode AND t.id = p.terminal_id AND t.is_active AND t.deleted_at IS NULL
        RETURNING p.terminal_id`,
});

/** A code that waits goes on waiting. */
const bind = statement({
  name: 'terminalPairings.bind',
  params: { ...TENANT, terminal_id: 'text', now: 'timestamptz', token_hash: 'bytea' },
  row: {},
  sql: `INSERT INTO terminal_pairings (merchant_id, livemode, terminal_id, token_hash, paired_at) VALUES (:merchant_id, :livemode, :terminal_id, :token_hash, :now)
        ON CONFLICT (merchant_id, livemode, terminal_id) DO UPDATE SET token_hash = excluded.token_hash, paired_at = excluded.paired_at`,
});

const end = statement({
  name: 'terminalPairings.end',
  params: { ...TENANT, terminal_id: 'text' },
  row: {},
  sql: 'DELETE FROM terminal_pairings WHERE merchant_id = :merchant_id AND livemode = :livemode AND terminal_id = :terminal_id',
});

const byToken = statement({
  name: 'terminalPairings.byToken',
  params: { ...TENANT, token_hash: 'bytea' },
  row: { terminal_id: 'text' },
  sql: `SELECT p.terminal_id FROM terminal_pairings p JOIN terminals t ON t.merchant_id = p.merchant_id AND t.livemode = p.livemode AND t.id = p.terminal_id
        WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.token_hash = :token_hash AND t.is_active AND t.deleted_at IS NULL`,
});

/** False where the code is taken. */
export async function putPairingCode(
  runner: Runner,
  tenant: Tenant,
  code: Omit<ValuesOf<(typeof putCode)['params']>, 'merchant_id' | 'livemode'>,
): Promise<boolean> {
  return (await runner.run(putCode, { ...keyOf(tenant), ...code })).length > 0;
}

/** The till behind a code, now bound to the token. */
export async function claimPairing(
  runner: Runner,
  tenant: Tenant,
  claimed: Omit<ValuesOf<(typeof claim)['params']>, 'merchant_id' | 'livemode'>,
): Promise<string | undefined> {
  return (await runner.run(claim, { ...keyOf(tenant), ...claimed }))[0]?.terminal_id;
}

/** Binds a till to the device that gets the token; the one before is bound no longer. */
export async function bindPairing(
  runner: Runner,
  tenant: Tenant,
  bound: { readonly terminal_id: string; readonly now: Date; readonly token_hash: Buffer },
): Promise<void> {
  await runner.run(bind, { ...keyOf(tenant), ...bound });
}

export async function endPairing(runner: Runner, tenant: Tenant, terminalId: string): Promise<void> {
  await runner.run(end, { ...keyOf(tenant), terminal_id: terminalId });
}

/** The active till that a token is bound to. */
export async function findTerminalIdByToken(
  runner: Runner,
  tenant: Tenant,
  tokenHash: Buffer,
): Promise<string | undefined> {
  return (await runner.run(byToken, { ...keyOf(tenant), token_hash: tokenHash }))[0]?.terminal_id;
}
