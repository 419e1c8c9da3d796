import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { declarationsOf, writeTypes } from './declarations.mjs';
import { root } from './root.mjs';

/** Builds the package of the components into `react/dist`, whole or not at all: for both forms of modules, with its types. */
export async function buildReact() {
  const dist = join(root, 'react/dist');
  const [unfinished, former] = [`${dist}.${randomUUID()}`, `${dist}.${randomUUID()}`];
  await mkdir(unfinished, { recursive: true });
  for (const [format, ending] of [
    ['esm', 'mjs'],
    ['cjs', 'cjs'],
  ])
    await build({
      entryPoints: [join(root, 'react/src/index.ts')],
      outfile: join(unfinished, `index.${ending}`),
      bundle: true,
      packages: 'external',
      format,
      target: 'es2022',
      logLevel: 'error',
      // Frameworks that render on a server are told that these run in a page.
      banner: { js: "'use client';" },
    });
  await stop();
  await writeTypes(unfinished, {
    index: await declarationsOf(join(root, 'react/src/index.ts')),
    component: await declarationsOf(join(root, 'react/src/component.ts')),
  });
  await rename(dist, former).catch(() => undefined);
  await rename(unfinished, dist);
  await rm(former, { recursive: true, force: true });
}
