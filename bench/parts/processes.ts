import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of what Linux counts a process's time in, wherever it runs. */
const TICK_MS = 10;

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

/** Milliseconds of processor that an embedded database has taken so far, in all of its processes that live. */
export async function databaseCpuMs(dataDir: string): Promise<number> {
  const postmaster = Number((await read(join(dataDir, 'postgres/postmaster.pid'))).split('\n')[0]);
  const stats = await Promise.all(
    [postmaster, ...(await childrenOf(postmaster))].map((pid) => read(`/proc/${pid}/stat`)),
  );
  return stats.map(cpuMsOf).reduce((sum, one) => sum + one, 0);
}

/** The 14th and the 15th field of `proc(5)`'s stat, counted behind the name, which may hold anything. */
function cpuMsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
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
