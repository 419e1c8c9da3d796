import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endTrial, sweepRestoring } from './end-trial.ts';

let folder: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-left-')));
});
afterAll(async () => {
  for (const one of started) one.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** What a command that was killed leaves: somebody who by his command line is PostgreSQL, and his lock file. */
async function leaveDatabase(dataDir: string): Promise<ChildProcess> {
  const clusterDir = join(dataDir, 'postgres');
  await mkdir(clusterDir, { recursive: true });
  const words = ['-e', 'setInterval(() => undefined, 1000)', '--', 'postgres', '-D', clusterDir, '-c', 'x=y'];
  const left = spawn(process.execPath, words, { stdio: 'ignore' });
  started.push(left);
  await once(left, 'spawn');
  await writeFile(join(clusterDir, 'postmaster.pid'), `${left.pid}\n${clusterDir}\n`);
  return left;
}

test('a restore that was killed leaves no PostgreSQL behind, which would trouble the next one in its place', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await writeFile(join(dataDir, 'secret.key'), 'a key');
  const left = await leaveDatabase(join(dataDir, 'restoring'));
  await sweepRestoring(dataDir);
  expect([left.exitCode, left.signalCode]).toEqual([null, 'SIGQUIT']);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});

test('a trial that was killed leaves nobody behind either, also where a link leads to the data directory', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const link = join(folder, 'link');
  await symlink(dataDir, link);
  const trialDir = join(dataDir, 'backup.trial');
  const left = [await leaveDatabase(trialDir), await leaveDatabase(join(trialDir, 'restoring'))];
  await endTrial(join(link, 'backup.trial'));
  expect(left.map(({ signalCode }) => signalCode)).toEqual(['SIGQUIT', 'SIGQUIT']);
  expect(await readdir(dataDir)).toEqual([]);
});
