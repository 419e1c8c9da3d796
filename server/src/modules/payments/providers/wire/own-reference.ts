import { createHash } from 'node:crypto';

/** A UUID of version 4's form made from our own id, the same each time, for providers that take no other reference. */
export function uuidOf(id: string): string {
  const bytes = createHash('sha256').update(`cottontree:${id}`).digest().subarray(0, 16);
  bytes.writeUInt8(0x40 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Our own id where it is short enough, else what stands for it. */
export function shortReference(id: string, lengthMax: number): string {
  return id.length <= lengthMax ? id : createHash('sha256').update(id).digest('hex').slice(0, lengthMax);
}
