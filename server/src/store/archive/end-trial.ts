import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
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
  await endDatabase(dataDir);
  await sweepRestoring(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  await rm(noteOf(dataDir), { force: true });
}

/** Sweeps away what a restore that was cut short has left in a data directory, with the PostgreSQL that may still replay there. */
export async function sweepRestoring(dataDir: string): Promise<void> {
  const restoring = join(dataDir, 'restoring');
  await endDatabase(restoring);
  // What PostgreSQL's processes still write while they end is swept, too.
  await rm(restoring, { recursive: true, force: true, maxRetries: 10 });
}

async function endDatabase(folder: string): Promise<void> {
  // Its command line names the folder as it is without links.
  const dataDir = await realpath(folder).catch(() => folder);
  const clusterDir = join(dataDir, 'postgres');
  const left = await findPostmaster({ dataDir, clusterDir, clusterName: '', logFile: '', connectionsMax: 1 });
  if (left !== null) await endProcess(left.pid, 'SIGQUIT');
}

async function endProcess(pid: number, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  signalProcess(pid, signal);
  await waitForEnd(pid, END);
}

function noteOf(dataDir: string): string {
  return `${dataDir}.pid`;
}
