import { createCipheriv, createHash, hkdfSync } from 'node:crypto';
import { ticketHash, TICKET_HASH_BYTES } from './gate-of.ts';
import type { Work } from '../../core/in-turns.ts';
import type { ManifestTicket } from './manifest.queries.ts';

/** What a manifest says of one ticket. */
export const RECORD_BYTES = 16;
const CODE_HASH_BYTES = 6;
const STATES: Readonly<Record<string, number>> = Object.freeze({ valid: 0, used: 1, void: 2, blocked: 3 });
const INSIDE = 0b100;
/** A record takes 2 µs. */
const RECORDS_A_STEP = 1_000;
const ADMITS_SHIFT = 3;

/**
 * The records of a manifest, 16 bytes each, big-endian: 8 bytes of SHA-256 over the ticket bytes of the QR code; 1 byte
 * with state (bits 0–1), somebody inside (bit 2) and how many it admits, less one (bits 3–7); 2 bytes epoch; 1 byte place
 * of its type in `ticket_types`; 4 bytes first admission in Unix seconds, 0 for none.
 */
export function* packTickets(
  tickets: readonly ManifestTicket[],
  placeOfType: ReadonlyMap<number, number>,
): Work<Buffer> {
  const packed = Buffer.alloc(tickets.length * RECORD_BYTES);
  for (const [place, ticket] of tickets.entries()) {
    if (place % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield;
    const start = place * RECORD_BYTES;
    packed.set(ticketHash(ticket.qr_id), start);
    packed.writeUInt8(
      (STATES[ticket.status] ?? 0) |
        ((ticket.inside ?? 0) > 0 ? INSIDE : 0) |
        ((ticket.admits - 1) << ADMITS_SHIFT),
      start + TICKET_HASH_BYTES,
    );
    packed.writeUInt16BE(ticket.epoch, start + 9);
    packed.writeUInt8(placeOfType.get(ticket.type_index) ?? 255, start + 11);
    packed.writeUInt32BE(
      ticket.first_at === null ? 0 : Math.floor(ticket.first_at.getTime() / 1_000),
      start + 12,
    );
  }
  return packed;
}

/** For each ticket the first 6 bytes of SHA-256 over event id, line feed and typed code: enough to find it, too little to read it. */
export function packCodes(tickets: readonly Pick<ManifestTicket, 'event_id' | 'code'>[]): Buffer {
  return Buffer.concat(
    tickets.map(({ event_id, code }) =>
      createHash('sha256').update(`${event_id}\n${code}`).digest().subarray(0, CODE_HASH_BYTES),
    ),
  );
}

export const NONCE_BYTES = 12;
const KEY_BYTES = 32;
export const NAMES_INFO = 'cottontree ticket name v1';

/** A holder's name that only whoever has the ticket's code in front can read: its signature is the key. */
export function sealName(
  name: string,
  { signature, nonce }: { readonly signature: Uint8Array; readonly nonce: Buffer },
): string {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`a nonce has ${NONCE_BYTES} bytes`);
  const key = Buffer.from(hkdfSync('sha256', signature, '', NAMES_INFO, KEY_BYTES));
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(name, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
}
