import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './root.mjs';

/** The apps of `web/`: each has a page there. */
export async function appNames() {
  const names = await readdir(join(root, 'web'));
  return names.filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length));
}

/** Builds the apps into `web/dist`, each by itself, all of them or none, also while another process does the same. */
export async function buildWeb() {
  const startedAt = new Date();
  const dist = join(root, 'web/dist');
  const [unfinished, former] = [`${dist}.${randomUUID()}`, `${dist}.${randomUUID()}`];
  for (const app of await appNames())
    await build({
      root: join(root, 'web'),
      configFile: join(root, 'web/vite.config.ts'),
      // To bundle the configuration first is slower, and on a crowded machine says so on standard error.
      configLoader: 'runner',
      logLevel: 'error',
      mode: app,
      build: { outDir: unfinished },
    });
  await utimes(join(unfinished, 'dashboard.html'), startedAt, startedAt);
  await rename(dist, former).catch(() => undefined);
  await rename(unfinished, dist);
  await rm(former, { recursive: true, force: true });
}
