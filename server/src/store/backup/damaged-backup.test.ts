import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { BackupError } from './manifest.ts';
import { lacksChecksums, readBackupManifest } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const FLIPS = 300;
const BLOCK = 512;

let service: TestService;
let folder: string;
let bytes: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-damaged-'));
  service = await startService();
  const shop = await service.merchant();
  for (let number = 0; number < 5; number += 1)
    await shop.client.createDelivery({
      body: {
        pickup_city: 'Freetown',
        pickup_address: `${number} Siaka Stevens Street`,
        delivery_city: 'Lumley',
        delivery_address: '12 Wilkinson Road',
        allow_duplicate: true,
      },
    });
  const { ownerConnection: connection, context } = service.server.runtime;
  const file = join(folder, 'whole.tar');
  await writeBackup({ connection, file, secretKeyId: context.vault.keyId, now: context.world.now() });
  bytes = await readFile(file);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** What reading says of a backup of these bytes, which is what happens before anything is loaded. */
async function judged(damaged: Buffer): Promise<string> {
  const file = join(folder, 'damaged.tar');
  await writeFile(file, damaged);
  return readBackupManifest(file).then(
    () => 'taken',
    (error: unknown) => (error instanceof BackupError ? 'refused' : `fault: ${String(error)}`),
  );
}

function flipped(at: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << randomInt(8));
  return damaged;
}

type File = { readonly name: string; readonly content: Buffer };

async function unpack(): Promise<File[]> {
  const files: File[] = [];
  const tar = extract();
  tar.end(bytes);
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.push({ name: entry.header.name, content: Buffer.concat(chunks) });
  }
  return files;
}

async function packed(files: readonly File[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, content } of files)
    tar.entry({ name, size: content.length, mtime: new Date(0), mode: 0o600 }, () => undefined).end(content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('the whole one is taken', async () => {
  expect(await judged(bytes)).toBe('taken');
});

test(
  'one flipped bit is found wherever it is: in rows, names, headers, between parts, in the checksums and at the end',
  { timeout: 300_000 },
  async () => {
    const places = new Set([
      0,
      BLOCK - 1,
      BLOCK,
      bytes.length - 1,
      bytes.length - 2 * BLOCK,
      bytes.length - 2 * BLOCK - 1,
    ]);
    for (let flip = 0; flip < FLIPS; flip += 1) places.add(randomInt(bytes.length));
    for (const at of places)
      expect(await judged(flipped(at)), `byte ${at} of ${bytes.length}`).toBe('refused');
  },
);

test(
  'wherever it was cut off, and whatever follows its end, it is refused',
  { timeout: 300_000 },
  async () => {
    for (let length = 0; length < bytes.length; length += BLOCK * 7)
      expect(await judged(bytes.subarray(0, length)), `${length} bytes`).toBe('refused');
    for (const length of [bytes.length - 1, bytes.length - BLOCK, bytes.length - 2 * BLOCK])
      expect(await judged(bytes.subarray(0, length)), `${length} bytes`).toBe('refused');
    expect(await judged(Buffer.concat([bytes, Buffer.alloc(BLOCK)]))).toBe('refused');
    expect(await judged(Buffer.concat([bytes, bytes]))).toBe('refused');
  },
);

test('parts that changed places, are missing, stand twice or come from elsewhere are refused', async () => {
  const files = await unpack();
  const parts = files.filter(({ name }) => name.startsWith('tables/'));
  const [one, other] = parts;
  expect(parts.length).toBeGreaterThan(5);
  const without = files.filter((file) => file !== one);
  const exchanged = files.map((file) =>
    file === one
      ? { name: file.name, content: other?.content ?? file.content }
      : file === other
        ? { name: file.name, content: one?.content ?? file.content }
        : file,
  );
  const moved = files.map((file) => (file === one ? (other ?? file) : file === other ? (one ?? file) : file));
  const added = files.flatMap((file) =>
    file === one ? [file, { name: file.name.replace('000001', '000002'), content: file.content }] : [file],
  );
  const unsummed = files.filter(({ name }) => name !== 'checksums.json');
  for (const [what, changed] of Object.entries({ without, exchanged, moved, added, unsummed }))
    expect(await judged(await packed(changed)), what).toBe('refused');
});

test('a backup of an older release, which has no checksums, is still taken, and known for what it is', async () => {
  const older = (await unpack())
    .filter(({ name }) => name !== 'checksums.json')
    .map((file) =>
      file.name === 'manifest.json'
        ? {
            ...file,
            content: Buffer.from(
              file.content.toString('utf8').replace('cottontree-backup-2', 'cottontree-backup-1'),
            ),
          }
        : file,
    );
  const file = join(folder, 'older.tar');
  await writeFile(file, await packed(older));
  expect(lacksChecksums(await readBackupManifest(file))).toBe(true);
});
