import { idBytes } from '../ids.ts';
import { decodeBase45, encodeBase45 } from './base45.ts';

/** What a ticket's QR code says, beside its signature. */
export type Tk1 = {
  readonly live: boolean;
  /** The ticket has a holder's name. */
  readonly named: boolean;
  /** The event lets people leave and come back. */
  readonly multiEntry: boolean;
  /** Which of the event's keys signed, 1–65535. */
  readonly kid: number;
  /** The first 8 of the 16 bytes behind the event's id. */
  readonly eventStart: Uint8Array;
  /** The 12 random bytes that stand for the ticket. */
  readonly qrId: Uint8Array;
  readonly typeIndex: number;
  readonly epoch: number;
  /** Unix seconds; 0: no bound. */
  readonly validFrom: number;
  readonly validUntil: number;
};

/** A QR code's parts, with nothing of them believed yet but the form. */
export type UnverifiedTk1 = {
  /** Says which key is to be tried. */
  readonly kid: number;
  readonly eventStart: Uint8Array;
  /** The 36 bytes that are signed. */
  readonly body: Uint8Array;
  readonly signature: Uint8Array;
};

/** `TK1:` and 100 bytes in Base45: just what a QR code of version 6-M holds. */
export const tk1TextLength = 154;
export const tk1Prefix = 'TK1:';

const VERSION = 1;
const BODY_BYTES = 36;
const SIGNATURE_BYTES = 64;
const EVENT_START_BYTES = 8;
const QR_ID_BYTES = 12;
const LIVE = 1;
const NAMED = 2;
const MULTI_ENTRY = 4;

/** The first 8 of the 16 bytes behind an event's id, as its tickets carry them. */
export function eventStartOf(eventId: string): Uint8Array {
  return idBytes('evt_', eventId).subarray(0, EVENT_START_BYTES);
}

/** The 36 bytes of a ticket, to be signed and written. */
export function encodeTk1Body(ticket: Tk1): Uint8Array {
  const { eventStart, qrId } = ticket;
  if (eventStart.length !== EVENT_START_BYTES || qrId.length !== QR_ID_BYTES)
    throw new RangeError('a ticket names its event by 8 bytes and itself by 12');
  const body = new Uint8Array(BODY_BYTES);
  const view = new DataView(body.buffer);
  view.setUint8(0, VERSION);
  view.setUint8(
    1,
    (ticket.live ? LIVE : 0) | (ticket.named ? NAMED : 0) | (ticket.multiEntry ? MULTI_ENTRY : 0),
  );
  view.setUint16(2, ticket.kid);
  body.set(eventStart, 4);
  body.set(qrId, 12);
  view.setUint16(24, ticket.typeIndex);
  view.setUint16(26, ticket.epoch);
  view.setUint32(28, ticket.validFrom);
  view.setUint32(32, ticket.validUntil);
  return body;
}

/** What Ed25519 signs: `"ticket-v1\0"`, the event's whole id as UTF-8 text (`evt_` and 26 characters), the 36 bytes. */
export function tk1SignedBytes(eventId: string, body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`ticket-v1\0${eventId}`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

/** The text of the QR code. */
export function writeTk1(body: Uint8Array, signature: Uint8Array): string {
  if (body.length !== BODY_BYTES || signature.length !== SIGNATURE_BYTES)
    throw new RangeError('a ticket has 36 bytes and a signature of 64');
  const bytes = new Uint8Array(BODY_BYTES + SIGNATURE_BYTES);
  bytes.set(body);
  bytes.set(signature, BODY_BYTES);
  return tk1Prefix + encodeBase45(bytes);
}

/** Takes a QR code's text apart: exact length, canonical Base45, version 1; null for all else. Check the signature next. */
export function readTk1(text: string): UnverifiedTk1 | null {
  if (text.length !== tk1TextLength || !text.startsWith(tk1Prefix)) return null;
  const bytes = decodeBase45(text.slice(tk1Prefix.length));
  if (bytes === null || bytes[0] !== VERSION) return null;
  const body = bytes.subarray(0, BODY_BYTES);
  return {
    kid: viewOf(body).getUint16(2),
    eventStart: body.subarray(4, 12),
    body,
    signature: bytes.subarray(BODY_BYTES),
  };
}

/** What the 36 bytes say. Call it only with bytes whose signature was found to be right. */
export function parseTk1Body(body: Uint8Array): Tk1 {
  const view = viewOf(body);
  const flags = view.getUint8(1);
  return {
    live: (flags & LIVE) !== 0,
    named: (flags & NAMED) !== 0,
    multiEntry: (flags & MULTI_ENTRY) !== 0,
    kid: view.getUint16(2),
    eventStart: body.slice(4, 12),
    qrId: body.slice(12, 24),
    typeIndex: view.getUint16(24),
    epoch: view.getUint16(26),
    validFrom: view.getUint32(28),
    validUntil: view.getUint32(32),
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
