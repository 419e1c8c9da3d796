import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { readBackupManifest } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-unfinished-'));
  return () => rm(folder, { recursive: true, force: true });
});

function backUp(file: string, signal?: AbortSignal): Promise<unknown> {
  const { ownerConnection: connection, context } = service.server.runtime;
  const secretKeyId = context.vault.keyId;
  return writeBackup({
    connection,
    file: join(folder, file),
    secretKeyId,
    now: context.world.now(),
    ...(signal ? { signal } : {}),
  });
}

test('one that is broken off leaves nothing behind, and what was there before stays', async () => {
  await writeFile(join(folder, 'shop.tar'), 'the one before');
  const stopping = new AbortController();
  const broken = expect(backUp('shop.tar', stopping.signal)).rejects.toThrow('broken off');
  await vi.waitUntil(async () => (await readdir(folder)).some((name) => name.endsWith('.unfinished')), {
    interval: 1,
    timeout: 30_000,
  });
  stopping.abort();
  await broken;
  expect(await readdir(folder)).toEqual(['shop.tar']);
});

test('two at once to one name leave a whole one, and nothing else', async () => {
  await Promise.all([backUp('shop.tar'), backUp('shop.tar')]);
  expect(await readdir(folder)).toEqual(['shop.tar']);
  expect(await readBackupManifest(join(folder, 'shop.tar'))).toMatchObject({ tables: expect.any(Array) });
});

test('what killed ones left is removed after an hour, whatever they were to be called; other files stay', async () => {
  const [old, young] = ['monday.tar.0a1b2c3d4e5f.unfinished', 'monday.tar.5f4e3d2c1b0a.unfinished'];
  const others = ['notes.unfinished', 'unfinished'];
  for (const name of [old, young, ...others]) await writeFile(join(folder, name), 'half');
  const before = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of [old, ...others]) await utimes(join(folder, name), before, before);
  await backUp('tuesday.tar');
  expect((await readdir(folder)).toSorted()).toEqual([young, ...others, 'tuesday.tar'].toSorted());
});
