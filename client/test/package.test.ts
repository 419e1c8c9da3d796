import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../server/test/kit/service.ts';
import { installedInEmptyFolder, root, type EmptyFolder } from './kit/empty-folder.ts';

const TYPES_OF_ONE_CALL_MAX = 5_000;
/** A page that calls all there is; the table of operations is most of it. */
const PAGE_GZIP_BYTES_MAX = 12_000;
const COMPILER = 'typescript-native/bin/tsc';
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--target', 'es2022'];

let shop: EmptyFolder;
let service: TestService;
let key: string;

beforeAll(async () => {
  [shop, service] = await Promise.all([installedInEmptyFolder('client'), startService({ running: true })]);
  ({ key } = await service.merchant());
  for (const name of await readdir(join(root, 'client/programs')))
    await shop.write(name, await readFile(join(root, 'client/programs', name), 'utf8'));
  for (const name of await readdir(join(root, 'client/kept')))
    await shop.write(`kept-${name}`, await readFile(join(root, 'client/kept', name), 'utf8'));
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** What the program of `client/programs/journey.ts` tells when everything went as it should. */
const ARRIVED = {
  fee: true,
  replayed: [false, true, true],
  changed: 'Ring twice.',
  late: 'PRECONDITION_FAILED',
  listed: 2,
  more: true,
  missing: 'DELIVERY_NOT_FOUND',
  status: 'picked_up',
  wrong: 'INVALID_HANDOFF_CODE',
  left: 4,
  aborted: 'Error: enough',
  forged: 'WebhookVerificationError',
};

test('it has its programs, types, changelog and licence in it, and depends on nothing', async () => {
  const installed = join(shop.path, 'node_modules/@cottontree/client');
  const description: Record<string, unknown> = JSON.parse(
    await readFile(join(installed, 'package.json'), 'utf8'),
  );
  expect((await readdir(installed)).toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  expect(description['dependencies']).toBeUndefined();
  expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(
    `## ${String(description['version'])}`,
  );
  expect(await readdir(join(shop.path, 'node_modules'))).toEqual(['.package-lock.json', '@cottontree']);
});

test('a program in ECMAScript modules compiles strictly and walks a delivery to its end', async () => {
  await shop.write('esm.ts', `import { journey } from './journey.js';\n${MAIN}`);
  await shop.tool(COMPILER, ...STRICT, '--module', 'node16', '--outDir', 'esm', 'esm.ts');
  expect(JSON.parse(await shop.node('esm/esm.js', service.baseUrl, key))).toEqual(ARRIVED);
});

const MAIN =
  'const [, , baseUrl, key] = process.argv;\njourney(String(baseUrl), String(key)).then((told) => console.log(JSON.stringify(told)));\ndeclare const process: { argv: string[] };\n';

test('the same program in CommonJS does, with a merchant of its own', async () => {
  const { key: another } = await service.merchant();
  await shop.write('journey.cts', await readFile(join(root, 'client/programs/journey.ts'), 'utf8'));
  await shop.write('main.cts', `import { journey } from './journey.cjs';\n${MAIN}`);
  await shop.tool(COMPILER, ...STRICT, '--module', 'node16', '--outDir', 'cjs', 'main.cts');
  expect(await readFile(join(shop.path, 'cjs/journey.cjs'), 'utf8')).toContain(
    'require("@cottontree/client")',
  );
  expect(JSON.parse(await shop.node('cjs/main.cjs', service.baseUrl, another))).toEqual(ARRIVED);
});

test('programs that were written for the versions before compile, whoever resolves the modules', async () => {
  const kept = (await readdir(shop.path)).filter((name) => name.startsWith('kept-'));
  expect(kept).not.toEqual([]);
  const resolved = ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'];
  await shop.tool(COMPILER, ...STRICT, ...resolved, ...kept, 'journey.ts', 'ten-lines.ts');
});

test('it is found, with its webhooks, also by a compiler that reads no exports', async () => {
  await shop.write('webhooks.ts', "export { constructEvent } from '@cottontree/client/webhooks';\n");
  const resolved = '--module esnext --moduleResolution node10 --ignoreDeprecations 6.0 --noEmit';
  await shop.tool('typescript/bin/tsc', ...STRICT, ...resolved.split(' '), 'webhooks.ts', 'ten-lines.ts');
});

test('one call costs an editor few types', async () => {
  const words = '--strict --skipLibCheck --noEmit --target es2022 --module node16 --extendedDiagnostics';
  const said = await shop.tool('typescript/bin/tsc', ...words.split(' '), 'ten-lines.ts');
  const types = Number(/^Types:\s+(\d+)/m.exec(said)?.[1]);
  console.info(`client: one call makes ${types} types`);
  expect(types).toBeGreaterThan(0);
  expect(types).toBeLessThan(TYPES_OF_ONE_CALL_MAX);
});

test('esbuild and Vite bundle it for a page, and leave out what only receivers of webhooks need', async () => {
  await shop.write(
    'page.js',
    "import { createClient } from '@cottontree/client';\nglobalThis.zones = (key) => createClient({ baseUrl: '/', apiKey: key }).zones.list();\n",
  );
  const entry = join(shop.path, 'page.js');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
  });
  const built = await viteBuild({
    root: shop.path,
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const [page] = Array.isArray(built) ? built.flatMap(({ output }) => output) : [];
  const texts = [outputFiles[0]?.text ?? '', page?.type === 'chunk' ? page.code : ''];
  for (const text of texts) {
    expect(text).toContain('/shipping/zones');
    expect(text).not.toContain('webhook-signature');
  }
  const bytes = gzipSync(texts[0] ?? '').length;
  console.info(`client: ${bytes} bytes gzip in a page, with every operation`);
  expect(bytes).toBeLessThan(PAGE_GZIP_BYTES_MAX);
});
