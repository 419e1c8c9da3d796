import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedDatabaseError, type Place } from './embedded-database.ts';
import { isPostmasterOf } from './find-postmaster.ts';
import { listProcesses, signalProcess } from './processes.ts';

const POLL_MS = 20;
/** How long back ends may take to notice by themselves that their postmaster died, and to obey each signal. */
const PATIENCE: readonly { readonly signal: NodeJS.Signals | null; readonly polls: number }[] = [
  { signal: null, polls: 25 },
  { signal: 'SIGQUIT', polls: 50 },
  { signal: 'SIGKILL', polls: 250 },
];

/**
 * Waits for the back ends of a dead postmaster, and ends those that stay: PostgreSQL starts
 * only when none holds the shared memory. Their work is lost either way, as in any crash.
 */
export async function endOrphans(place: Place, signal?: AbortSignal): Promise<void> {
  for (const { signal: name, polls } of PATIENCE) {
    if (name) for (const pid of findOrphans(place)) signalProcess(pid, name);
    for (let poll = 0; poll < polls; poll += 1) {
      if (findOrphans(place).length === 0) return;
      await pause(POLL_MS, undefined, signal ? { signal } : {});
    }
  }
  throw new EmbeddedDatabaseError(
    `Processes ${findOrphans(place).join(', ')} of a crashed PostgreSQL in ${place.clusterDir} do not end, not even when killed: end them, or restart the machine.`,
  );
}

function findOrphans(place: Place): number[] {
  const named = listProcesses().filter((running) =>
    running.command.startsWith(`postgres: ${place.clusterName}: `),
  );
  return named.filter((running) => !isPostmasterOf(running.parentPid, place)).map((running) => running.pid);
}
