import { createHash } from 'node:crypto';
import type { Encoding } from '../kernel/web/compress.ts';
import { packUnended, type Unended } from '../kernel/web/pack-unended.ts';

/** An answer up to its end, as whoever asks for it gets it. */
export type WrittenAnswer = {
  readonly plain: Buffer;
  /** Tells it from every other. */
  readonly digest: () => string;
  readonly packed: (encoding: Encoding) => Promise<Unended>;
};

/** `isOther`: not what its name tells of, and no answer to anybody else. */
type Written = { readonly plain: Buffer; readonly isOther: boolean };

/** Answers that are the same for all who ask, by their names. */
export type SharedAnswers = {
  readonly find: (name: string, write: () => Promise<Written>) => Promise<WrittenAnswer>;
};

/** Null where what was written is of another state than the name. */
type Known = { readonly written: Promise<WrittenAnswer | null>; bytes: number };

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

  async function writeNew(name: string, write: () => Promise<Written>): Promise<WrittenAnswer> {
    const making = write();
    const written = making.then(({ plain, isOther }) =>
      isOther ? null : writtenAnswer(plain, (bytes) => count(name, entry, bytes)),
    );
    const entry: Known = { written, bytes: 0 };
    known.set(name, entry);
    written.then(
      (answer) => (answer ? count(name, entry, answer.plain.length) : forget(name, entry)),
      () => forget(name, entry),
    );
    return (await written) ?? writtenAnswer((await making).plain, () => undefined);
  }

  return {
    async find(name, write) {
      for (;;) {
        const found = known.get(name);
        if (!found) return writeNew(name, write);
        known.delete(name);
        known.set(name, found);
        const answer = await found.written;
        if (answer) return answer;
        forget(name, found);
      }
    },
  };
}

function writtenAnswer(plain: Buffer, took: (bytes: number) => void): WrittenAnswer {
  const packings = new Map<Encoding, Promise<Unended>>();
  let digest: string | undefined;
  return {
    plain,
    digest: () => (digest ??= createHash('sha256').update(plain).digest('base64url').slice(0, 22)),
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
