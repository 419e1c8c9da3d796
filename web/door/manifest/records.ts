import type { ScanManifest } from '@cottontree/contract';
import { fromBase64, hexOf } from './bytes.ts';

/** What this phone knows of one ticket, as it is kept. */
export type TicketRecord = {
  /** Hex of 8 bytes of SHA-256 over the ticket's 12. */
  readonly hash: string;
  readonly state: 'valid' | 'used' | 'void' | 'blocked';
  readonly isInside: boolean;
  /** Persons who enter on it. */
  readonly admits: number;
  readonly epoch: number;
  /** `tt_…`; null: the manifest does not name its type. */
  readonly typeId: string | null;
  /** First admission that the server knew of, Unix seconds; 0: none. */
  readonly admittedAt: number;
  /** By which typed codes are found: slow and fast hashes, hex. */
  readonly names: readonly string[];
  /** The holder's name, which only the ticket in front opens. */
  readonly sealedName: string | null;
};

const RECORD_BYTES = 16;
const FAST_BYTES = 6;
const SLOW_BYTES = 16;
const STATES = ['valid', 'used', 'void', 'blocked'] as const;

/** The records of one answer, in its order. Fields that a server does not send are missed without harm. */
export function readRecords(manifest: ScanManifest): readonly TicketRecord[] {
  const bytes = fromBase64(manifest.tickets);
  const view = new DataView(bytes.buffer);
  const fast = manifest.human_codes === undefined ? null : fromBase64(manifest.human_codes);
  const slow = manifest.typed_codes === undefined ? null : fromBase64(manifest.typed_codes.hashes);
  return Array.from({ length: Math.floor(bytes.length / RECORD_BYTES) }, (_, place): TicketRecord => {
    const start = place * RECORD_BYTES;
    const flags = view.getUint8(start + 8);
    return {
      hash: hexOf(bytes.subarray(start, start + 8)),
      state: STATES[flags & 3] ?? 'valid',
      isInside: (flags & 4) !== 0,
      admits: (flags >> 3) + 1,
      epoch: view.getUint16(start + 9),
      typeId: manifest.ticket_types[view.getUint8(start + 11)]?.id ?? null,
      admittedAt: view.getUint32(start + 12),
      names: [cut(slow, place, SLOW_BYTES), cut(fast, place, FAST_BYTES)].filter((name) => name !== null),
      sealedName: manifest.names?.[place] ?? null,
    };
  });
}

function cut(hashes: Uint8Array | null, place: number, length: number): string | null {
  return hashes && hexOf(hashes.subarray(place * length, (place + 1) * length));
}
