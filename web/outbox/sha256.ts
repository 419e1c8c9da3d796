const PRIMES = primes(64);
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK_BYTES = 64;

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8, in hex, at once: the browser's own answers later, and a transaction of IndexedDB that waits
 * for anything but itself is over.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4);
    spread(words);
    mix(state, words);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function spread(words: Int32Array): void {
  const at = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const [a, b] = [at(i - 15), at(i - 2)];
    const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = at(i - 16) + first + at(i - 7) + second;
  }
}

function mix(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const one = (h + high + chosen + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + low + most) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}
