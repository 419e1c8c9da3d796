import { chmod, lstat, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Launcher } from './choose-launcher.ts';
import { PORT, type DataPlace } from './embedded-database.ts';
import { hasCode } from './processes.ts';

/** `sun_path` of Linux holds 108 bytes, that of macOS 104, each with its final zero. */
const SOCKET_PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107;

/**
 * The 0700 folder for the socket: `socket` in the data directory, or, when its path were too
 * long for a socket, a short one beside the system's temporary files, which `socket` then links to.
 */
export async function openSocketDirectory(place: DataPlace, launcher: Launcher): Promise<string> {
  const near = join(place.dataDir, 'socket');
  const dir = fits(near) ? near : await findShortDirectory(place, near);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await launcher.give(dir);
  await chmod(dir, 0o700);
  return dir;
}

/** Sweeps the short folder away; one in the data directory stays. */
export async function closeSocketDirectory(place: DataPlace): Promise<void> {
  const near = join(place.dataDir, 'socket');
  const linked = await linkedFrom(near);
  if (linked === null) return;
  await rm(linked, { recursive: true, force: true });
  await rm(near, { force: true });
}

function fits(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES_MAX;
}

async function findShortDirectory(place: DataPlace, near: string): Promise<string> {
  const linked = await linkedFrom(near);
  if (linked !== null && (await isOurs(linked, place))) return linked;
  await rm(near, { recursive: true, force: true });
  const short = await mkdtemp(
    join(fits(join(tmpdir(), 'cottontree-XXXXXX')) ? tmpdir() : '/tmp', 'cottontree-'),
  );
  await symlink(short, near);
  return short;
}

/** What lies in a folder that all may write to could be somebody else's by now. */
async function isOurs(dir: string, place: DataPlace): Promise<boolean> {
  try {
    const [found, cluster] = [await lstat(dir), await lstat(place.clusterDir)];
    return found.isDirectory() && (found.mode & 0o077) === 0 && found.uid === cluster.uid;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function linkedFrom(path: string): Promise<string | null> {
  try {
    return await readlink(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EINVAL')) return null;
    throw error;
  }
}
