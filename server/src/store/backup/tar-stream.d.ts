/** The part of the package in use; it ships no types of its own. */
declare module 'tar-stream' {
  import type { Duplex, Readable, Writable } from 'node:stream';

  export type Entry = Readable & { readonly header: { readonly name: string; readonly size: number } };
  export type Pack = Readable & {
    entry(
      header: { readonly name: string; readonly size: number; readonly mtime: Date; readonly mode: number },
      done: (error?: Error | null) => void,
    ): Writable;
    finalize(): void;
  };

  export function pack(): Pack;
  export function extract(): Duplex & AsyncIterable<Entry>;
}
