import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { access, chmod, chown, constants, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError, type DataPlace } from './embedded-database.ts';
import { binaryEnvironment, copyBinaries, type Binaries } from './find-binaries.ts';

/** As whom PostgreSQL runs: it refuses root, and `initdb` wants a user who has a passwd entry. */
type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number; readonly name: string }
  | { readonly kind: 'namespace'; readonly unshare: string };

export type Launcher = {
  readonly binaries: Binaries;
  /** For the operator: as whom it runs. */
  readonly runsAs: string;
  readonly spawn: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
  /** Runs a program to its end; rejects with what it wrote when it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
  /** Makes a file or folder (with all in it) this user's own. */
  readonly give: (path: string) => Promise<void>;
};

type Trial = { readonly place: DataPlace; readonly binaries: Binaries; readonly identity: Identity };

const run = promisify(execFile);
const PROBE_TIMEOUT_MS = 10_000;
/** An `initdb` on a slow disk. */
const RUN_TIMEOUT_MS = 120_000;
/** The usual "nobody": the one user that nearly every passwd file knows. */
const NOBODY = 65_534;

/** Finds a way of running PostgreSQL that works here, by trying: an ordinary user just runs it. */
export async function chooseLauncher(place: DataPlace, binaries: Binaries): Promise<Launcher> {
  const refusals: string[] = [];
  for (const identity of await identitiesFor(place)) {
    const refusal = await probe({ place, binaries, identity });
    if (refusal === null) return launcher({ place, binaries, identity });
    refusals.push(`${nameOf(identity)}: ${refusal}`);
  }
  const copied = await launcherWithCopies(place, binaries);
  if (copied) return copied;
  throw new EmbeddedDatabaseError(
    `PostgreSQL cannot be run in ${place.dataDir} (${refusals.join('; ')}). Run Cottontree as an ordinary user who owns that folder, ` +
      'put DATA_DIR where others may enter, or give a PostgreSQL 15 or newer in DATABASE_URL (the embedded one needs glibc, so not Alpine).',
  );
}

/** The last way for root: the programs in the data directory, which another user may then pass through. */
async function launcherWithCopies(place: DataPlace, binaries: Binaries): Promise<Launcher | null> {
  if (!isRoot()) return null;
  const users = (await identitiesFor(place)).filter((identity) => identity.kind === 'user');
  if (users.length === 0) return null;
  await chmod(place.dataDir, (await stat(place.dataDir)).mode | 0o011);
  const copies = await copyBinaries(binaries, place.dataDir);
  for (const identity of users) {
    if ((await probe({ place, binaries: copies, identity })) === null)
      return launcher({ place, binaries: copies, identity });
  }
  return null;
}

async function identitiesFor(place: DataPlace): Promise<Identity[]> {
  const namespace = await findNamespace();
  if (!isRoot()) return hasPasswdEntry() ? [{ kind: 'self' }] : [...namespace, { kind: 'self' }];
  const users = await findUsers();
  const owner = await ownerOf(place.clusterDir);
  if (owner === null) return [...users, ...namespace];
  if (owner.uid === 0) return [...namespace, ...users];
  const entry = users.find((user) => user.uid === owner.uid);
  return [
    entry ?? { kind: 'user', ...owner, name: `user ${owner.uid}` },
    ...users.filter((user) => user !== entry),
    ...namespace,
  ];
}

/** Why this identity cannot enter the data directory and run the programs; null when it can. */
async function probe(trial: Trial): Promise<string | null> {
  const script = 'cd "$0" && test -x . && exec "$1" --version';
  const { file, args, options } = command(trial, '/bin/sh', [
    '-c',
    script,
    trial.place.dataDir,
    trial.binaries.postgres,
  ]);
  try {
    if (trial.identity.kind === 'self') await access(trial.place.dataDir, constants.W_OK | constants.X_OK);
    await run(file, args, { ...options, timeout: PROBE_TIMEOUT_MS });
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function launcher(trial: Trial): Launcher {
  return {
    binaries: trial.binaries,
    runsAs: nameOf(trial.identity),
    spawn: (program, programArgs, spawnOptions) => {
      const { file, args, options } = command(trial, program, programArgs);
      return spawn(file, args, { ...options, ...spawnOptions });
    },
    run: async (program, programArgs) => {
      const { file, args, options } = command(trial, program, programArgs);
      return (await run(file, args, { ...options, timeout: RUN_TIMEOUT_MS, cwd: trial.place.dataDir }))
        .stdout;
    },
    give: async (path) => {
      if (isRoot()) await giveTree(path, hostIds(trial.identity));
    },
  };
}

function command(
  { binaries, identity }: Trial,
  program: string,
  args: readonly string[],
): { file: string; args: string[]; options: { env: Record<string, string>; uid?: number; gid?: number } } {
  const env = binaryEnvironment(binaries);
  if (identity.kind === 'user')
    return { file: program, args: [...args], options: { env, uid: identity.uid, gid: identity.gid } };
  if (identity.kind === 'self') return { file: program, args: [...args], options: { env } };
  const mapped = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', program, ...args];
  return { file: identity.unshare, args: mapped, options: { env } };
}

/** Seen from outside, what runs in the namespace still is root's. */
function hostIds(identity: Identity): { uid: number; gid: number } {
  return identity.kind === 'user' ? { uid: identity.uid, gid: identity.gid } : { uid: 0, gid: 0 };
}

async function giveTree(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink() || found.uid === uid) return;
  // The folder itself last: until it is given, a run that was cut short begins again.
  if (found.isDirectory())
    for (const name of await readdir(path)) await giveTree(join(path, name), { uid, gid });
  await chown(path, uid, gid);
}

function nameOf(identity: Identity): string {
  if (identity.kind === 'self') return 'this user';
  return identity.kind === 'user' ? identity.name : 'a user namespace';
}

async function findUsers(): Promise<Extract<Identity, { kind: 'user' }>[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const entries = lines.map((line) => line.split(':'));
  return ['postgres', 'nobody'].flatMap((name) => {
    const entry = entries.find(([entryName]) => entryName === name);
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])];
    return uid > 0 && gid >= 0 ? [{ kind: 'user' as const, uid, gid, name }] : [];
  });
}

async function findNamespace(): Promise<Extract<Identity, { kind: 'namespace' }>[]> {
  for (const unshare of ['/usr/bin/unshare', '/bin/unshare']) {
    if (
      await access(unshare, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return [{ kind: 'namespace', unshare }];
  }
  return [];
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | null> {
  return lstat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => null,
  );
}

function hasPasswdEntry(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function reasonOf(error: unknown): string {
  const written = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return (written || (error instanceof Error ? error.message : String(error))).split('\n')[0] ?? '';
}
