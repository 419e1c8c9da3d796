import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, or finds it made. Node's own `recursive` never ends where the system says that a
 * folder which is there is not there, as that of processes (`/proc`) does.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const refused = await make(path, mode);
  if (refused === null) return;
  if (refused.code !== 'ENOENT' || dirname(path) === path) throw refused;
  await makeFolder(dirname(path), mode);
  const refusedAgain = await make(path, mode);
  if (refusedAgain !== null) throw refusedAgain;
}

/** Why it cannot be made; null where it is there now. */
async function make(path: string, mode: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, { mode });
    return null;
  } catch (error) {
    const refused = error as NodeJS.ErrnoException;
    const isThere = refused.code !== 'ENOENT' && (await stat(path).catch(() => null))?.isDirectory();
    return isThere ? null : refused;
  }
}
