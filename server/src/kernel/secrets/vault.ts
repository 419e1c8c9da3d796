import { createCipheriv, createDecipheriv, hkdfSync, timingSafeEqual } from 'node:crypto';
import { macOf, prepareMac, type MacKey } from './mac.ts';

/** Keeps secrets at rest and makes keyed fingerprints, each purpose under a key of its own. */
export type Vault = {
  /** AES-256-GCM; `purpose` must be given again to open. */
  readonly seal: (plain: Buffer | string, purpose: string) => Buffer;
  /** Throws when the bytes were changed, or sealed for another purpose or under an unknown key. */
  readonly open: (sealed: Buffer, purpose: string) => Buffer;
  /** HMAC-SHA256 over the parts, unambiguous in their borders. */
  readonly fingerprint: (purpose: string, ...parts: readonly string[]) => Buffer;
  /** The same under every key that still opens, the current one first: to recognise what was fingerprinted before a rotation. */
  readonly fingerprints: (purpose: string, ...parts: readonly string[]) => readonly Buffer[];
  /** The key behind `fingerprint` for a purpose, for code that makes its own MAC. */
  readonly macKey: (purpose: string) => Buffer;
  /** Tells one secret key from another without revealing it. */
  readonly keyId: string;
  /** Of every key that opens, the current one first. */
  readonly keyIds: readonly string[];
  /** Takes up a secret key that was made meanwhile, where it is kept in the data directory. */
  readonly refresh: () => void;
};

const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const NOTHING = Buffer.alloc(0);

type MasterKey = {
  readonly id: Buffer;
  readonly derive: (purpose: string) => Buffer;
  /** The derived key for MACs of a purpose, made ready once. */
  readonly macKey: (purpose: string) => MacKey;
};

/**
 * Builds the vault from the secret key (32 bytes) and, during a rotation, the keys before it,
 * which still open but no longer seal.
 */
export function createVault(
  randomBytes: (length: number) => Buffer,
  secretKey: Buffer,
  previousKeys: readonly Buffer[] = [],
): Vault {
  const current = masterKey(secretKey);
  const known = new Map(
    [current, ...previousKeys.map(masterKey)].map((key) => [key.id.toString('hex'), key]),
  );

  return {
    keyId: current.id.toString('hex'),
    keyIds: [...known.keys()],
    refresh: () => undefined,
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.derive(`seal:${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const key = known.get(keyIdOf(sealed));
      if (!key) throw new Error('Sealed under a secret key that this server does not have.');
      const [nonceAt, tagAt, bodyAt] = [ID_BYTES, ID_BYTES + NONCE_BYTES, ID_BYTES + NONCE_BYTES + TAG_BYTES];
      const decipher = createDecipheriv(
        'aes-256-gcm',
        key.derive(`seal:${purpose}`),
        sealed.subarray(nonceAt, tagAt),
      );
      decipher.setAuthTag(sealed.subarray(tagAt, bodyAt));
      return Buffer.concat([decipher.update(sealed.subarray(bodyAt)), decipher.final()]);
    },
    fingerprint: (purpose, ...parts) => fingerprintUnder(current, purpose, parts),
    fingerprints: (purpose, ...parts) =>
      [...known.values()].map((key) => fingerprintUnder(key, purpose, parts)),
    macKey: (purpose) => current.derive(`mac:${purpose}`),
  };
}

/** Under which secret key something is sealed. */
export function keyIdOf(sealed: Buffer): string {
  return sealed.subarray(0, ID_BYTES).toString('hex');
}

function fingerprintUnder(key: MasterKey, purpose: string, parts: readonly string[]): Buffer {
  let head = '';
  for (const part of parts) head += `${Buffer.byteLength(part)}:${part}`;
  return Buffer.from(macOf(key.macKey(purpose), { head, body: NOTHING }, 'hex'), 'hex');
}

function masterKey(secret: Buffer): MasterKey {
  if (secret.length !== 32) throw new Error('The secret key must be 32 bytes.');
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string): Buffer => {
    const known = derived.get(purpose);
    if (known) return known;
    const fresh = Buffer.from(hkdfSync('sha256', secret, 'cottontree', purpose, 32));
    derived.set(purpose, fresh);
    return fresh;
  };
  const macKeys = new Map<string, MacKey>();
  const macKey = (purpose: string): MacKey => {
    const known = macKeys.get(purpose) ?? prepareMac(derive(`mac:${purpose}`));
    macKeys.set(purpose, known);
    return known;
  };
  return { id: derive('key-id').subarray(0, ID_BYTES), derive, macKey };
}

/** Compares two fingerprints in a time that does not depend on where they differ. */
export function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

export type Keys = { readonly current: Buffer; readonly previous: readonly Buffer[] };

/**
 * A vault whose keys are kept where another process may renew them. It reads them again when told to, and when it meets
 * what is sealed under a key it does not know, so that a rotation needs no restart.
 */
export function createRenewableVault(
  randomBytes: (length: number) => Buffer,
  keys: { readonly now: Keys; readonly readAgain: () => Keys | null },
): Vault {
  let inner = createVault(randomBytes, keys.now.current, keys.now.previous);

  function refresh(): void {
    const fresh = keys.readAgain();
    if (fresh) inner = createVault(randomBytes, fresh.current, fresh.previous);
  }

  return {
    get keyId() {
      return inner.keyId;
    },
    get keyIds() {
      return inner.keyIds;
    },
    refresh,
    seal: (plain, purpose) => inner.seal(plain, purpose),
    open(sealed, purpose) {
      if (!inner.keyIds.includes(keyIdOf(sealed))) refresh();
      return inner.open(sealed, purpose);
    },
    fingerprint: (purpose, ...parts) => inner.fingerprint(purpose, ...parts),
    fingerprints: (purpose, ...parts) => inner.fingerprints(purpose, ...parts),
    macKey: (purpose) => inner.macKey(purpose),
  };
}
