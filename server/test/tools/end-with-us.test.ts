import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../setup/bundle.mjs';

const MS_MAX = 60_000;
let folder: string;
let guards: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ct-guard-'));
  guards = join(folder, 'end-with-us.mjs');
  await bundle(fileURLToPath(new URL('../kit/end-with-us.ts', import.meta.url)), guards);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A process that watches over each of the pids in turn, and goes on until it is ended. */
async function watching(pids: readonly number[], then = ''): Promise<ChildProcess> {
  const program = `import { endWithUs } from ${JSON.stringify(pathToFileURL(guards).href)};
    const guard = endWithUs('QUIT');
    for (const pid of ${JSON.stringify(pids)}) guard.over(pid);
    ${then}
    setTimeout(() => console.log('watches'), 100);
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

function sleeper(): {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<unknown[]>;
} {
  const child = spawn('/bin/sleep', ['600'], { stdio: 'ignore', detached: true });
  return { child, pid: child.pid ?? 0, ended: once(child, 'close') };
}

test('what a killed process watched over ends, also where it stands still', { timeout: MS_MAX }, async () => {
  const [before, now] = [sleeper(), sleeper()];
  const parent = await watching([before.pid, now.pid]);
  now.child.kill('SIGSTOP');
  parent.kill('SIGKILL');
  expect(await now.ended).toEqual([null, 'SIGQUIT']);
  // It was left for another: whoever has its number by now is nobody of ours.
  expect([before.child.exitCode, before.child.signalCode]).toEqual([null, null]);
  before.child.kill('SIGKILL');
  await before.ended;
});

test('what is watched over no more goes on', { timeout: MS_MAX }, async () => {
  const [left, other] = [sleeper(), sleeper()];
  const parents = [await watching([left.pid], 'guard.leave();'), await watching([other.pid])];
  for (const parent of parents) parent.kill('SIGKILL');
  await other.ended;
  expect([left.child.exitCode, left.child.signalCode]).toEqual([null, null]);
  left.child.kill('SIGKILL');
  await left.ended;
});
