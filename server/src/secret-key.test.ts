import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey, refuseLostKey } from './secret-key.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ct-key-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

test('The first start makes a key that only its owner may read, and later starts find it', async () => {
  const made = await loadSecretKey(embedded());
  expect(made.current).toHaveLength(32);
  expect((await stat(join(embedded().dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await loadSecretKey(embedded())).toEqual(made);
});

test('Two directories get two keys', async () => {
  const [one, other] = await Promise.all([
    loadSecretKey({ ...embedded(), dataDir: join(base, 'one') }),
    loadSecretKey({ ...embedded(), dataDir: join(base, 'other') }),
  ]);
  expect(one.current.equals(other.current)).toBe(false);
});

test('Many that make it at once all get the same, and leave nothing behind', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecretKey(embedded())));
  expect(new Set(all.map(({ current }) => current.toString('hex'))).size).toBe(1);
  expect(await readdir(embedded().dataDir)).toEqual(['secret.key']);
});

test('Keys of the environment win, and those before a rotation come with them', async () => {
  const [current, previous] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(
    await loadSecretKey({
      ...embedded(),
      secretKey: current.toString('base64'),
      secretKeyPrevious: [previous.toString('base64')],
    }),
  ).toEqual({ current, previous: [previous] });
});

test('A damaged key is refused, never replaced', async () => {
  const { dataDir } = embedded();
  await loadSecretKey(embedded());
  await writeFile(join(dataDir, 'secret.key'), 'half a ke');
  await expect(loadSecretKey(embedded())).rejects.toThrow('does not hold 32 bytes');
});

test('A key that is lost is told, and not replaced, where the database is in use', async () => {
  const inUse = async (): Promise<boolean> => true;
  await refuseLostKey(embedded(), async () => false);
  await expect(refuseLostKey(embedded(), inUse)).rejects.toThrow(/secret\.key is missing.*put it back/);
  await refuseLostKey({ ...embedded(), secretKey: 'given' }, inUse);
  await loadSecretKey(embedded());
  await refuseLostKey(embedded(), inUse);
});

function embedded(): { dataDir: string; secretKey: null; secretKeyPrevious: [] } {
  return { dataDir: join(base, 'data'), secretKey: null, secretKeyPrevious: [] };
}
