import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askServer } from './ask-server.ts';
import { chooseLauncher, type Launcher } from './choose-launcher.ts';
import { EmbeddedDatabaseError, OWNER, type EmbeddedLog, type DataPlace } from './embedded-database.ts';
import { findBinaries } from './find-binaries.ts';
import { findPostmaster, isPostmasterOf } from './find-postmaster.ts';
import { syncFolder } from '../sync-folder.ts';
import { hasCode, isAlive, listProcesses, signalProcess, waitForEnd } from './processes.ts';
import { openSocketDirectory } from './socket-directory.ts';
import { startPostmaster } from './start-postmaster.ts';
import { spendReserve } from './watch-room.ts';

type Launch = {
  readonly place: DataPlace;
  readonly log: EmbeddedLog;
  /** How long a postmaster may take to let us in before it is given up; default 600,000. */
  readonly readyMsMax?: number;
  readonly signal?: AbortSignal;
  /** It was there a moment ago: where it is not, as on a mount that went away, no empty one takes its place. */
  readonly isAgain?: boolean;
};
export type Running = { readonly pid: number; readonly socketDir: string; readonly serverVersion: string };

const POLL_MS = 10;
/** Replaying a gigabyte of log on a slow disk takes minutes; a postmaster that hangs is given up after this. */
const READY_MS_MAX = 600_000;
const POLLS_BETWEEN_NOTES = 500;
const ATTEMPTS_MAX = 5;
const GIVE_UP = { polls: 1_000, pollMs: 10 };

/** Adopts the postmaster that runs on this data directory, else starts one; a rival's start counts as well. */
export async function ensureRunning(launch: Launch): Promise<Running> {
  let failure: EmbeddedDatabaseError | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    launch.signal?.throwIfAborted();
    const started = await unlessFull(async () => (await adopt(launch)) ?? (await start(launch)));
    if (!(started instanceof EmbeddedDatabaseError)) return started;
    failure = started;
    const foundRoom = isForLackOfRoom(started) && (await spendReserve(launch.place));
    if ((await findPostmaster(launch.place)) === null && !foundRoom && !isWorthAnotherTry(started))
      throw started;
  }
  throw (
    failure ??
    new EmbeddedDatabaseError(
      `The embedded database in ${launch.place.clusterDir} stops as often as it is started: see ${launch.place.logFile}.`,
    )
  );
}

async function adopt(launch: Launch): Promise<Running | null> {
  const found = await findPostmaster(launch.place);
  if (found === null) return null;
  return waitUntilReady(launch, async () => (isPostmasterOf(found.pid, launch.place) ? null : 'gone'));
}

async function start(launch: Launch): Promise<Running | EmbeddedDatabaseError> {
  const { place, log, signal, isAgain = false } = launch;
  if (isAgain && (await readVersion(place.clusterDir)) === null)
    return new EmbeddedDatabaseError(
      `${place.clusterDir} is gone, with all that it held: bring its disk back, or stop, restore a backup into an empty DATA_DIR, and start again.`,
    );
  const launcher = await chooseLauncher(place, await findBinaries(place.dataDir));
  await createCluster({ place, launcher, log });
  await launcher.give(place.clusterDir);
  await endOrphans(place, signal);
  const socketDir = await openSocketDirectory(place, launcher);
  const started = await startPostmaster({ place, launcher, socketDir, log });
  try {
    const running = await waitUntilReady(launch, started.ending);
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
  { place, log, readyMsMax = READY_MS_MAX, signal }: Launch,
  over: () => Promise<unknown>,
): Promise<Running | null> {
  const untilMs = performance.now() + readyMsMax;
  for (let poll = 1; performance.now() < untilMs; poll += 1) {
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

/** A postmaster may come up on a full disk and let nobody in, because whoever comes first has something to write. */
async function unlessFull<T>(work: () => Promise<T>): Promise<T | EmbeddedDatabaseError> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !isForLackOfRoom(error)) throw error;
    return error instanceof EmbeddedDatabaseError
      ? error
      : new EmbeddedDatabaseError(error.message, { cause: error });
  }
}

function isForLackOfRoom({ message }: Error): boolean {
  return /No space left on device/i.test(message);
}

