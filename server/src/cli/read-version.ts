import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `server/src/cli`, and the bundle in `dist`, lie this deep below the package's own description. */
const LEVELS_MAX = 3;

/** The version of this program, as its package tells it. */
export async function readVersion(): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
    if (text !== null) return String(Object(JSON.parse(text)).version);
  }
  return 'unknown';
}
