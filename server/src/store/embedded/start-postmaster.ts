import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Launcher } from './choose-launcher.ts';
import { EmbeddedDatabaseError, PORT, type EmbeddedLog, type Place } from './embedded-database.ts';
import { isPostmasterOf, postmasterFile } from './find-postmaster.ts';
import { hasCode, holdsPid, listProcesses } from './processes.ts';
import { postgresSettings } from './settings.ts';

export type Started = {
  readonly pid: number;
  /** What PostgreSQL said, once it has ended by itself; null while it runs. */
  readonly ending: () => Promise<EmbeddedDatabaseError | null>;
};

const LOG_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Starts PostgreSQL as a child in a session of its own: a Ctrl-C in the terminal must reach
 * only us, and it writes to a file because it may outlive us.
 */
export async function startPostmaster({
  place,
  launcher,
  socketDir,
  log: told,
}: {
  place: Place;
  launcher: Launcher;
  socketDir: string;
  log: EmbeddedLog;
}): Promise<Started> {
  await removeMisleadingFiles(place, { socketDir, log: told });
  await turnLogOver(place);
  const log = await open(place.logFile, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const settings = Object.entries(postgresSettings({ socketDir, clusterName: place.clusterName }));
    const args = ['-D', place.clusterDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const child = launcher.spawn(launcher.binaries.postgres, args, {
      cwd: place.dataDir,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    return { pid: child.pid ?? 0, ending: async () => (hasEnded() ? explain(place, logStart) : null) };
  } finally {
    await log.close();
  }
}

/**
 * PostgreSQL takes whatever holds the pid noted in its lock files for a postmaster: after a
 * restart of the machine another program, or a zombie that nobody reaps. And it does not start
 * beside a file that names nobody: a crash or a full disk can leave one empty or cut short.
 */
async function removeMisleadingFiles(
  place: Place,
  { socketDir, log }: { readonly socketDir: string; readonly log: EmbeddedLog },
): Promise<void> {
  for (const path of [postmasterFile(place), join(socketDir, `.s.PGSQL.${PORT}.lock`)]) {
    const text = await readIfThere(path);
    if (text === null) continue;
    const pid = Number.parseInt(text, 10);
    if (pid > 0) {
      if (holdsPid(pid) && !isPostmasterOf(pid, place)) await rm(path, { force: true });
      continue;
    }
    refuseWhileUsed(place, path);
    log.warn(
      { file: path },
      'The embedded database left a lock file that names no process, as a crash or a full disk does. Nothing runs on its folder, so the file is removed.',
    );
    await rm(path, { force: true });
  }
}

/** Two postmasters on one folder would destroy it, so a damaged file is believed only where no process says otherwise. */
function refuseWhileUsed(place: Place, path: string): void {
  const running = listProcesses().find(({ pid }) => isPostmasterOf(pid, place));
  if (!running) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL runs on ${place.clusterDir} as process ${running.pid}, but ${path} does not name it: stop that process, then start again.`,
  );
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw new EmbeddedDatabaseError(
      `${path} cannot be read: run Cottontree as the user who made it (${String(error)}).`,
      { cause: error },
    );
  }
}

async function turnLogOver(place: Place): Promise<void> {
  const size = await stat(place.logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_BYTES_MAX) await rename(place.logFile, `${place.logFile}.1`);
}

async function explain(place: Place, logStart: number): Promise<EmbeddedDatabaseError> {
  const said = (await readFile(place.logFile)).subarray(logStart).toString('utf8').trim();
  const hint = /No space left on device/.test(said) ? ' Free some disk space.' : '';
  return new EmbeddedDatabaseError(
    `The embedded database ended while it started.${hint} It said: ${said.slice(-2_000) || 'nothing'}`,
  );
}
