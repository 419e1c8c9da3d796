import { createHash } from 'node:crypto';
import type { Encoding } from '../kernel/web/compress.ts';
import { packUnended, type Unended } from '../kernel/web/pack-unended.ts';

/** An answer up to the moment at its end, as whoever asks for it gets it. */
export type WrittenAnswer = {
  readonly plain: Buffer;
  /** Tells it from every other. */
  readonly digest: string;
  readonly packed: (encoding: Encoding) => Promise<Unended>;
};

/** Answers that are the same for all who ask, by their names. */
export type SharedAnswers = {
  readonly find: (name: string, write: () => Promise<Buffer>) => Promise<WrittenAnswer>;
};

type Known = { readonly written: Promise<WrittenAnswer>; bytes: number };

/** The catalogues of three supermarkets, or of some hundred shops. */
const BYTES_MAX = 33_554_432;

/** Keeps what was asked for last, as long as it has room; whoever asks while it is being written waits for the same. */
export function createSharedAnswers(bytesMax = BYTES_MAX): SharedAnswers {
  const known = new Map<string, Known>();
  let total = 0;

  function forget(name: string, entry: Known): void {
    if (known.get(name) !== entry) return;
    known.delete(name);
    total -= entry.bytes;
  }

  function count(name: string, entry: Known, bytes: number): void {
    if (known.get(name) !== entry) return;
    entry.bytes += bytes;
    total += bytes;
    for (const [oldest, other] of known) {
      if (total <= bytesMax) return;
      forget(oldest, other);
    }
  }

  return {
    find(name, write) {
      const found = known.get(name);
      if (found) {
        known.delete(name);
        known.set(name, found);
        return found.written;
      }
      const written = write().then((plain) => writtenAnswer(plain, (bytes) => count(name, entry, bytes)));
      const entry: Known = { written, bytes: 0 };
      known.set(name, entry);
      written.then(
        ({ plain }) => count(name, entry, plain.length),
        () => forget(name, entry),
      );
      return written;
    },
  };
}

function writtenAnswer(plain: Buffer, took: (bytes: number) => void): WrittenAnswer {
  const packings = new Map<Encoding, Promise<Unended>>();
  return {
    plain,
    digest: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    packed(encoding) {
      const packing = packings.get(encoding) ?? packUnended(plain, encoding);
      if (!packings.has(encoding)) {
        packings.set(encoding, packing);
        packing.then(
          ({ head }) => took(head.length),
          () => packings.delete(encoding),
        );
      }
      return packing;
    },
  };
}
