import type { Vault } from '../../../kernel/secrets/vault.ts';
import { jobOfBytes, JOB_BYTES, writeJob } from './job-bytes.ts';

/**
 * The token of the link that everybody may have who may see where a parcel is: it holds the job number (5 bytes)
 * and a MAC over it (11 bytes), so that no row is needed to know it again and nobody can make one from a number.
 */
const PURPOSE = 'view-link';
const TOKEN_BYTES = 16;
const TOKEN_FORM = /^[\w-]{22}$/;

export function viewToken(vault: Vault, jobNumber: string): string {
  return tokenOf(jobNumber, vault.fingerprint(PURPOSE, jobNumber));
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
