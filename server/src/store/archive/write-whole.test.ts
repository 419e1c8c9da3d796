import type { FileHandle } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeWhole } from './write-whole.ts';

/** Takes a few bytes at a time, as a disk that is nearly full, until it is full. */
function smallDisk(room: number) {
  const held = Buffer.alloc(room);
  let taken = 0;
  const write = async (
    bytes: Buffer,
    ...place: readonly [offset: number, length: number, position: number]
  ) => {
    const [offset, length, position] = place;
    if (taken === room) throw new Error('ENOSPC: no space left on device');
    const bytesWritten = bytes.copy(held, position, offset, offset + Math.min(length, 3, room - taken));
    taken += bytesWritten;
    return { bytesWritten, buffer: bytes };
  };
  return { held, file: { write } as unknown as FileHandle };
}

test('what a disk takes in small parts is written whole, in its place', async () => {
  const { held, file } = smallDisk(20);
  await writeWhole(file, Buffer.from('all of the log'), 4);
  expect(held.toString('latin1')).toBe('\0\0\0\0all of the log\0\0');
});

test('what a disk has no more room for is refused, not left out', async () => {
  const { file } = smallDisk(10);
  await expect(writeWhole(file, Buffer.from('all of the log'), 0)).rejects.toThrow(/ENOSPC/);
});
