import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { pinVerifierAlgorithm, type PinVerifier } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import type { Pos } from '../module.ts';

const derive = promisify(pbkdf2);

/** OWASP's figure for this algorithm: half a second or two on a cheap till, for each PIN that is tried. */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The purpose under which they are sealed. */
export const PIN_VERIFIER = 'staff.pinVerifier';

/** Sealed with how long the PIN is, which tells what it is good for. */
type KeptVerifier = PinVerifier & { readonly digits: number };

/** What tills without network know a PIN by; sealed, so that the database alone does not give it away. */
export async function makePinVerifier(
  { world, vault, hasher }: Pick<Pos, 'world' | 'vault' | 'hasher'>,
  { pin, merchantId }: { readonly pin: string; readonly merchantId: string },
): Promise<Buffer> {
  const salt = world.randomBytes(SALT_BYTES);
  // It keeps a thread of the pool that also serves files and names for longer than any other work.
  const hash = await hasher.inTurn(merchantId, () => derive(pin, salt, ITERATIONS, HASH_BYTES, 'sha256'));
  const kept: KeptVerifier = {
    algorithm: pinVerifierAlgorithm,
    iterations: ITERATIONS,
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    digits: pin.length,
  };
  return vault.seal(JSON.stringify(kept), PIN_VERIFIER);
}

export function openPinVerifier(
  { vault }: Pick<Context, 'vault'>,
  sealed: Buffer,
): {
  readonly verifier: PinVerifier;
  /** How many the PIN has; null where it is older than this is kept. */ readonly digits: number | null;
} {
  const { digits = null, ...verifier } = JSON.parse(
    vault.open(sealed, PIN_VERIFIER).toString(),
  ) as PinVerifier & Partial<KeptVerifier>;
  return { verifier, digits };
}
