import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller answers go as they are. */
export const COMPRESSED_BYTES_MIN = 1_024;
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export type Compressed = { readonly encoding: 'br' | 'gzip'; readonly bytes: Buffer };

/** Compresses an answer above 1 KiB the way the client prefers; null when it is to go as it is. */
export async function compress(payload: string | Buffer, acceptEncoding: string | undefined): Promise<Compressed | null> {
  if (!acceptEncoding || payload.length < COMPRESSED_BYTES_MIN) return null;
  const accepted = new Set(
    acceptEncoding
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
      .map((part) => part.replace(/;.*$/, '')),
  );
  // Quality 4 is about as fast as gzip and a little smaller.
  if (accepted.has('br')) return { encoding: 'br', bytes: await brotliAsync(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) };
  if (accepted.has('gzip')) return { encoding: 'gzip', bytes: await gzipAsync(payload, { level: 5 }) };
  return null;
}
