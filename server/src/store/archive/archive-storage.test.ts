import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openFakeS3, s3Faults, type FakeS3 } from '../../../test/kit/fake-s3.ts';
import { openSmallDisk, whyNoSmallDisk } from '../../../test/kit/small-disk.ts';
import { openArchiveStorage } from './archive-storage.ts';
import type { ArchiveTarget } from './archive-options.ts';
import { openBucket } from './s3-storage.ts';
import type { ArchiveStorage } from './storage.ts';

const LINEAGE = '20261121T140500000Z-0a1b2c3d';
const HASTE = { silenceMs: 250, pausesMs: [5, 10] };
const bytes = (text: string): Buffer => Buffer.from(text);

let folder: string;
let fake: FakeS3;
let bucket: Extract<ArchiveTarget, { kind: 's3' }>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ct-archive-'));
  fake = await openFakeS3();
  const target = readConfig({ ...fake.environment }).archive?.target;
  if (target?.kind !== 's3') throw new Error('That is no bucket.');
  bucket = target;
});
afterEach(() => {
  fake.fault = () => null;
  fake.conditional = true;
});
afterAll(async () => {
  await fake[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const kinds: readonly { readonly kind: string; readonly open: () => Promise<ArchiveStorage> }[] = [
  {
    kind: 'a folder',
    open: async () => openArchiveStorage({ kind: 'folder', path: await mkdtemp(join(folder, 'one-')) }),
  },
  { kind: 'S3', open: async () => (fake.objects.clear(), openArchiveStorage(bucket)) },
  {
    kind: 'S3 that knows no conditions',
    open: async () => {
      fake.objects.clear();
      fake.conditional = false;
      return openArchiveStorage(bucket);
    },
  },
];

describe.each(kinds)('$kind', ({ open }) => {
  test('keeps what is put, and names it in order', async () => {
    const storage = await open();
    await storage.begin(LINEAGE);
    const names = Array.from(
      { length: 45 },
      (_, number) => `${LINEAGE}/wal/${String(number).padStart(3, '0')}`,
    );
    for (const name of [...names].reverse()) expect(await storage.put(name, bytes(name))).toBe('put');
    expect(await storage.put(`${LINEAGE}/base/b/part-000000`, bytes('part'))).toBe('put');

    expect(String(await storage.get(names[7] ?? ''))).toBe(names[7]);
    expect((await storage.list(`${LINEAGE}/wal/`)).map(({ name }) => name)).toEqual(names);
    expect((await storage.list(`${LINEAGE}/wal/`, names[41])).map(({ name }) => name)).toEqual(
      names.slice(42),
    );
    expect((await storage.list(`${LINEAGE}/wal/04`)).map(({ bytes: size }) => size)).toEqual(
      names.slice(40).map(({ length }) => length),
    );
    expect(await storage.list('')).toHaveLength(46);
    expect(await storage.list('another/')).toEqual([]);
    storage.close();
  });

  test('never overwrites: the same again is fine, other bytes are told', async () => {
    const storage = await open();
    await storage.begin(LINEAGE);
    await storage.put(`${LINEAGE}/wal/1`, bytes('mine'));
    expect(await storage.put(`${LINEAGE}/wal/1`, bytes('mine'))).toBe('put');
    expect(await storage.put(`${LINEAGE}/wal/1`, bytes('other'))).toBe('other');
    expect(String(await storage.get(`${LINEAGE}/wal/1`))).toBe('mine');
    storage.close();
  });

  test('removes, also what is not there', async () => {
    const storage = await open();
    await storage.begin(LINEAGE);
    await storage.put(`${LINEAGE}/base/b/part-000000`, bytes('part'));
    await storage.remove(`${LINEAGE}/base/b/part-000000`);
    await storage.remove(`${LINEAGE}/base/b/part-000000`);
    expect(await storage.list('')).toEqual([]);
    await expect(storage.get(`${LINEAGE}/base/b/part-000000`)).rejects.toThrow();
    storage.close();
  });
});

describe('a folder', () => {
  test('that is not there is not made, for what is not mounted must not fill this disk', async () => {
    const path = join(folder, 'not-mounted');
    const storage = openArchiveStorage({ kind: 'folder', path });
    await expect(storage.begin(LINEAGE)).rejects.toThrow('Is it there, and mounted?');
    await expect(storage.put(`${LINEAGE}/wal/1`, bytes('a'))).rejects.toThrow('Is it there, and mounted?');
    for (const prefix of ['', `${LINEAGE}/writers/`])
      await expect(storage.list(prefix)).rejects.toThrow('Is it there, and mounted?');
    expect(await readdir(folder)).not.toContain('not-mounted');
  });

  test('that was emptied, or that may not be written to, is told as what it is', async () => {
    const path = await mkdtemp(join(folder, 'emptied-'));
    const storage = openArchiveStorage({ kind: 'folder', path });
    await storage.begin(LINEAGE);
    await rm(join(path, LINEAGE), { recursive: true });
    await expect(storage.put(`${LINEAGE}/wal/1`, bytes('a'))).rejects.toThrow('remove backup.lineage');
    // A folder of the system's, in which nobody makes another, root neither.
    const closed = openArchiveStorage({ kind: 'folder', path: process.platform === 'linux' ? '/sys' : '/' });
    await expect(closed.begin(LINEAGE)).rejects.toThrow('Let the user that the server runs as write there.');
  });

  test('that holds what was cut short tells nothing of it', async () => {
    const path = await mkdtemp(join(folder, 'cut-'));
    await mkdir(join(path, LINEAGE, 'wal'), { recursive: true });
    await writeFile(join(path, LINEAGE, 'wal', '.0a1b.unfinished'), 'half');
    expect(await openArchiveStorage({ kind: 'folder', path }).list('')).toEqual([]);
  });

  test('that is begun again loses what was cut short before, and nothing that is written now', async () => {
    const path = await mkdtemp(join(folder, 'begun-'));
    const storage = openArchiveStorage({ kind: 'folder', path });
    await storage.begin(LINEAGE);
    await storage.put(`${LINEAGE}/base/b/part-000000`, bytes('a'));
    const [old, young] = ['.0a1b2c3d4e5f.unfinished', '.5f4e3d2c1b0a.unfinished'];
    for (const below of ['wal', 'base/b'])
      for (const name of [old, young]) await writeFile(join(path, LINEAGE, below, name), 'half');
    const before = new Date(Date.now() - 7_200_000);
    for (const below of ['wal', 'base/b']) await utimes(join(path, LINEAGE, below, old), before, before);
    await storage.begin(LINEAGE);
    expect(await readdir(join(path, LINEAGE, 'wal'))).toEqual([young]);
    expect((await readdir(join(path, LINEAGE, 'base/b'))).toSorted()).toEqual([young, 'part-000000']);
  });

  test.skipIf(whyNoSmallDisk())(
    'that is full is told to need room, and keeps nothing of what did not fit',
    async () => {
      await using disk = await openSmallDisk(1_048_576);
      const storage = openArchiveStorage({ kind: 'folder', path: disk.folder });
      await storage.begin(LINEAGE);
      await expect(storage.put(`${LINEAGE}/wal/1`, Buffer.alloc(2_097_152))).rejects.toThrow(
        /ENOSPC.*\. Make room there\.$/,
      );
      expect(await readdir(join(disk.folder, LINEAGE, 'wal'))).toEqual([]);
    },
  );

  test('that holds things of others as well is listed without looking at them', async () => {
    const path = await mkdtemp(join(folder, 'shared-'));
    await mkdir(join(path, 'lost+found'));
    await symlink('nowhere', join(path, 'lost+found', 'cannot-be-read'));
    await symlink('nowhere', join(path, 'cannot-be-read'));
    const storage = openArchiveStorage({ kind: 'folder', path });
    await storage.begin(LINEAGE);
    await storage.put(`${LINEAGE}/wal/1`, bytes('a'));
    expect(await storage.list('')).toEqual([{ name: `${LINEAGE}/wal/1`, bytes: 1 }]);
  });
});

describe('S3', () => {
  test.each(s3Faults)('gets over %s once, and does nothing twice', async (fault) => {
    fake.objects.clear();
    const storage = openBucket(bucket, HASTE);
    const once = (): void => {
      let left = 1;
      fake.fault = () => (left-- > 0 ? fault : null);
    };
    // What answers 200 to everything is not asked again at once.
    const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
      once();
      return fault === 'nonsense'
        ? (await expect(work()).rejects.toThrow('The storage refuses'), work())
        : work();
    };
    expect(await patiently(() => storage.put(`${LINEAGE}/wal/1`, bytes('a stretch of the log')))).toBe('put');
    expect(String(await patiently(() => storage.get(`${LINEAGE}/wal/1`)))).toBe('a stretch of the log');
    expect(await patiently(() => storage.list(''))).toEqual([{ name: `${LINEAGE}/wal/1`, bytes: 20 }]);
    await storage.remove(`${LINEAGE}/wal/1`);
    expect(fake.objects.size).toBe(0);
    storage.close();
  });

  test('that stays silent is given up, and told', async () => {
    fake.fault = () => 'silence';
    const storage = openBucket(bucket, HASTE);
    await expect(storage.put(`${LINEAGE}/wal/1`, bytes('a'))).rejects.toThrow('was silent for 0.25 s');
    storage.close();
  });

  test('that refuses is told with its own words', async () => {
    const storage = openBucket({ ...bucket, secretAccessKey: 'another' });
    await expect(storage.put(`${LINEAGE}/wal/1`, bytes('a'))).rejects.toThrow(/403 SignatureDoesNotMatch/);
    const elsewhere = openBucket({ ...bucket, bucket: 'nobodys' });
    await expect(elsewhere.list('')).rejects.toThrow(/404 NoSuchBucket/);
    for (const one of [storage, elsewhere]) one.close();
  });

  test('that tells a part of what it holds, and not how to go on, is not taken at its word', async () => {
    const page = `<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>shops/one/${LINEAGE}/wal/1</Key><Size>1</Size></Contents></ListBucketResult>`;
    const old = createServer((_request, response) => response.end(page));
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { port } = old.address() as AddressInfo;
    const storage = openBucket({ ...bucket, endpoint: `http://127.0.0.1:${port}` }, HASTE);
    await expect(storage.list('')).rejects.toThrow('the bucket tells a part of what it holds');
    storage.close();
    old.close();
  });

  test('that is not there is told as not reached', async () => {
    const storage = openBucket({ ...bucket, endpoint: 'http://127.0.0.1:9' }, HASTE);
    await expect(storage.list('')).rejects.toThrow(/cannot be reached/);
    storage.close();
  });
});
