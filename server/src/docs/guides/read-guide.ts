import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `server/src/docs/guides` and the bundle in `server/dist` lie this deep below the checkout. */
const LEVELS_MAX = 5;

/** A text of the checkout by its path from there, `docs/payments.md`. */
export async function readText(path: string): Promise<string> {
  return readFile(join(await findRoot(), path), 'utf8');
}

async function findRoot(): Promise<string> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const found = await stat(join(parent, 'docs/conventions.md')).then(
      () => true,
      () => false,
    );
    if (found) return parent;
  }
  throw new Error('The folder docs is missing: put the whole release back, not only its bundle.');
}
