import { execFile } from 'node:child_process';
import { cp, lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binaryEnvironment, copyBinaries, findBinaries, type Binaries } from './find-binaries.ts';

const run = promisify(execFile);
let base: string;
let packageDir: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ct-binaries-'));
  packageDir = join(base, 'package');
  const { nativeDir } = await findBinaries(base);
  await cp(dirname(nativeDir), packageDir, { recursive: true, verbatimSymlinks: true });
});
afterAll(() => rm(base, { recursive: true, force: true }));

test('Where npm ran no install script, the library names are made and the programs run', async () => {
  await unlinkAll(packageDir);
  await expect(run(join(packageDir, 'native/bin/postgres'), ['--version'])).rejects.toThrow('shared librar');
  const binaries = await findBinaries(base, packageDir);
  expect(binaries.libraryDir).toBeNull();
  expect(await versionOf(binaries)).toContain('PostgreSQL');
});

test('Copies for another user run by themselves and are made once', async () => {
  const dataDir = join(base, 'data');
  const copies = await copyBinaries(await findBinaries(base, packageDir), dataDir);
  expect(await versionOf(copies)).toContain('PostgreSQL');
  const [{ ino }] = [await stat(copies.postgres)];
  expect((await stat((await copyBinaries(copies, dataDir)).postgres)).ino).toBe(ino);
  expect(await readdir(dataDir)).toHaveLength(1);
});

async function unlinkAll(dir: string): Promise<void> {
  const links = JSON.parse(await readFile(join(dir, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) {
    await rm(join(dir, target), { force: true });
    await expect(lstat(join(dir, target))).rejects.toThrow('ENOENT');
  }
}

async function versionOf(binaries: Binaries): Promise<string> {
  return (await run(binaries.postgres, ['--version'], { env: binaryEnvironment(binaries) })).stdout;
}
