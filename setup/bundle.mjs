import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, stop } from 'esbuild';
import { root } from './root.mjs';

/** Bundles a TypeScript program for Node with our own workspaces in it and every other package outside. */
export async function bundle(entry, outfile) {
  const startedAt = new Date();
  await stat(entry).catch(() => {
    throw new Error(`${entry} is missing: put the whole checkout back.`);
  });
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
    plugins: [ourWorkspaces],
  });
  // The bundler is a process of its own and would live as long as the server does.
  await stop();
  await mkdir(dirname(outfile), { recursive: true });
  // The program last: once it is there, its map is. Its time is that of the sources it was read from.
  for (const { path, contents } of outputFiles.sort((one) => (one.path === outfile ? 1 : -1)))
    await replace(path, contents, startedAt);
}

/** Whole or not at all, also while another process does the same. */
async function replace(path, contents, time) {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await utimes(unfinished, time, time);
  await rename(unfinished, path);
}

/** `@cottontree/contract/signature` and its like are sources of this checkout, found by their package's `exports`. */
const ourWorkspaces = {
  name: 'our-workspaces',
  setup(building) {
    building.onResolve({ filter: /^@cottontree\// }, async ({ path }) => {
      const [, workspace, ...rest] = path.split('/');
      const { exports } = JSON.parse(await readFile(join(root, workspace, 'package.json'), 'utf8'));
      const entry = exports[rest.length === 0 ? '.' : `./${rest.join('/')}`];
      const file = entry?.development ?? entry;
      return file
        ? { path: join(root, workspace, file) }
        : { errors: [{ text: `${path} is not among the exports of its package` }] };
    });
  },
};
