import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import { BROTLI_QUALITY, GZIP_LEVEL, type Encoding } from './compress.ts';

/** The compressed beginning of texts that differ only in a short end. */
export type Unended = {
  readonly head: Buffer;
  /** The whole, with this end. */
  readonly ended: (end: Buffer) => Buffer;
};

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
/** As much as one piece that is stored uncompressed can hold, of either form. */
const END_BYTES_MAX = 65_535;

/** Compresses what many texts begin with, once for all of them: the end of each follows as a piece that is stored as it is. */
export async function packUnended(beginning: Buffer, encoding: Encoding): Promise<Unended> {
  return encoding === 'br' ? brotliUnended(beginning) : gzipUnended(beginning);
}

/** RFC 1952: the flushed stream ends on a byte; the end is the last block, and behind it stand checksum and length of all. */
async function gzipUnended(beginning: Buffer): Promise<Unended> {
  const head = await gzipAsync(beginning, { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  const checksum = crc32(beginning);
  return {
    head,
    ended(end) {
      refuseLong(end);
      const block = Buffer.alloc(5);
      block.writeUInt8(1, 0);
      block.writeUInt16LE(end.length, 1);
      block.writeUInt16LE(~end.length & 0xff_ff, 3);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc32(end, checksum), 0);
      trailer.writeUInt32LE((beginning.length + end.length) % 2 ** 32, 4);
      return Buffer.concat([head, block, end, trailer]);
    },
  };
}

/** RFC 7932: the end is an uncompressed meta-block of up to four nibbles of length, and an empty one is the last. */
async function brotliUnended(beginning: Buffer): Promise<Unended> {
  const head = await brotliAsync(beginning, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });
  return {
    head,
    ended(end) {
      refuseLong(end);
      const block = Buffer.alloc(3);
      block.writeUIntLE(((end.length - 1) << 3) | (1 << 19), 0, 3);
      return Buffer.concat([head, block, end, Buffer.of(3)]);
    },
  };
}

function refuseLong({ length }: Buffer): void {
  if (length === 0 || length > END_BYTES_MAX)
    throw new Error(`An end of ${length} bytes does not fit one piece.`);
}
