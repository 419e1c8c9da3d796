import { formatTime, parseTk1Body, tk1SignedBytes, type ScanRefusal } from '@cottontree/contract';
import { createPublicKey, verify, type KeyObject } from 'node:crypto';

import type { FoundScan } from './look-up.queries.ts';
import type { ReadCode } from './attempt.ts';

/** A code whose form and signature were looked at: what stands against it, or the epoch it is of (null: typed, so of any). */
export type Proven = { readonly refusal: Refusal | null; readonly epoch: number | null };

export type ScanDoor = { readonly eventId: string; readonly livemode: boolean };

/** What stands before an Ed25519 public key in its DER form (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const REVOKED: Refusal = Object.freeze({
  code: 'TICKET_REVOKED',
  message: 'This ticket was handed on, and this code of it no longer counts. Ask for the newer one.',
  forcible: false,
});
const KEYS_MAX = 1_000;
const keys = new Map<string, KeyObject>();

/** Judges form, signature and event of a code. Nothing that it says is believed before its signature was found right. */
export function proveCode(found: FoundScan, code: ReadCode, door: ScanDoor): Proven {
  if (code.kind === 'unreadable')
    return refused('INVALID_TICKET_CODE', 'This is no ticket of ours: it has not the form of a ticket code.');
  if (code.kind === 'signed') return proveSigned(found, code, door);
  return { refusal: found.ticket_id === null ? notHere(found, door) : null, epoch: null };
}

/** Why a typed code is none of this event's; one that it had once is named by the event alone, without a ticket. */
function notHere(found: FoundScan, { eventId }: ScanDoor): Refusal {
  if (found.ticket_event_id === null) return unknown();
  return found.ticket_event_id === eventId ? REVOKED : wrongEvent(found);
}

function proveSigned(
  found: FoundScan,
  { tk1, ours }: Extract<ReadCode, { kind: 'signed' }>,
  { eventId, livemode }: ScanDoor,
): Proven {
  const signedFor = ours ? eventId : found.ticket_event_id;
  if (
    signedFor === null ||
    found.public_key === null ||
    !isSigned(found.public_key, tk1SignedBytes(signedFor, tk1.body), tk1.signature)
  ) {
    const { live } = parseTk1Body(tk1.body);
    if (live !== livemode)
      return refused(
        'INVALID_TICKET_CODE',
        live
          ? 'This is a live ticket, and this door is in test mode.'
          : 'This is a test ticket, which opens no live door.',
      );
    return refused('INVALID_TICKET_CODE', 'The signature of this code is not one of this event.');
  }
  if (found.key_revoked)
    return refused(
      'INVALID_TICKET_CODE',
      'The key that signed this code was revoked. Ask for the newer code of the ticket.',
    );
  if (found.ticket_id === null) return { refusal: unknown(), epoch: null };
  if (found.ticket_event_id !== eventId) return { refusal: wrongEvent(found), epoch: null };
  return { refusal: null, epoch: parseTk1Body(tk1.body).epoch };
}

function isSigned(publicKey: Buffer, bytes: Uint8Array, signature: Uint8Array): boolean {
  const name = publicKey.toString('base64');
  const key =
    keys.get(name) ??
    createPublicKey({ key: Buffer.concat([SPKI_HEAD, publicKey]), format: 'der', type: 'spki' });
  if (keys.size >= KEYS_MAX) keys.clear();
  keys.set(name, key);
  return verify(null, bytes, key, signature);
}

function wrongEvent({
  ticket_event_id: id,
  ticket_event_name,
  ticket_event_start: start,
}: FoundScan): Refusal {
  const name = ticket_event_name ?? 'another event';
  return {
    code: 'WRONG_EVENT',
    message: `This ticket is for ${name}.`,
    forcible: false,
    details: {
      event_id: id ?? '',
      event_name: name,
      ...(start === null ? {} : { event_start_date: formatTime(start) }),
    },
  };
}

function unknown(): Refusal {
  return { code: 'TICKET_NOT_FOUND', message: 'No ticket of this event has this code.', forcible: false };
}

function refused(code: 'INVALID_TICKET_CODE', message: string): Proven {
  return { refusal: { code, message, forcible: false }, epoch: null };
}

export type Refusal = {
  readonly code: ScanRefusal;
  readonly message: string;
  /** Whether a supervisor may admit all the same. */
  readonly forcible: boolean;
  readonly details?: Readonly<Record<string, string>>;
};
