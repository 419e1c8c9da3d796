import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Context } from '../../../kernel/call/context.ts';
import type { Runner } from '../../../store/index.ts';
import {
  addFirstEventKey,
  findSealedKey,
  listEventKeyRows,
  type EventKeyRow,
  type EventRef,
  type NewEventKey,
} from './event-keys.queries.ts';

/** The keys of events, opened once and remembered. A key of one number never changes, so nothing here grows old. */
export type KeyRing = {
  /** Throws when the event has no key of that number. */
  readonly open: (runner: Runner, event: EventRef, kid: number) => Promise<KeyObject>;
};

const KEYS_MAX = 1_000;

export function createKeyRing({ vault }: Pick<Context, 'vault'>): KeyRing {
  const opened = new Map<string, KeyObject>();
  return {
    async open(runner, event, kid) {
      const name = `${event.eventId}:${kid}`;
      const known = opened.get(name);
      if (known) return known;
      const sealed = await findSealedKey(runner, event, kid);
      if (!sealed) throw new Error(`The event ${event.eventId} has no key ${kid}.`);
      const key = signingKeyOf(vault.open(sealed, TICKET_KEY_SECRET));
      const [oldest] = opened.keys();
      if (opened.size >= KEYS_MAX && oldest !== undefined) opened.delete(oldest);
      opened.set(name, key);
      return key;
    },
  };
}

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

/** The event's keys, with the first made now where it had none. */
export async function ensureEventKeys(
  runner: Runner,
  context: Pick<Context, 'vault' | 'world'>,
  event: EventRef,
): Promise<readonly EventKeyRow[]> {
  const known = await listEventKeyRows(runner, event);
  if (known.length > 0) return known;
  await addFirstEventKey(runner, event, makeEventKey(context, context.world.now()));
  return listEventKeyRows(runner, event);
}

/** The number of the key that signs now. */
export async function ensureEventKey(
  runner: Runner,
  context: Pick<Context, 'vault' | 'world'>,
  event: EventRef,
): Promise<number> {
  const current = (await ensureEventKeys(runner, context, event)).findLast(
    (key) => key.retired_at === null && key.revoked_at === null,
  );
  if (!current) throw new Error(`The event ${event.eventId} has no key that signs.`);
  return current.kid;
}
