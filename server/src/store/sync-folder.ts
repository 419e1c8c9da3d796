import { open } from 'node:fs/promises';

/** How a mount says that it cannot do this; then its names need none. */
const NOT_HERE: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM']);

/** Puts the names in a folder on disk: what was renamed there bears its name after a power cut too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    if (!NOT_HERE.has((error as { readonly code?: unknown }).code)) throw error;
  } finally {
    await folder.close();
  }
}
