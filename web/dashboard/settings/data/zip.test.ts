import { Buffer } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packForZip, zipOf } from './zip.ts';

/** What an archive holds, read by its index. */
function filesIn(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(archive.subarray(at, at + 4).toString('latin1')).toBe('PK\u0001\u0002');
    const [crc, packed, size] = [16, 20, 24].map((place) => archive.readUInt32LE(at + place));
    const nameLength = archive.readUInt16LE(at + 28);
    const start = archive.readUInt32LE(at + 42);
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const content = inflateRawSync(archive.subarray(data, data + (packed ?? 0)));
    expect([content.byteLength, crc32(content)]).toEqual([size, crc]);
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

test('an archive holds each file whole, under its name, as its index says', async () => {
  const long = 'id,name\r\n'.repeat(20_000);
  const given: readonly (readonly [string, string])[] = [
    ['customers.csv', long],
    ['tickets/Ɛvri nayt.csv', 'code\r\nA1\r\n'],
    ['empty.csv', ''],
  ];
  const packed = await Promise.all(
    given.map(([name, content]) => packForZip({ name, content: new Blob([content]) })),
  );
  const archive = zipOf(packed, new Date('2026-11-21T09:15:22'));
  expect(archive.type).toBe('application/zip');
  expect(archive.size).toBeLessThan(2_000);
  expect([...filesIn(Buffer.from(await archive.arrayBuffer()))]).toEqual(given);
});

test('nothing in it is an archive too', async () => {
  expect(filesIn(Buffer.from(await zipOf([], new Date()).arrayBuffer())).size).toBe(0);
});
