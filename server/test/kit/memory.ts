import { execFileSync } from 'node:child_process';

/** What a process holds of the machine's memory, in bytes. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1_024;
}
