import type { FileHandle } from 'node:fs/promises';

/** Writes all of the bytes at a position. A disk that is nearly full takes fewer than it is given, and refuses only what comes after. */
export async function writeWhole(
  file: Pick<FileHandle, 'write'>,
  bytes: Buffer,
  position: number,
): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
