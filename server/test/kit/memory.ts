import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** What a process holds of the machine's memory, in bytes. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1_024;
}

/** How many files, sockets and pipes a process holds open; null where the system does not tell. */
export function descriptorsOf(pid: number): number | null {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : null;
}
