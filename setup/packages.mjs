import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.mjs';

const run = promisify(execFile);
const PACK_MS = 300_000;

/**
 * What others install, by the name that `npm run pack` knows: each makes its tarball in a folder and answers its path.
 * A workspace whose `package.json` says what is in it (`files`, `exports`, `prepack`) needs no more than its line.
 */
const PACKAGES = {
  client: (to) => packFolder('client', to),
  elements: (to) => packFolder('elements', to),
  react: (to) => packFolder('react', to),
  cottontree: async (to) => {
    const { stageServer } = await import('./stage-server.mjs');
    return packFolder(await stageServer(), to, { isBuilt: true });
  },
};

/** What is wrong with these names, in a sentence; null for what can be packed. */
export function whyNotPacked(names) {
  const unknown = names.filter((name) => !Object.hasOwn(PACKAGES, name));
  if (unknown.length === 0) return null;
  return `There is no package ${unknown.join(', ')}; there are ${Object.keys(PACKAGES).join(', ')}.`;
}

/** The tarballs of these packages, of all where none is named. */
export async function packed(names, to) {
  await mkdir(to, { recursive: true });
  const paths = [];
  for (const name of names.length > 0 ? names : Object.keys(PACKAGES)) paths.push(await PACKAGES[name](to));
  return paths;
}

/** Packs a folder as npm does; `isBuilt`: what its `prepack` would build has just been built. */
export async function packFolder(folder, to, { isBuilt = false } = {}) {
  const args = ['pack', '--json', '--pack-destination', to, '--loglevel=error'];
  if (isBuilt) args.push('--ignore-scripts');
  const { stdout } = await run('npm', args, {
    cwd: resolve(root, folder),
    timeout: PACK_MS,
    shell: process.platform === 'win32',
  });
  // What `prepack` says comes first.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  return join(to, filename);
}
