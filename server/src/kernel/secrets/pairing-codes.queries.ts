import { findOwner, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import { keyOf, type Tenant } from '../call/tenant.ts';
import type { Vault } from './vault.ts';

/** What is paired by a code: a till, or a device at a door. */
type PairedKind = 'terminal' | 'scanner';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const DEVICE = { kind: text<PairedKind>(), device_id: 'text' } as const;
const PURPOSE = 'pairing-code';

const drop = statement({
  name: 'pairingCodes.drop',
  params: { ...TENANT, ...DEVICE },
  row: {},
  sql: 'DELETE FROM pairing_codes WHERE merchant_id = :merchant_id AND livemode = :livemode AND kind = :kind AND device_id = :device_id',
});

/** Nothing where the code is another device's, whoever's that is. What is over goes on the way. */
const put = statement({
  name: 'pairingCodes.put',
  params: {
    ...TENANT,
    ...DEVICE,
    mac: 'bytea',
    expires_at: 'timestamptz',
    device_name: 'text',
    place_id: 'text',
    place_name: 'text',
    now: 'timestamptz',
  },
  row: { device_id: 'text' },
  sql: `WITH over AS (DELETE FROM pairing_codes WHERE merchant_id = :merchant_id AND livemode = :livemode AND expires_at <= :now AND NOT (kind = :kind AND device_id = :device_id))
        INSERT INTO pairing_codes (merchant_id, livemode, kind, device_id, mac, expires_at, device_name, place_id, place_name)
        VALUES (:merchant_id, :livemode, :kind, :device_id, :mac, :expires_at, :device_name, :place_id, :place_name)
        ON CONFLICT DO NOTHING RETURNING device_id`,
});

const find = statement({
  name: 'pairingCodes.find',
  params: { ...TENANT, mac: 'bytea', now: 'timestamptz' },
  row: {
    ...TENANT,
    ...DEVICE,
    expires_at: 'timestamptz',
    device_name: 'text',
    place_id: 'text',
    place_name: 'text',
    store_name: 'text',
    currency: 'text',
  },
  sql: `SELECT c.merchant_id, c.livemode, c.kind, c.device_id, c.expires_at, c.device_name, c.place_id, c.place_name, m.store_name, m.currency
        FROM pairing_codes c JOIN merchants m ON m.id = c.merchant_id WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.mac = :mac AND c.expires_at > :now`,
});

/** What a code leads to. */
type PairingCodeRow = ValuesOf<(typeof find)['row']>;

type NewPairingCode = {
  readonly kind: PairedKind;
  readonly device_id: string;
  readonly device_name: string;
  readonly place_id: string;
  readonly place_name: string;
  readonly code: string;
  readonly now: Date;
  readonly expires_at: Date;
};

/** In the place of the code before. False where the code is taken: another one is to be drawn. */
export async function putCodeToLookUp(
  runner: Runner,
  { tenant, vault, system }: { readonly tenant: Tenant; readonly vault: Vault; readonly system: Runner },
  { code, ...made }: NewPairingCode,
): Promise<boolean> {
  await dropCodeToLookUp(runner, tenant, made);
  const mac = vault.fingerprint(PURPOSE, code);
  if (await findOwner(system, 'pairing_code', mac)) return false;
  const row = { ...keyOf(tenant), ...made, mac };
  return (await runner.run(put, row)).length > 0;
}

/** It was used, or is to work no more. */
export async function dropCodeToLookUp(
  runner: Runner,
  tenant: Tenant,
  { kind, device_id }: { readonly kind: PairedKind; readonly device_id: string },
): Promise<void> {
  await runner.run(drop, { ...keyOf(tenant), kind, device_id });
}

/** Whoever's it is. */
export async function findPairingCode(
  system: Runner,
  vault: Vault,
  { code, now }: { readonly code: string; readonly now: Date },
): Promise<PairingCodeRow | undefined> {
  const macs = vault.fingerprints(PURPOSE, code);
  for (const mac of macs) {
    const owner = await findOwner(system, 'pairing_code', mac);
    const [row] = owner ? await system.run(find, { ...owner, mac, now }) : [];
    if (row) return row;
  }
  return undefined;
}

/** Counts a guess before it is judged; the table refuses one too many. */
const count = statement({
  name: 'guesses.count',
  params: { ...TENANT, subject: 'text', window: 'timestamptz', max: 'int4' },
  row: { failures: 'int4' },
  sql: `INSERT INTO guess_failures AS f (merchant_id, livemode, subject, hour, failures, failures_max) VALUES (:merchant_id, :livemode, :subject, :window, 1, :max)
        ON CONFLICT (merchant_id, livemode, subject, hour) DO UPDATE SET failures = f.failures + 1 RETURNING failures`,
});

/** Within the transaction that counted it. */
const giveBack = statement({
  name: 'guesses.giveBack',
  params: { ...TENANT, subject: 'text', window: 'timestamptz' },
  row: {},
  sql: `WITH lowered AS (UPDATE guess_failures SET failures = failures - 1 WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject AND hour = :window AND failures > 1)
        DELETE FROM guess_failures WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject = :subject AND hour = :window AND failures <= 1`,
});

/** Whose guesses are counted together, and since when. */
export type Guessing = { readonly subject: string; readonly window: Date };

export async function countGuess(
  runner: Runner,
  tenant: Tenant,
  guessing: Guessing & { readonly max: number },
): Promise<void> {
  await runner.run(count, { ...keyOf(tenant), ...guessing });
}

export async function giveGuessBack(runner: Runner, tenant: Tenant, guessing: Guessing): Promise<void> {
  await runner.run(giveBack, { ...keyOf(tenant), ...guessing });
}
