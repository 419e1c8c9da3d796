import { randomUUID } from 'node:crypto';
import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './root.mjs';

/** Builds the apps into `web/dist`, whole or not at all, also while another process does the same. */
export async function buildWeb() {
  const startedAt = new Date();
  const dist = join(root, 'web/dist');
  const [unfinished, former] = [`${dist}.${randomUUID()}`, `${dist}.${randomUUID()}`];
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: unfinished },
  });
  await utimes(join(unfinished, 'dashboard.html'), startedAt, startedAt);
  await rename(dist, former).catch(() => undefined);
  await rename(unfinished, dist);
  await rm(former, { recursive: true, force: true });
}
