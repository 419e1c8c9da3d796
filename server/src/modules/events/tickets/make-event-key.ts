import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Context } from '../../../kernel/call/context.ts';
import type { NewEventKey } from './event-keys.queries.ts';

/** The vault's purpose for the keys that sign tickets. */
export const TICKET_KEY_SECRET = 'event-ticket-key';

/** A private key of Ed25519 is 32 bytes of chance. */
const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
/** What stands before the seed in its DER form (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new pair of Ed25519 keys, the private one sealed. */
export function makeEventKey({ vault, world }: Pick<Context, 'vault' | 'world'>, now: Date): NewEventKey {
  const seed = world.randomBytes(SEED_BYTES);
  const publicKey = createPublicKey(signingKeyOf(seed))
    .export({ format: 'der', type: 'spki' })
    .subarray(-PUBLIC_KEY_BYTES);
  return { publicKey, sealed: vault.seal(seed, TICKET_KEY_SECRET), now };
}

/** The key that signs, from its 32 bytes. */
export function signingKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}
