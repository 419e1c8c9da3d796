import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

/** Smaller answers go as they are. */
const COMPRESSED_BYTES_MIN = 1_024;
// Quality 4 is about as fast as gzip and a little smaller.
export const BROTLI_QUALITY = 4;
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
export const GZIP_LEVEL = 5;
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export type Encoding = 'br' | 'gzip';

/** How the client prefers an answer of this size; null where it is to go as it is. */
export function encodingOf(payload: string | Buffer, acceptEncoding: string | undefined): Encoding | null {
  return payload.length < COMPRESSED_BYTES_MIN ? null : preferred(acceptEncoding);
}

/** Whether the size of an answer alone speaks for compressing it. */
export function isWorthCompressing(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= COMPRESSED_BYTES_MIN;
}

export async function compress(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? brotliAsync(payload, { params: BROTLI })
    : gzipAsync(payload, { level: GZIP_LEVEL });
}

/** The same for an answer that is still being made; it ends in the middle where the making fails. */
export function compressStream(
  payload: Readable,
  acceptEncoding: string | undefined,
): { readonly encoding: Encoding; readonly stream: Readable } | null {
  const encoding = preferred(acceptEncoding);
  if (!encoding) return null;
  const coder =
    encoding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip({ level: GZIP_LEVEL });
  pipeline(payload, coder, () => undefined);
  return { encoding, stream: coder };
}

function preferred(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  const accepted = new Set(
    acceptEncoding
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
      .map((part) => part.split(';', 1)[0]),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}
