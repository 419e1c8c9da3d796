import { readFileSync } from 'node:fs';

/** For the database, for what is asked of others, and for files. */
const KEPT_FILES = 256;

/**
 * How many connections are taken, so that this process can still open a file and reach its database, however many come;
 * null where the system does not tell how many it may have open. Half of a small number stay free.
 */
export function connectionsMax(limits = readLimits()): number | null {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return allowed === undefined
    ? null
    : Math.max(Number(allowed) - KEPT_FILES, Math.floor(Number(allowed) / 2));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
