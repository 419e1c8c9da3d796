import type { Vault } from '../../../kernel/secrets/vault.ts';
import { jobOfBytes, JOB_BYTES, writeJob } from './job-bytes.ts';

/**
 * The token of the link that everybody may have who may see where a parcel is: it holds the job number (5 bytes)
 * and a MAC over it (11 bytes), so that no row is needed to know it again and nobody can make one from a number.
 */
const PURPOSE = 'view-link';
const TOKEN_BYTES = 16;
const TOKEN_FORM = /^[\w-]{22}$/;

/** A generation of those made lately; there are two at the most, some 2 MB. */
const MADE_MAX = 8_192;

type Made = { readonly keyId: string; young: Map<string, string>; old: ReadonlyMap<string, string> };

/** Who follows parcels asks for the same ones again and again, and making a token takes two hashes. */
const madeBy = new WeakMap<Vault, Made>();

export function viewToken(vault: Vault, jobNumber: string): string {
  const made = madeWith(vault);
  const known = made.young.get(jobNumber);
  if (known !== undefined) return known;
  const token = made.old.get(jobNumber) ?? tokenOf(jobNumber, vault.fingerprint(PURPOSE, jobNumber));
  if (made.young.size === MADE_MAX) {
    made.old = made.young;
    made.young = new Map();
  }
  made.young.set(jobNumber, token);
  return token;
}

/** A rotation of the secret key makes other tokens. */
function madeWith(vault: Vault): Made {
  const known = madeBy.get(vault);
  if (known?.keyId === vault.keyId) return known;
  const fresh = { keyId: vault.keyId, young: new Map<string, string>(), old: new Map<string, string>() };
  madeBy.set(vault, fresh);
  return fresh;
}

/** The job of such a token; null where it is none. */
export function readViewToken(vault: Vault, token: string): string | null {
  if (!TOKEN_FORM.test(token)) return null;
  const jobNumber = jobOfBytes(Buffer.from(token, 'base64url'));
  if (jobNumber === null) return null;
  return vault.fingerprints(PURPOSE, jobNumber).some((mac) => tokenOf(jobNumber, mac) === token)
    ? jobNumber
    : null;
}

/** Each token is composed in it and read from it at once. */
const composed = Buffer.allocUnsafeSlow(TOKEN_BYTES);

function tokenOf(jobNumber: string, mac: Buffer): string {
  writeJob(composed, jobNumber);
  mac.copy(composed, JOB_BYTES);
  return composed.toString('base64url');
}
