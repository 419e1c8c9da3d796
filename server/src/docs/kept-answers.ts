import { createHash } from 'node:crypto';
import { compress, encodingOf, type Encoding } from '../kernel/web/compress.ts';

/** A page as it is sent, and what tells it from another. */
export type KeptPage = { readonly tag: string; readonly encoding: Encoding | null; readonly bytes: Buffer };

export type KeptAnswers = {
  /** The page at a path in the form that its reader prefers, made by `make` where that is not kept. */
  readonly find: (
    path: string,
    acceptEncoding: string | undefined,
    make: () => Promise<string>,
  ) => Promise<KeptPage>;
};

/** Larger than what goes as it is, so that every page is compressed for whom that suits. */
const SOME_PAGE = ' '.repeat(2_048);

/** Keeps the pages that were asked for last, in at most so many bytes; each is made and compressed once however many ask at once. */
export function keepAnswers(bytesMax: number): KeptAnswers {
  const kept = new Map<string, KeptPage>();
  const underWay = new Map<string, Promise<KeptPage>>();
  let bytes = 0;

  function keep(name: string, one: KeptPage): void {
    kept.set(name, one);
    bytes += one.bytes.length;
    for (const [oldest, { bytes: theirs }] of kept) {
      if (bytes <= bytesMax) return;
      kept.delete(oldest);
      bytes -= theirs.length;
    }
  }

  async function makeOnce(name: string, making: Promise<KeptPage>): Promise<KeptPage> {
    try {
      const one = await making;
      keep(name, one);
      return one;
    } finally {
      underWay.delete(name);
    }
  }

  return {
    async find(path, acceptEncoding, make) {
      const encoding = encodingOf(SOME_PAGE, acceptEncoding);
      const name = `${encoding ?? 'plain'} ${path}`;
      const known = kept.get(name);
      if (known) {
        // The last to be asked for is the last to go.
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      const made = underWay.get(name) ?? makeOnce(name, packed(make, encoding));
      underWay.set(name, made);
      return made;
    },
  };
}

async function packed(make: () => Promise<string>, encoding: Encoding | null): Promise<KeptPage> {
  const text = await make();
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { tag, encoding, bytes: encoding === null ? Buffer.from(text) : await compress(text, encoding) };
}
