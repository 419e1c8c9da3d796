import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packUnended } from './pack-unended.ts';

const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const beginnings: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a few bytes': Buffer.from('{"a":1'),
  'much text': Buffer.from('{"name":"Star beer 330 ml","price":15.5},'.repeat(30_000)),
  'what cannot be compressed': randomBytes(300_000),
};

describe.each(['br', 'gzip'] as const)('%s', (encoding) => {
  test.each(Object.keys(beginnings))('%s with ends of any length comes out whole', async (name) => {
    const beginning = beginnings[name] ?? Buffer.alloc(0);
    const packed = await packUnended(beginning, encoding);
    for (const length of [1, 2, 41, 42, 1_000, 32_768, 65_535]) {
      const end = Buffer.alloc(length, 'x"}');
      expect(unpack[encoding](packed.ended(end)).equals(Buffer.concat([beginning, end])), `${length}`).toBe(
        true,
      );
    }
  });

  test('it is about as small as what is compressed whole, and an end that does not fit is refused', async () => {
    const { head, ended } = await packUnended(beginnings['much text'] ?? Buffer.alloc(0), encoding);
    expect(head.length).toBeLessThan(20_000);
    for (const length of [0, 65_536]) expect(() => ended(Buffer.alloc(length))).toThrow('does not fit');
  });
});