/** The dead postmaster's shared memory or socket may be held a moment longer. */
function isWorthAnotherTry(failure: EmbeddedDatabaseError): boolean {
  return /shared memory block|lock file|terminate any old/i.test(failure.message);
}

/** Who is let in is decided by the socket's folder; nothing listens on the network. */
const ACCESS_RULES = 'local all all trust\n';

/** Makes PostgreSQL's data directory unless there is one; it appears whole or not at all. */
export async function createCluster({
  place,
  launcher,
  log,
}: {
  place: DataPlace;
  launcher: Launcher;
  log: EmbeddedLog;
}): Promise<void> {
  const version = await readVersion(place.clusterDir);
  if (version !== null) return checkVersion(place, launcher, version);
  await sweepUnfinished(place);
  log.info({ dir: place.clusterDir, as: launcher.runsAs }, 'Creating the embedded database');
  const unfinished = await mkdtemp(`${place.clusterDir}.new-${process.pid}-`);
  await launcher.give(unfinished);
  await initialise(launcher, unfinished);
  await writeFile(join(unfinished, 'pg_hba.conf'), ACCESS_RULES);
  await moveInPlace(unfinished, place);
}

async function initialise(launcher: Launcher, dir: string): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await launcher.run(launcher.binaries.initdb, [
      '-D',
      dir,
      '-U',
      OWNER,
      '-A',
      'trust',
      ...locale,
      '--no-instructions',
    ]);
  } catch (error) {
    const written = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    await rm(dir, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(`The embedded database could not be created in ${dir}: ${written}`, {
      cause: error,
    });
  }
}

/** Another process may have been quicker; its directory is as good. */
async function moveInPlace(unfinished: string, place: DataPlace): Promise<void> {
  try {
    await rename(unfinished, place.clusterDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  await syncFolder(place.dataDir);
}

/** A database is made within seconds; the pause grows with each try. */
const SWEEPS_MAX = 5;
const SWEEP_PAUSE_MS = 100;

async function sweepUnfinished(place: DataPlace): Promise<void> {
  const prefix = `${basename(place.clusterDir)}.new-`;
  const left = (await readdir(place.dataDir)).filter(
    (name) => name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)),
  );
  await Promise.all(left.map((name) => sweepAway(join(place.dataDir, name))));
}

/** Whoever began it was killed, and what makes its files may go on for a moment: then they go now, or with the next start. */
async function sweepAway(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: SWEEPS_MAX, retryDelay: SWEEP_PAUSE_MS });
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

async function readVersion(clusterDir: string): Promise<string | null> {
  try {
    return (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw new EmbeddedDatabaseError(
      `${clusterDir} cannot be read: run Cottontree as the user who made it (${String(error)}).`,
      { cause: error },
    );
  }
}

function checkVersion(place: DataPlace, launcher: Launcher, version: string): void {
  if (launcher.binaries.version.startsWith(`${version}.`)) return;
  throw new EmbeddedDatabaseError(
    `${place.clusterDir} was made by PostgreSQL ${version}, and this release carries ${launcher.binaries.version}: ` +
      'take a backup with the release that made it, and restore it into an empty DATA_DIR with this one.',
  );
}

const END_ORPHANS_POLL_MS = 20;
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
export async function endOrphans(place: DataPlace, signal?: AbortSignal): Promise<void> {
  for (const { signal: name, polls } of PATIENCE) {
    if (name) for (const pid of findOrphans(place)) signalProcess(pid, name);
    for (let poll = 0; poll < polls; poll += 1) {
      if (findOrphans(place).length === 0) return;
      await pause(END_ORPHANS_POLL_MS, undefined, signal ? { signal } : {});
    }
  }
  throw new EmbeddedDatabaseError(
    `Processes ${findOrphans(place).join(', ')} of a crashed PostgreSQL in ${place.clusterDir} do not end, not even when killed: end them, or restart the machine.`,
  );
}

function findOrphans(place: DataPlace): number[] {
  const named = listProcesses().filter((running) =>
    running.command.startsWith(`postgres: ${place.clusterName}: `),
  );
  return named.filter((running) => !isPostmasterOf(running.parentPid, place)).map((running) => running.pid);
}
