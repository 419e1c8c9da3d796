import { createHash } from 'node:crypto';
import type { StaticFile } from '../core/static-file.ts';
import { compress, encodingOf, type Encoding } from './compress.ts';
import { weakTag } from './entity-tag.ts';

export type HeldFile = {
  readonly file: StaticFile;
  /** The file as the client prefers it: the very same bytes for everybody, however many ask at once. */
  readonly in: (
    acceptEncoding: string | undefined,
  ) => Promise<{ readonly tag: string; readonly encoding: Encoding | null; readonly bytes: Buffer }>;
};

/** Keeps a file and what it is compressed to, from when somebody first asks: most nodes never show the large ones. */
export function holdFile(file: StaticFile): HeldFile {
  const read = once(async () => {
    const bytes = await file.read();
    return { bytes, tag: weakTag(createHash('sha256').update(bytes).digest('base64url').slice(0, 22)) };
  });
  const compressed = {
    br: once(async () => compress((await read()).bytes, 'br')),
    gzip: once(async () => compress((await read()).bytes, 'gzip')),
  };
  return {
    file,
    async in(acceptEncoding) {
      const { bytes, tag } = await read();
      const encoding = encodingOf(bytes, acceptEncoding);
      return { tag, encoding, bytes: encoding === null ? bytes : await compressed[encoding]() };
    },
  };
}

/** Does the work for whoever asks first; where it failed, the next to ask tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | null = null;
  return async () => {
    under ??= work();
    try {
      return await under;
    } catch (error) {
      under = null;
      throw error;
    }
  };
}
