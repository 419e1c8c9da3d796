const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** RFC 9285: two bytes as three characters that a QR code keeps in its small alphanumeric mode. */
export function encodeBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const [first = 0, second] = bytes.subarray(at, at + 2);
    text += second === undefined ? digitsOf(first, 2) : digitsOf(first * 256 + second, 3);
  }
  return text;
}

/** The bytes, or null for text that no bytes are written as. Every text that is taken is the only one of its bytes. */
export function decodeBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null;
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (text.length % 3 === 2 ? 1 : 0));
  for (let at = 0, place = 0; at < text.length; at += 3, place += 2) {
    const group = text.slice(at, at + 3);
    const value = valueOf(group);
    if (value === null || value > (group.length === 3 ? 0xffff : 0xff)) return null;
    if (group.length === 3) bytes.set([value >> 8, value & 0xff], place);
    else bytes.set([value], place);
  }
  return bytes;
}

function digitsOf(value: number, count: number): string {
  let rest = value;
  let digits = '';
  for (let digit = 0; digit < count; digit += 1) {
    digits += ALPHABET.charAt(rest % 45);
    rest = Math.floor(rest / 45);
  }
  return digits;
}

/** The least significant digit comes first. */
function valueOf(digits: string): number | null {
  let value = 0;
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = ALPHABET.indexOf(digits.charAt(at));
    if (digit < 0) return null;
    value = value * 45 + digit;
  }
  return value;
}
