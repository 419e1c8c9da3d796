import { randomBytes } from 'node:crypto';
import { assert, asyncProperty, integer, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveKey, openObject, sealObject } from './seal-object.ts';

const key = archiveKey(Buffer.alloc(32, 1));
const NAME = 'a-lineage/wal/1';
const HEAD_BYTES = 44;
/** Three frames, of which no two are alike. */
const plain = Buffer.concat([randomBytes(1_048_576), randomBytes(1_048_576), randomBytes(5_000)]);

/** Where each frame begins, and the end. */
function framesOf(sealed: Buffer): readonly Buffer[] {
  const frames: Buffer[] = [];
  for (let at = HEAD_BYTES; at < sealed.length;) {
    const end = at + 4 + sealed.readUInt32BE(at);
    frames.push(sealed.subarray(at, end));
    at = end;
  }
  return frames;
}

test('what was sealed opens again, also when it is empty and when it ends with a frame', async () => {
  for (const length of [0, 1, 1_048_576, 2_097_152, plain.length])
    expect(
      (await openObject(key, NAME, await sealObject(key, NAME, plain.subarray(0, length)))).equals(
        plain.subarray(0, length),
      ),
    ).toBe(true);
});

test('the same sealed twice is not the same: nothing tells that it was', async () => {
  const [one, other] = [await sealObject(key, NAME, plain), await sealObject(key, NAME, plain)];
  expect(one.subarray(12, 44).equals(other.subarray(12, 44))).toBe(false);
  expect(one.subarray(44).equals(other.subarray(44))).toBe(false);
});

describe('what does not open', () => {
  test('anything of which one bit is another', async () => {
    const sealed = await sealObject(key, NAME, Buffer.from('what was committed'));
    await assert(
      asyncProperty(integer({ min: 0, max: sealed.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        await expect(openObject(key, NAME, changed)).rejects.toThrow(/changed|another key|nothing that/);
      }),
      { numRuns: 300 },
    );
  });

  test('anything that is no sealed object', async () => {
    await assert(
      asyncProperty(uint8Array({ maxLength: 200 }), async (bytes) => {
        await expect(openObject(key, NAME, Buffer.from(bytes))).rejects.toThrow('nothing that this release');
      }),
    );
  });

  test('an object that is cut, wherever, also where a frame ends', async () => {
    const sealed = await sealObject(key, NAME, plain);
    const [first, second] = framesOf(sealed);
    const ends = [
      HEAD_BYTES + (first?.length ?? 0),
      HEAD_BYTES + (first?.length ?? 0) + (second?.length ?? 0),
    ];
    for (const end of [HEAD_BYTES, HEAD_BYTES + 3, ...ends, sealed.length - 1])
      await expect(openObject(key, NAME, sealed.subarray(0, end))).rejects.toThrow('cut short');
    await expect(openObject(key, NAME, Buffer.concat([sealed, Buffer.alloc(20)]))).rejects.toThrow('changed');
  });

  test('frames in another order, left out, twice, or from another object of the same key', async () => {
    const sealed = await sealObject(key, NAME, plain);
    const [head, [one, two, three]] = [
      sealed.subarray(0, HEAD_BYTES),
      framesOf(sealed) as [Buffer, Buffer, Buffer],
    ];
    const [, foreign] = framesOf(await sealObject(key, NAME, plain)) as [Buffer, Buffer];
    for (const frames of [
      [two, one, three],
      [one, three],
      [one, one, three],
      [one, two, two, three],
      [one, foreign, three],
      [one, three, two],
    ])
      await expect(openObject(key, NAME, Buffer.concat([head, ...frames]))).rejects.toThrow('changed');
  });

  test('an object under the name of another', async () => {
    const sealed = await sealObject(key, NAME, plain);
    await expect(openObject(key, 'a-lineage/wal/2', sealed)).rejects.toThrow(
      'another object under this name',
    );
  });

  test('an object of another key, which is told as that', async () => {
    const sealed = await sealObject(archiveKey(Buffer.alloc(32, 2)), NAME, plain);
    await expect(openObject(key, NAME, sealed)).rejects.toThrow('sealed under another key');
  });
});
