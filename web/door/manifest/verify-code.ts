import {
  eventStartOf,
  parseTk1Body,
  readTk1,
  tk1Prefix,
  tk1SignedBytes,
  type ScanManifest,
  type Tk1,
  type TypedCodes,
} from '@cottontree/contract';
import { fromBase64, hexOf, joined, sha256Of } from './bytes.ts';

/** What was held in front of the door, as far as its own form and signature tell. */
export type SeenCode =
  | { readonly kind: 'refused'; readonly code: 'INVALID_TICKET_CODE' | 'WRONG_EVENT' }
  | { readonly kind: 'signed'; readonly ticket: Tk1; readonly signature: Uint8Array; readonly hash: string }
  | { readonly kind: 'typed'; readonly typed: string };

type Keys = Pick<ScanManifest, 'keys'> & { readonly eventId: string };
const HASH_BYTES = 8;

/** Judges form, event and signature of a code, and believes nothing of it before the signature was found right. */
export async function seeCode(text: string, { eventId, keys }: Keys): Promise<SeenCode> {
  if (!text.startsWith(tk1Prefix)) {
    const typed = typedOf(text);
    return typed === null ? refused('INVALID_TICKET_CODE') : { kind: 'typed', typed };
  }
  const tk1 = readTk1(text);
  if (tk1 === null) return refused('INVALID_TICKET_CODE');
  if (hexOf(tk1.eventStart) !== hexOf(eventStartOf(eventId))) return refused('WRONG_EVENT');
  const key = keys.find(({ kid, alg }) => kid === tk1.kid && alg === 'Ed25519');
  const isSigned =
    key !== undefined &&
    (await isSignedBy(fromBase64(key.public_key), tk1SignedBytes(eventId, tk1.body), tk1.signature));
  if (!isSigned) return refused('INVALID_TICKET_CODE');
  const ticket = parseTk1Body(tk1.body);
  const hash = hexOf((await sha256Of(ticket.qrId)).subarray(0, HASH_BYTES));
  return { kind: 'signed', ticket, signature: Uint8Array.from(tk1.signature), hash };
}

/** Whether a QR code says that it is of an event; nobody has verified it. */
export function isOfEvent(text: string, eventId: string): boolean {
  const tk1 = text.startsWith(tk1Prefix) ? readTk1(text) : null;
  return tk1 !== null && hexOf(tk1.eventStart) === hexOf(eventStartOf(eventId));
}

const TYPED = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** The ten characters behind what was typed, by their form alone: whether one is mistyped is told before it comes here. */
function typedOf(text: string): string | null {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return TYPED.test(code) ? code : null;
}

const refused = (code: 'INVALID_TICKET_CODE' | 'WRONG_EVENT'): SeenCode => ({ kind: 'refused', code });

/** Whether this browser verifies Ed25519 itself: since Chrome 137, Safari 17, Firefox 129. */
let isOfBrowser: boolean | null = null;

async function isSignedBy(
  publicKey: Uint8Array<ArrayBuffer>,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (isOfBrowser !== false)
    try {
      const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
      const isRight = await crypto.subtle.verify(
        'Ed25519',
        key,
        Uint8Array.from(signature),
        Uint8Array.from(signed),
      );
      isOfBrowser = true;
      return isRight;
    } catch (error) {
      if ((error as { readonly name?: unknown }).name !== 'NotSupportedError') throw error;
      isOfBrowser = false;
    }
  const { verifyAsync } = await import('@noble/ed25519');
  return verifyAsync(signature, signed, publicKey, { zip215: false });
}

/** Under which names a typed code may stand in the manifest: its fast hash, and its slow ones under each pepper. */
export async function namesOfTyped(
  typed: string,
  { eventId, salts }: { readonly eventId: string; readonly salts: readonly Salt[] },
): Promise<readonly string[]> {
  const utf8 = new TextEncoder();
  const fast = hexOf((await sha256Of(utf8.encode(`${eventId}\n${typed}`))).subarray(0, 6));
  const slow = await Promise.all(salts.map((salt) => slowNames(utf8.encode(typed), salt)));
  return [fast, ...slow.flat()];
}

/** How typed codes are hashed, without the hashes. */
export type Salt = Omit<TypedCodes, 'hashes'>;
const SLOW_BITS = 128;

async function slowNames(
  typed: Uint8Array<ArrayBuffer>,
  { kdf, iterations, peppers, salt }: Salt,
): Promise<readonly string[]> {
  // A way that this version does not know: a later app will.
  if (kdf !== 'PBKDF2-SHA-256') return [];
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const salted = fromBase64(salt);
  const under = async (pepper: number): Promise<string> => {
    const whole = joined(salted, Uint8Array.of(pepper >> 8, pepper & 255));
    const way = { name: 'PBKDF2', hash: 'SHA-256', salt: whole, iterations };
    return hexOf(new Uint8Array(await crypto.subtle.deriveBits(way, key, SLOW_BITS)));
  };
  return Promise.all(Array.from({ length: peppers }, (_, pepper) => under(pepper)));
}

const NONCE_BYTES = 12;

/** The holder's name, opened with the signature of the ticket in front; null where that does not open it. */
export async function openName(sealed: string, signature: Uint8Array): Promise<string | null> {
  try {
    const bytes = fromBase64(sealed);
    const base = await crypto.subtle.importKey('raw', Uint8Array.from(signature), 'HKDF', false, [
      'deriveKey',
    ]);
    const info = new TextEncoder().encode('cottontree ticket name v1');
    const way = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
    const key = await crypto.subtle.deriveKey(way, base, { name: 'AES-GCM', length: 256 }, false, [
      'decrypt',
    ]);
    const opening = { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(opening, key, bytes.subarray(NONCE_BYTES)));
  } catch {
    return null;
  }
}
