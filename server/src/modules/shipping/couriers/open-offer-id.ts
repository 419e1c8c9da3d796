import { crockfordValue, encodeId, isId } from '@cottontree/contract';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import { bytesOfJob, jobOfBytes, JOB_BYTES } from '../deliveries/job-bytes.ts';

/**
 * The id of the offer that a waiting test delivery is to a courier without anybody having made it: it holds
 * the job number (5 bytes) and a MAC over it and the courier (11 bytes), so that no row is needed to know it again.
 */
const ID_BYTES = 16;
const PURPOSE = 'open-offer';
const ALPHABET_BITS = 5n;

export function openOfferId(vault: Vault, jobNumber: string, driverId: string): string {
  return idOf(jobNumber, vault.fingerprint(PURPOSE, driverId, jobNumber));
}

/** The job of such an id; null where it is none, or another courier's. */
export function readOpenOfferId(vault: Vault, id: string, driverId: string): string | null {
  if (!isId('off_', id)) return null;
  const jobNumber = jobOfBytes(bytesOf(id));
  if (jobNumber === null) return null;
  return vault.fingerprints(PURPOSE, driverId, jobNumber).some((mac) => idOf(jobNumber, mac) === id)
    ? jobNumber
    : null;
}

function idOf(jobNumber: string, mac: Buffer): string {
  return encodeId('off_', Buffer.concat([bytesOfJob(jobNumber), mac.subarray(0, ID_BYTES - JOB_BYTES)]));
}

function bytesOf(id: string): Buffer {
  const value = [...id.slice('off_'.length).toUpperCase()].reduce(
    (sum, character) => (sum << ALPHABET_BITS) | BigInt(crockfordValue(character)),
    0n,
  );
  return Buffer.from(value.toString(16).padStart(ID_BYTES * 2, '0'), 'hex');
}
