import { stat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { install } from './install.mjs';

const BUNDLE = join(root, 'server/dist/cottontree.mjs');
const ENTRY = join(root, 'server/src/cli/main.ts');
/** What the bundle is made of; the lock file decides on what it runs. */
const SOURCES = ['server/src', 'server/data', 'contract/src', 'package-lock.json'].map((path) => join(root, path));

/** Ends the process with a plain sentence when this Node is too old; else installs what the lock file names, if it is not. */
export async function installed() {
  refuseOldNode(process.versions.node);
  await install();
}

/** Bundles the server when a source is newer than the bundle; answers with the bundle's path. */
export async function built() {
  const builtAt = await modifiedAt(BUNDLE);
  const newest = Math.max(...(await Promise.all(SOURCES.map(newestIn))));
  if (newest >= builtAt) {
    const { bundle } = await import('./bundle.mjs');
    await bundle(ENTRY, BUNDLE);
  }
  return BUNDLE;
}

function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(`Cottontree needs Node 20.19 or newer, or 22.12 or newer (24 is best); this is ${version}. Get one from https://nodejs.org.`);
  process.exit(1);
}

/** Folders count too: their time tells that a file in them went. Tests are no part of the bundle. */
async function newestIn(path) {
  const found = await stat(path);
  if (!found.isDirectory()) return path.endsWith('.test.ts') ? 0 : found.mtimeMs;
  const names = await readdir(path);
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => newestIn(join(path, name))))));
}

async function modifiedAt(path) {
  return stat(path).then((found) => found.mtimeMs, () => 0);
}
