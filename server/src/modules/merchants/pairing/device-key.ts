import { createHash } from 'node:crypto';
import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { makeKeyText } from '../key-text.ts';
import { findKeyByHash, insertKey, lockKeys } from '../keys.queries.ts';
import type { Merchants } from '../module.ts';

const NAME = 'Tills and doors';
const LAST_CHARACTERS = 4;
/** How often a merchant may end the key and have devices paired anew. */
const GENERATIONS_MAX = 1_000;

/**
 * The public key of a merchant's own devices. Of keys only hashes are kept, so this one is made of the server's secret and can be made
 * again; where the merchant ended it, the next one takes its place.
 */
export async function deviceKey(module: Merchants, tenant: Tenant): Promise<string> {
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
