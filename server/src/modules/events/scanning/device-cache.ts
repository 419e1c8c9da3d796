import { createHash } from 'node:crypto';
import { createBriefMemory } from '../../../kernel/running/brief-memory.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { findDeviceByToken, type DeviceRow } from './devices.queries.ts';

/** The paired devices by their tokens. */
export type DeviceCache = {
  /** The device behind a token, or null when the token does not open; throws while the database cannot say. */
  readonly find: (token: string) => Promise<DeviceRow | null>;
  /** Forgets what is known of a device, on every node. */
  readonly forget: (deviceId: string) => void;
};

const CHANNEL = 'cottontree_scanners';

/** Looks devices up by their token's hash and remembers them for three seconds, or until any node says that one has ended. */
export function createDeviceCache({ world, store }: Pick<Context, 'world' | 'store'>): DeviceCache {
  const memory = createBriefMemory({
    load: (hash) => findDeviceByToken(store.system, hash),
    monotonicMs: world.monotonicMs,
  });
  const forgetHere = (deviceId: string): void => memory.forget(({ id }) => id === deviceId);
  store.listen(CHANNEL, forgetHere);
  return {
    async find(token) {
      const hash = hashScannerToken(token);
      const device = hash && (await memory.find(hash));
      const opens =
        device &&
        device.revoked_at === null &&
        device.expires_at !== null &&
        device.expires_at > world.systemNow();
      return opens ? device : null;
    },
    forget(deviceId) {
      forgetHere(deviceId);
      store.notify(CHANNEL, deviceId);
    },
  };
}

const TOKEN_FORM = /^sct_[\w-]{43}$/;
const RANDOM_BYTES = 32;

/** A new token for a paired device: 256 random bits. */
export function makeScannerToken(randomBytes: (length: number) => Buffer): string {
  return `sct_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** What is kept of a token; null for text that cannot be one. */
export function hashScannerToken(text: string): Buffer | null {
  return TOKEN_FORM.test(text) ? createHash('sha256').update(text).digest() : null;
}
