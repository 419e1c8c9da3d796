import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of what Linux counts a process's time in, wherever it runs. */
const TICK_MS = 10;
/** The 14th and the 15th field of `proc(5)`'s stat, counted behind the name, which may hold anything. */
const TICKS_AT = 11;
/** The 16th and the 17th: what children took that have ended and were waited for. */
const CHILDREN_TICKS_AT = 13;

/** Memory that a process holds for itself, in bytes: what it shares is counted as its part of it. NaN where the system does not tell. */
export async function memoryOf(pid: number): Promise<number> {
  return kilobytes(await read(`/proc/${pid}/smaps_rollup`), 'Pss') * 1_024;
}

/** All that a process holds, in bytes, shared or not. */
export async function residentOf(pid: number): Promise<number> {
  return kilobytes(await read(`/proc/${pid}/status`), 'VmRSS') * 1_024;
}

/** The embedded database of a data directory: its first process and all that came from it. */
export async function databaseMemory(dataDir: string): Promise<number> {
  const postmaster = Number((await read(join(dataDir, 'postgres/postmaster.pid'))).split('\n')[0]);
  const children = await childrenOf(postmaster);
  const [first = Number.NaN, ...parts] = await Promise.all([postmaster, ...children].map(memoryOf));
  // A back end may end between being found and being measured.
  return parts.filter((part) => !Number.isNaN(part)).reduce((sum, part) => sum + part, first);
}

/** Milliseconds of processor that an embedded database has taken so far, in all of its processes, those that ended too. */
export async function databaseCpuMs(dataDir: string): Promise<number> {
  const postmaster = Number((await read(join(dataDir, 'postgres/postmaster.pid'))).split('\n')[0]);
  const ended = await ticksOf(postmaster, CHILDREN_TICKS_AT);
  const each = await Promise.all([postmaster, ...(await childrenOf(postmaster))].map(cpuMsOf));
  return each.reduce((sum, one) => sum + one, ended * TICK_MS);
}

/** Milliseconds of processor that a process has taken so far, in all of its threads. */
export async function cpuMsOf(pid: number): Promise<number> {
  return (await ticksOf(pid, TICKS_AT)) * TICK_MS;
}

async function ticksOf(pid: number, at: number): Promise<number> {
  const stat = await read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0);
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(
      async (pid) =>
        [Number(pid), Number(/\nPPid:\s+(\d+)/.exec(await read(`/proc/${pid}/status`))?.[1])] as const,
    ),
  );
  return parents.filter(([, from]) => from === parent).map(([pid]) => pid);
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`(?:^|\\n)${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? Number.NaN);
}

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
