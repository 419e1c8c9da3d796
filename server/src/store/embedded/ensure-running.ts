import { setTimeout as pause } from 'node:timers/promises';
import { askServer } from './ask-server.ts';
import { chooseLauncher } from './choose-launcher.ts';
import { createCluster } from './create-cluster.ts';
import { EmbeddedDatabaseError, type EmbeddedLog, type Place } from './embedded-database.ts';
import { endOrphans } from './end-orphans.ts';
import { findBinaries } from './find-binaries.ts';
import { findPostmaster, isPostmasterOf } from './find-postmaster.ts';
import { signalProcess, waitForEnd } from './processes.ts';
import { openSocketDirectory } from './socket-directory.ts';
import { startPostmaster } from './start-postmaster.ts';
import { spendReserve } from './watch-room.ts';

export type Ground = { readonly place: Place; readonly log: EmbeddedLog; readonly signal?: AbortSignal };
export type Running = { readonly pid: number; readonly socketDir: string; readonly serverVersion: string };

const POLL_MS = 10;
/** Replaying a gigabyte of log on a slow disk takes minutes; a postmaster that hangs is given up after this. */
const READY_POLLS_MAX = 60_000;
const POLLS_BETWEEN_NOTES = 500;
const ATTEMPTS_MAX = 5;
const GIVE_UP = { polls: 1_000, pollMs: 10 };

/** Adopts the postmaster that runs on this data directory, else starts one; a rival's start counts as well. */
export async function ensureRunning(ground: Ground): Promise<Running> {
  let failure: EmbeddedDatabaseError | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    ground.signal?.throwIfAborted();
    const adopted = await adopt(ground);
    if (adopted !== null) return adopted;
    const started = await start(ground);
    if (!(started instanceof EmbeddedDatabaseError)) return started;
    failure = started;
    const foundRoom = isForLackOfRoom(started) && (await spendReserve(ground.place));
    if ((await findPostmaster(ground.place)) === null && !foundRoom && !isWorthAnotherTry(started))
      throw started;
  }
  throw (
    failure ??
    new EmbeddedDatabaseError(
      `The embedded database in ${ground.place.clusterDir} stops as often as it is started: see ${ground.place.logFile}.`,
    )
  );
}

async function adopt(ground: Ground): Promise<Running | null> {
  const found = await findPostmaster(ground.place);
  if (found === null) return null;
  return waitUntilReady(ground, async () => (isPostmasterOf(found.pid, ground.place) ? null : 'gone'));
}

async function start(ground: Ground): Promise<Running | EmbeddedDatabaseError> {
  const { place, log, signal } = ground;
  const launcher = await chooseLauncher(place, await findBinaries(place.dataDir));
  await createCluster({ place, launcher, log });
  await launcher.give(place.clusterDir);
  await endOrphans(place, signal);
  const socketDir = await openSocketDirectory(place, launcher);
  const started = await startPostmaster({ place, launcher, socketDir, log });
  try {
    const running = await waitUntilReady(ground, started.ending);
    return (
      running ??
      (await started.ending()) ??
      new EmbeddedDatabaseError('The embedded database ended while it started.')
    );
  } catch (error) {
    signalProcess(started.pid, 'SIGINT');
    await waitForEnd(started.pid, GIVE_UP);
    throw error;
  }
}

/** Waits until the postmaster lets us in; null as soon as `over` says anything. */
async function waitUntilReady(
  { place, log, signal }: Ground,
  over: () => Promise<unknown>,
): Promise<Running | null> {
  for (let poll = 1; poll <= READY_POLLS_MAX; poll += 1) {
    const found = await findPostmaster(place);
    if (found?.status === 'ready') {
      const serverVersion = await askServer(place, found.socketDir);
      if (serverVersion !== null) return { pid: found.pid, socketDir: found.socketDir, serverVersion };
    }
    if ((await over()) !== null) return null;
    if (poll % POLLS_BETWEEN_NOTES === 0)
      log.info(
        { status: found?.status ?? 'absent' },
        'Waiting for the embedded database, which may be recovering from a crash',
      );
    await pause(POLL_MS, undefined, signal ? { signal } : {});
  }
  throw new EmbeddedDatabaseError(
    `The embedded database in ${place.clusterDir} runs but lets nobody in: see ${place.logFile}.`,
  );
}

function isForLackOfRoom(failure: EmbeddedDatabaseError): boolean {
  return /No space left on device/i.test(failure.message);
}

/** The dead postmaster's shared memory or socket may be held a moment longer. */
function isWorthAnotherTry(failure: EmbeddedDatabaseError): boolean {
  return /shared memory block|lock file|terminate any old/i.test(failure.message);
}
