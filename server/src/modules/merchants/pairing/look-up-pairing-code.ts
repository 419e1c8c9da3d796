import { createHash } from 'node:crypto';
import {
  formatTime,
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type PairingCode,
} from '@cottontree/contract';
import type { OpenCall } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import { findPairingCode } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { openPairingGuesses } from '../../../kernel/secrets/pairing-guesses.ts';
import type { Merchants } from '../module.ts';
import { makeKeyText } from '../key-text.ts';
import { findKeyByHash, insertKey, lockKeys } from '../keys.queries.ts';

/** Guesses at the codes of all merchants belong to none of them. */
const NOBODY = { merchantId: '', livemode: false };

/** Whose a pairing code is, and with which key to take it up. */
export async function lookUpPairingCode(
  { body }: Input<Operations['lookUpPairingCode']>,
  { address }: OpenCall,
  module: Merchants,
): Promise<Reply<PairingCode>> {
  const { store, vault, world } = module;
  const guesses = openPairingGuesses(module, { kind: 'any', address });
  // Counted and committed before it is judged: of many sent at once no more are judged than may be wrong.
  await store.system
    .transaction((tx) => guesses.count(tx, NOBODY))
    .catch((error: unknown) => {
      throw guesses.explain(error);
    });
  const found = await findPairingCode(store.system, vault, {
    code: body.pairing_code,
    now: world.systemNow(),
  });
  if (!found)
    throw new Failure(
      'PAIRING_CODE_NOT_FOUND',
      'This pairing code does not work: it is wrong, was used, or is older than ten minutes. Ask for a new one.',
    );
  await store.system.transaction((tx) => guesses.giveBack(tx, NOBODY));
  return reply({
    kind: found.kind,
    store_name: found.store_name,
    currency: found.currency,
    device: { id: found.device_id, name: found.device_name },
    place: { id: found.place_id, name: found.place_name },
    public_key: await deviceKey(module, { merchantId: found.merchant_id, livemode: found.livemode }),
    expires_at: formatTime(found.expires_at),
    ...showMode(found.livemode),
  });
}

const NAME = 'Tills and doors';
const LAST_CHARACTERS = 4;
/** How often a merchant may end the key and have devices paired anew. */
const GENERATIONS_MAX = 1_000;

/**
 * The public key of a merchant's own devices. Of keys only hashes are kept, so this one is made of the server's secret and can be made
 * again; where the merchant ended it, the next one takes its place.
 */
async function deviceKey(module: Merchants, tenant: Tenant): Promise<string> {
  const { store, world } = module;
  return store.system.transaction(async (tx) => {
    await lockKeys(tx, tenant);
    for (let generation = 0; generation < GENERATIONS_MAX; generation += 1) {
      const key = keyText(module, tenant, generation);
      const hash = createHash('sha256').update(key).digest();
      const known = await findKeyByHash(tx, hash);
      const now = world.systemNow();
      if (known && known.revoked_at === null && (known.expires_at === null || known.expires_at > now))
        return key;
      if (known) continue;
      await insertKey(tx, tenant, {
        id: makeId('key_', now.getTime(), world.randomBytes(idRandomBytes)),
        kind: 'public',
        hash,
        last_four: key.slice(-LAST_CHARACTERS),
        name: NAME,
        scopes: [],
        origins: [new URL(module.settings.publicUrl).origin],
        ip_ranges: [],
        created_at: now,
        expires_at: null,
        renews: null,
        demo: false,
      });
      return key;
    }
    throw new Error('The key of devices was ended too often.');
  });
}

/** Each character of 8 of 256 bits: as hard to guess as any key's. */
function keyText({ vault }: Merchants, { merchantId, livemode }: Tenant, generation: number): string {
  const bytes = vault.fingerprint('device-key', merchantId, String(livemode), String(generation));
  let at = 0;
  return makeKeyText((below) => (bytes[at++] ?? 0) % below, { kind: 'public', livemode });
}
