import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';
import { sweepUnfinished } from '../unfinished.ts';
import { isLineage } from './names.ts';
import { StorageTrouble, type ArchiveStorage, type StoredObject } from './storage.ts';

/** What is not whole yet; nobody lists it. */
const UNFINISHED = /^\./;

/** A folder, of this disk or mounted. It is never made: one that is missing is not mounted, and what was put there then would fill this disk. */
export function openFolder(root: string): ArchiveStorage {
  const pathOf = (name: string): string => join(root, ...name.split('/'));
  return {
    begin: (lineage) =>
      told(root, async () => {
        const parts = ['', 'writers', 'wal', 'base'].map((below) => join(pathOf(lineage), below));
        for (const part of parts) await makeFolder(part);
        const bases = await readdir(join(pathOf(lineage), 'base'));
        const copies = bases.map((name) => join(pathOf(lineage), 'base', name));
        for (const part of [...parts, ...copies]) await sweepUnfinished(part);
      }),
    put: (name, bytes) => told(root, () => putFile(pathOf(name), bytes), name),
    get: (name) => told(root, () => readFile(pathOf(name))),
    list: (prefix, after = '') =>
      told(root, async () => {
        const found = await listBelow(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
        return found
          .filter(({ name }) => name.startsWith(prefix) && name > after)
          .toSorted((one, other) => (one.name < other.name ? -1 : 1));
      }),
    remove: (name) =>
      told(root, async () => {
        await rm(pathOf(name), { force: true });
        // A base copy that has no parts left leaves no folder either; others are in use.
        if (name.split('/').length > 3) await rmdir(dirname(pathOf(name))).catch(() => undefined);
      }),
    close: () => undefined,
  };
}

async function told<T>(root: string, work: () => Promise<T>, written?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StorageTrouble(
      `The folder ${root} cannot be used: ${String(error)}. ${await cureOf(root, codeOf(error), written)}`,
      { cause: error },
    );
  }
}

async function cureOf(root: string, code: string, written: string | undefined): Promise<string> {
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'Make room there.';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'Let the user that the server runs as write there.';
  const [lineage = ''] = written?.split('/') ?? [];
  const isEmptied =
    lineage !== '' && (await exists(root)) && !(await exists(join(root, lineage))) && code === 'ENOENT';
  return isEmptied
    ? 'What was archived there is gone: is it the right one, and mounted? To begin anew, stop the server, remove backup.lineage from DATA_DIR and start it.'
    : 'Is it there, and mounted?';
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function putFile(path: string, bytes: Buffer): Promise<'put' | 'other'> {
  const folder = dirname(path);
  await makeFolder(folder);
  const unfinished = join(folder, `.${randomBytes(6).toString('hex')}.unfinished`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await nameIfFree(unfinished, path))) return (await readFile(path)).equals(bytes) ? 'put' : 'other';
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(folder);
  return 'put';
}

/** Whether the file has the name now; a name that is taken stays another's. Some mounts know no hard links. */
async function nameIfFree(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
  }
  const taken = await exists(path);
  if (!taken) await rename(unfinished, path);
  return !taken;
}

/** Only below what is there already. */
async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
  if (made) await syncFolder(dirname(path));
}

async function listBelow(root: string, folder: string): Promise<StoredObject[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT' || folder === '') throw error;
    // What is not mounted is not empty.
    await stat(root);
    return [];
  });
  const found: StoredObject[] = [];
  for (const entry of entries) {
    if (UNFINISHED.test(entry.name)) continue;
    // Beside lineages lies what others put there, and `lost+found`, into which only root may look.
    if (folder === '' && !isLineage(entry.name)) continue;
    const name = `${folder}${entry.name}`;
    if (entry.isDirectory()) found.push(...(await listBelow(root, `${name}/`)));
    else found.push({ name, bytes: (await stat(join(root, name))).size });
  }
  return found;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
