import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECK_CHARACTERS = 6;
const FORM = /^([sp])k_(live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type KeyKind = 'secret' | 'public';

/** A fresh API key: 32 random base-62 characters (190 bits) and a CRC-32 in six more. */
export function makeKeyText(
  randomInt: (below: number) => number,
  key: { readonly kind: KeyKind; readonly livemode: boolean },
): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  const body = `${key.kind === 'secret' ? 'sk' : 'pk'}_${key.livemode ? 'live' : 'test'}_${random}`;
  return body + checkOf(body);
}

/** What a key says of itself; null when its form or checksum is wrong, so that a typo costs no look-up. */
export function readKeyText(text: string): { readonly kind: KeyKind; readonly livemode: boolean } | null {
  const match = FORM.exec(text);
  if (!match || checkOf(text.slice(0, -CHECK_CHARACTERS)) !== match[4]) return null;
  return { kind: match[1] === 's' ? 'secret' : 'public', livemode: match[2] === 'live' };
}

function checkOf(body: string): string {
  let rest = crc32(body);
  let check = '';
  for (let digit = 0; digit < CHECK_CHARACTERS; digit += 1) {
    check = (ALPHABET[rest % ALPHABET.length] ?? '') + check;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return check;
}
