import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { bundleServer } from '../../../setup/bundle.mjs';
import { waysTo } from './ways-to.ts';
import { noteRunning, programFolder } from './programs-of-run.ts';

/** The server as a process of its own, as operators run it. */
export type Program = AsyncDisposable & {
  readonly pid: number;
  /** With `/v1`. */
  readonly baseUrl: string;
  /** From the start of the process until it printed its address. */
  readonly readyMs: number;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Signals and waits for the end. */
  readonly end: (name: NodeJS.Signals) => Promise<Ending>;
  /** How it ended, or null while it runs. */
  readonly ending: () => Ending | null;
  /** The last of what it logged. */
  readonly log: () => string;
};

export type Ending = { readonly code: number | null; readonly signal: string | null };

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const LOG_CHARACTERS = 20_000;
const READY_MS_MAX = 60_000;
/** One secret key for every program of a run, so that several can share a database. */
export const PROGRAM_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** Starts the server in the environment given, of this version unless another is named, and waits until it says where it is. */
export async function startProgram(
  environment: Readonly<Record<string, string>>,
  other?: string,
): Promise<Program> {
  const program = other ?? (await builtProgram());
  const startedMs = performance.now();
  const surroundings = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    SECRET_KEY: PROGRAM_SECRET_KEY,
    ...environment,
    ...(environment['DATABASE_DIRECT_URL'] ? {} : await waysTo(environment['DATABASE_URL'] ?? null)),
  };
  const child = spawn(process.execPath, [program, 'start', '--json'], {
    env: surroundings,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  });
  const said = keepLast(child);
  // A test that ran out of time disposes of nothing.
  const orphaned = (): void => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  const noted = noteRunning(dirname(program), child.pid ?? 0);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  let ending: Ending | null = null;
  child.once('close', (code, signal) => {
    ending = { code, signal };
    process.off('exit', orphaned);
    void noted.then((forget) => forget());
  });
  const line = await firstLine(child, said);
  return {
    pid: child.pid ?? 0,
    baseUrl: (JSON.parse(line) as { readonly base_url: string }).base_url,
    readyMs: performance.now() - startedMs,
    signal: (name) => void child.kill(name),
    async end(name) {
      child.kill(name);
      const [code, signal] = await ended;
      return { code, signal };
    },
    ending: () => ending,
    log: said,
    async [Symbol.asyncDispose]() {
      if (ending === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The program of this run, built by whoever needs it first. */
export async function builtProgram(): Promise<string> {
  const folder = programFolder(inject('templateName'));
  const program = join(folder, 'cottontree.mjs');
  if (
    await stat(program).then(
      () => true,
      () => false,
    )
  )
    return program;
  const unfinished = await mkdtemp(`${await distFolder()}/unfinished-`);
  await bundleServer(unfinished);
  await copyFile(join(SERVER, 'package.json'), join(unfinished, 'package.json'));
  for (const folder of ['migrations', 'sql'])
    await cp(join(SERVER, folder), join(unfinished, folder), { recursive: true });
  // Another test file may have been quicker; its program is as good.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  return program;
}

async function distFolder(): Promise<string> {
  await mkdir(join(SERVER, 'dist'), { recursive: true });
  return join(SERVER, 'dist');
}

async function firstLine(child: ChildProcess, said: () => string): Promise<string> {
  if (!child.stdout) throw new Error('The program has no output.');
  const lines = createInterface(child.stdout);
  const limit = setTimeout(() => child.kill('SIGKILL'), READY_MS_MAX);
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  clearTimeout(limit);
  if (line === undefined) throw new Error(`The server did not start. It said:\n${said()}`);
  return line;
}

function keepLast(child: ChildProcess): () => string {
  let text = '';
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (chunk: string) => (text = (text + chunk).slice(-LOG_CHARACTERS)));
  return () => text;
}
