import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export type RunningProcess = { readonly pid: number; readonly parentPid: number; readonly command: string };

/**
 * When a live process started, in the kernel's own ticks ('0' where the kernel does not tell):
 * with the pid it names a process for good. Null when there is none.
 */
export function startOfProcess(pid: number): string | null {
  if (!holdsPid(pid)) return null;
  if (!hasProc) return '0';
  const fields = statFields(pid);
  // A zombie still has its pid, but runs no more.
  return fields === null || fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '0');
}

export function isAlive(pid: number): boolean {
  return startOfProcess(pid) !== null;
}

/** Also true of a zombie, and of another user's process: whatever holds the pid. */
export function holdsPid(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** All processes whose command line this process may read. */
export function listProcesses(): RunningProcess[] {
  return hasProc ? listFromProc() : listFromPs();
}

/** The command line with its arguments parted by one space; null when there is no such process. */
export function commandOf(pid: number): string | null {
  if (hasProc) return commandFromProc(pid);
  return listFromPs().find((running) => running.pid === pid)?.command ?? null;
}

/** Whether the process was gone before so many polls were over. */
export async function waitForEnd(
  pid: number,
  { polls, pollMs }: { polls: number; pollMs: number },
): Promise<boolean> {
  for (let poll = 0; poll < polls; poll += 1) {
    if (!isAlive(pid)) return true;
    await pause(pollMs);
  }
  return !isAlive(pid);
}

/** Sends a signal; that the process is gone already is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

const hasProc = existsSync('/proc/self/stat');

/** The fields after the command's name, which itself may hold blanks and brackets: state first, then the parent. */
function statFields(pid: number): string[] | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function listFromProc(): RunningProcess[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.flatMap((pid) => {
    const fields = statFields(pid);
    const command = commandFromProc(pid);
    if (fields === null || command === null || command === '' || fields[0] === 'Z') return [];
    return [{ pid, parentPid: Number(fields[1]), command }];
  });
}

function commandFromProc(pid: number): string | null {
  return readOrNull(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null;
}

function listFromPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line) ?? [];
    return command === undefined
      ? []
      : [{ pid: Number(pid), parentPid: Number(parentPid), command: command.trim() }];
  });
}

/** Throws where no file can be opened now: a process that cannot be looked at has not ended. */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'EMFILE', 'ENFILE')) throw error;
    return null;
  }
}
