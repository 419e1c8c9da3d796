import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '../embedded/find-postmaster.ts';
import { signalProcess, startOfProcess, waitForEnd } from '../embedded/processes.ts';

const END = { polls: 500, pollMs: 10 };

/** Remembers who works in the data directory of a trial, so that a server that is killed leaves nobody there for good. */
export async function noteTrialProcess(dataDir: string, pid: number): Promise<void> {
  await writeFile(noteOf(dataDir), `${pid} ${startOfProcess(pid) ?? ''}`, { mode: 0o600 });
}

/** Sweeps a data directory away in which a restore was tried, with whoever a trial that was cut short left there. */
export async function endTrial(dataDir: string): Promise<void> {
  const [pid = '', start = ''] = (await readFile(noteOf(dataDir), 'utf8').catch(() => '')).split(' ');
  if (start !== '' && startOfProcess(Number(pid)) === start) await endProcess(Number(pid), 'SIGKILL');
  for (const dir of [dataDir, join(dataDir, 'restoring')]) {
    const clusterDir = join(dir, 'postgres');
    const place = { dataDir: dir, clusterDir, clusterName: '', logFile: '', connectionsMax: 1 };
    const left = await findPostmaster(place);
    if (left !== null) await endProcess(left.pid, 'SIGQUIT');
  }
  // What PostgreSQL's processes still write while they end is swept, too.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  await rm(noteOf(dataDir), { force: true });
}

async function endProcess(pid: number, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  signalProcess(pid, signal);
  await waitForEnd(pid, END);
}

function noteOf(dataDir: string): string {
  return `${dataDir}.pid`;
}
