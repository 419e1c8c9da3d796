import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, requestBytes } from '../parts/load.ts';

/** How a program of a peer is run, in its own folder. */
export type Command = {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

const LOG = 'peer.log';
const START_MS_MAX = 120_000;
const STOP_MS = 15_000;
const LOOK_EVERY_MS = 100;
/** Of a log, what an error quotes. */
const QUOTED = 400;

/** Starts a peer; resolves as soon as it answers on a path with 200. */
export async function startPeer(
  command: Command,
  { port, path }: { readonly port: number; readonly path: string },
): Promise<AsyncDisposable & { readonly pid: number }> {
  const { child, gone } = begin(command);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone.finally(() => clearTimeout(timer));
  };
  const untilMs = performance.now() + START_MS_MAX;
  while (!(await answers(port, path))) {
    if (child.exitCode === null && performance.now() < untilMs) await pause(LOOK_EVERY_MS);
    else {
      await stop();
      throw new Error(`It did not start: ${await endOfLog(command)}`);
    }
  }
  return { pid: child.pid ?? 0, [Symbol.asyncDispose]: stop };
}

/** Runs a command of a peer to its end. */
export async function runOnce(command: Command): Promise<void> {
  const { child, gone } = begin(command);
  await gone;
  if (child.exitCode !== 0)
    throw new Error(`${command.args.join(' ')} ended with ${child.exitCode}: ${await endOfLog(command)}`);
}

function begin({ folder, args, environment }: Command): {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
} {
  const log = openSync(join(folder, LOG), 'w');
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', log, log],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    }),
  );
  return { child, gone };
}

async function answers(port: number, path: string): Promise<boolean> {
  return ask(port, requestBytes({ method: 'GET', path })).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function endOfLog({ folder }: Command): Promise<string> {
  return (await readFile(join(folder, LOG), 'utf8')).slice(-QUOTED);
}
