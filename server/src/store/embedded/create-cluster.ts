import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Launcher } from './choose-launcher.ts';
import { EmbeddedDatabaseError, OWNER, type EmbeddedLog, type Place } from './embedded-database.ts';
import { hasCode, isAlive } from './processes.ts';

/** Who is let in is decided by the socket's folder; nothing listens on the network. */
const ACCESS_RULES = 'local all all trust\n';

/** Makes PostgreSQL's data directory unless there is one; it appears whole or not at all. */
export async function createCluster({
  place,
  launcher,
  log,
}: {
  place: Place;
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
async function moveInPlace(unfinished: string, place: Place): Promise<void> {
  try {
    await rename(unfinished, place.clusterDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  const parent = await open(place.dataDir);
  await parent.sync().finally(() => parent.close());
}

async function sweepUnfinished(place: Place): Promise<void> {
  const prefix = `${basename(place.clusterDir)}.new-`;
  const left = (await readdir(place.dataDir)).filter(
    (name) => name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)),
  );
  await Promise.all(left.map((name) => rm(join(place.dataDir, name), { recursive: true, force: true })));
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

function checkVersion(place: Place, launcher: Launcher, version: string): void {
  if (launcher.binaries.version.startsWith(`${version}.`)) return;
  throw new EmbeddedDatabaseError(
    `${place.clusterDir} was made by PostgreSQL ${version}, and this release carries ${launcher.binaries.version}: ` +
      'take a backup with the release that made it, and restore it into an empty DATA_DIR with this one.',
  );
}
