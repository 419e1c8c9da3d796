import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '../embedded/find-postmaster.ts';
import { signalProcess, waitForEnd } from '../embedded/processes.ts';

/** Sweeps a data directory away in which a restore was tried, with the PostgreSQL that a trial which was cut short left running. */
export async function endTrial(dataDir: string): Promise<void> {
  for (const dir of [dataDir, join(dataDir, 'restoring')]) {
    const place = {
      dataDir: dir,
      clusterDir: join(dir, 'postgres'),
      clusterName: '',
      logFile: '',
      connectionsMax: 1,
    };
    const left = await findPostmaster(place);
    if (left === null) continue;
    signalProcess(left.pid, 'SIGQUIT');
    await waitForEnd(left.pid, { polls: 500, pollMs: 10 });
  }
  await rm(dataDir, { recursive: true, force: true });
}
