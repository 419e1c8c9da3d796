import { open } from 'node:fs/promises';

/** Puts the names in a folder on disk: what was renamed there bears its name after a power cut too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  // Not every mount can do this, and then it needs none.
  await folder
    .sync()
    .catch(() => undefined)
    .finally(() => folder.close());
}
