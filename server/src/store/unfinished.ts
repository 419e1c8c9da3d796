import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const UNFINISHED = /\.[0-9a-f]{12}\.unfinished$/;
/** Whoever writes one writes all the time. */
const LEFT_ALONE_MS = 3_600_000;

/** Where a file is written until it is whole; a name of its own, so that two at once never write one file. */
export function nameUnfinished(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.unfinished`;
}

/** Removes what those left in a folder that were killed while they wrote, whatever it was to be called. */
export async function sweepUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => UNFINISHED.test(name)).map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > LEFT_ALONE_MS)
      await rm(path, { force: true }).catch(() => undefined);
  }
}
