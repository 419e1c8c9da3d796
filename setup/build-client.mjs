import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { ourWorkspaces } from './bundle.mjs';
import { root } from './root.mjs';
import { runBundled } from './run-bundled.mjs';

/** What `@cottontree/client/webhooks` has of the package, for receivers that call nothing. */
const WEBHOOKS = ['constructEvent', 'verifyWebhook', 'WebhookVerificationError'];
const WEBHOOK_TYPES = [
  ...WEBHOOKS,
  'type HeaderSource',
  'type VerificationStep',
  'type WebhookEvent',
  'type WebhookOptions',
];

/** Builds the package of the client into `client/dist`, whole or not at all: for both forms of modules, with its types. */
export async function buildClient() {
  const dist = join(root, 'client/dist');
  const [unfinished, former] = [`${dist}.${randomUUID()}`, `${dist}.${randomUUID()}`];
  await mkdir(unfinished, { recursive: true });
  for (const [format, ending] of [
    ['esm', 'mjs'],
    ['cjs', 'cjs'],
  ])
    await build({
      entryPoints: [join(root, 'client/src/resources/index.ts')],
      outfile: join(unfinished, `index.${ending}`),
      bundle: true,
      format,
      platform: 'neutral',
      target: 'es2022',
      logLevel: 'error',
      plugins: [ourWorkspaces],
    });
  await stop();
  if ((await runBundled('client/types/write-types.ts', [join(unfinished, 'index.d.ts')])) !== 0)
    throw new Error('The types of the client could not be written.');
  await copyFile(join(unfinished, 'index.d.ts'), join(unfinished, 'index.d.cts'));
  await writeWebhooks(unfinished);
  await rename(dist, former).catch(() => undefined);
  await rename(unfinished, dist);
  await rm(former, { recursive: true, force: true });
}

async function writeWebhooks(folder) {
  const write = (ending, text) => writeFile(join(folder, `webhooks.${ending}`), `${text}\n`);
  const [names, types] = [WEBHOOKS.join(', '), WEBHOOK_TYPES.join(', ')];
  await write('mjs', `export { ${names} } from './index.mjs';`);
  await write('cjs', `const { ${names} } = require('./index.cjs');\nmodule.exports = { ${names} };`);
  await write('d.ts', `export { ${types} } from './index.js';`);
  await write('d.cts', `export { ${types} } from './index.cjs';`);
}
