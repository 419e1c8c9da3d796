import { createHash } from 'node:crypto';
import type { ScanPolicy } from '@cottontree/contract';

/** By which bytes a manifest knows a ticket. */
export const TICKET_HASH_BYTES = 8;

/** The first bytes of SHA-256 over the ticket bytes of its QR code. */
export function ticketHash(qrId: Uint8Array): Buffer {
  return createHash('sha256').update(qrId).digest().subarray(0, TICKET_HASH_BYTES);
}

/** The one gate by which a ticket enters where gates share the tickets out; null where they do not. */
export function gateOf(
  qrId: Uint8Array,
  policy: ScanPolicy,
  allowed: readonly string[] | null,
): string | null {
  const gates = allowed === null ? policy.gates : policy.gates.filter((gate) => allowed.includes(gate));
  if (!policy.gate_partition || gates.length < 2) return null;
  return gates[ticketHash(qrId).readUInt32BE(0) % gates.length] ?? null;
}
