import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { ArchiveError } from './archive-options.ts';

/** The key of a backup, and what tells it from others without revealing it. */
export type ArchiveKey = { readonly bytes: Buffer; readonly id: Buffer };

const MAGIC = Buffer.from('CTB1');
const ID_BYTES = 8;
const SALT_BYTES = 32;
const HEAD_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
/** So much is packed and sealed at a time: a millisecond of this thread. */
const FRAME_BYTES = 1_048_576;
const FRAMES_LENGTH_MAX = FRAME_BYTES + 65_536;

/** Of a log and of a base copy this leaves a ninth at 620 MB/s of a core; gzip at its quickest an eighth, at 350. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);

export function archiveKey(bytes: Buffer): ArchiveKey {
  const id = createHmac('sha256', bytes).update('cottontree backup key').digest().subarray(0, ID_BYTES);
  return { bytes, id };
}

/**
 * Packs and seals an object in frames. Its key is derived from the backup's and a salt of 32 random bytes, so it seals
 * this object and nothing else, and the nonces can count: no pair of key and nonce is ever used twice. The nonce says
 * which frame it is and whether it is the last one, the associated data is the head and the name: a frame that is
 * changed, moved, left out or of another object, and an object under another name, does not open.
 */
export async function sealObject(key: ArchiveKey, name: string, plain: Buffer): Promise<Buffer> {
  const head = Buffer.concat([MAGIC, key.id, randomBytes(SALT_BYTES)]);
  const secret = objectKey(key, head);
  const parts: Buffer[] = [head];
  for (let frame = 0, at = 0; ; frame += 1, at += FRAME_BYTES) {
    const isLast = at + FRAME_BYTES >= plain.length;
    const packed = await pack(plain.subarray(at, at + FRAME_BYTES), PACKING);
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(frame, isLast)).setAAD(boundTo(head, name));
    const sealed = Buffer.concat([cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    parts.push(length, sealed);
    if (isLast) return Buffer.concat(parts);
  }
}

/** Opens what was sealed under that very name; throws an `ArchiveError` that names what is wrong. */
export async function openObject(key: ArchiveKey, name: string, sealed: Buffer): Promise<Buffer> {
  const head = sealed.subarray(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ArchiveError(`${name} is nothing that this release of Cottontree archived.`);
  if (!head.subarray(MAGIC.length, MAGIC.length + ID_BYTES).equals(key.id))
    throw new ArchiveError(
      `${name} was sealed under another key: give the one of that installation in BACKUP_KEY, or its backup.key in DATA_DIR.`,
    );
  const secret = objectKey(key, head);
  const plain: Buffer[] = [];
  for (let frame = 0, at = HEAD_BYTES; ; frame += 1) {
    const length = at + LENGTH_BYTES <= sealed.length ? sealed.readUInt32BE(at) : 0;
    const [begin, end] = [at + LENGTH_BYTES, at + LENGTH_BYTES + length];
    if (length < TAG_BYTES || length > FRAMES_LENGTH_MAX || end > sealed.length) throw damaged(name);
    const isLast = end === sealed.length;
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(frame, isLast))
      .setAAD(boundTo(head, name))
      .setAuthTag(sealed.subarray(end - TAG_BYTES, end));
    plain.push(
      await openFrame(name, () => [
        decipher.update(sealed.subarray(begin, end - TAG_BYTES)),
        decipher.final(),
      ]),
    );
    if (isLast) return Buffer.concat(plain);
    at = end;
  }
}

async function openFrame(name: string, decipher: () => readonly Buffer[]): Promise<Buffer> {
  try {
    return await unpack(Buffer.concat(decipher()), { maxOutputLength: FRAME_BYTES });
  } catch (error) {
    throw damaged(name, error);
  }
}

function damaged(name: string, cause?: unknown): ArchiveError {
  return new ArchiveError(
    `${name} was changed, damaged or cut short, or it is another object under this name.`,
    { cause },
  );
}

function objectKey(key: ArchiveKey, head: Buffer): Buffer {
  return Buffer.from(
    hkdfSync('sha256', key.bytes, head.subarray(MAGIC.length + ID_BYTES), 'cottontree backup object', 32),
  );
}

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(isLast ? 1 : 0, 0);
  nonce.writeUInt32BE(frame, 8);
  return nonce;
}

function boundTo(head: Buffer, name: string): Buffer {
  return Buffer.concat([head, Buffer.from(name)]);
}
