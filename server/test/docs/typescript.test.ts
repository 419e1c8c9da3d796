import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations } from '../../src/docs/addresses.ts';
import { sampleCall } from '../../src/docs/samples/sample-call.ts';
import { sampleIn } from '../../src/docs/samples/samples.ts';
import { root } from './read-page.ts';

const run = promisify(execFile);
const COMPILE_MS_MAX = 170_000;
/** Pages whose blocks of TypeScript are whole but for these names. */
const PAGES = [
  'docs/client.md',
  'docs/widgets.md',
  'client/README.md',
  'elements/README.md',
  'react/README.md',
];
const AROUND = `import type { Client } from '@cottontree/client';
declare global {
  const client: Client;
  const [id, eventId, jobNumber, code, rawBody, secret]: string[] & [string, string, string, string, string, string];
  const headers: Record<string, string>;
  const request: { headers: Record<string, string> };
  const process: { env: { WEBHOOK_SECRET: string; KEY: string } };
}
`;
/** The packages as they are built, and what of others their types name. */
const PACKAGES = {
  '@cottontree/client': 'client',
  '@cottontree/elements': 'elements',
  '@cottontree/react': 'react',
  '@types/react': 'node_modules/@types/react',
  csstype: 'node_modules/csstype',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-typescript-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, from] of Object.entries(PACKAGES)) {
    const at = join(folder, 'node_modules', name);
    await mkdir(dirname(at), { recursive: true });
    await symlink(resolve(root, from), at);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function blocksOf(page: string): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(resolve(root, page), 'utf8');
  return [...text.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(([, ending = '', code = '']) => [ending, code]);
}

test('every sample of TypeScript in the reference and in the guides compiles, strictly and in one program', async () => {
  const names = ['around.d.ts'];
  await writeFile(join(folder, 'around.d.ts'), AROUND);
  for (const operation of allOperations) {
    names.push(`${operation.id}.ts`);
    const sample = sampleIn('typescript', sampleCall(operation, 'http://127.0.0.1:8080'));
    await writeFile(join(folder, `${operation.id}.ts`), sample);
  }
  for (const page of PAGES)
    for (const [at, [ending, code]] of (await blocksOf(page)).entries()) {
      const name = `${page.replaceAll(/\W/g, '-')}-${at + 1}.${ending}`;
      names.push(name);
      await writeFile(join(folder, name), `${code}\nexport {};\n`);
    }
  const words = '--strict --noEmit --target es2022 --lib es2023,dom,dom.iterable --jsx react-jsx --types';
  const options = [...words.split(' '), '', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const compiler = resolve(root, 'node_modules/typescript-native/bin/tsc');
  const said = await run(process.execPath, [compiler, ...options, ...names], {
    cwd: folder,
    timeout: COMPILE_MS_MAX,
    maxBuffer: 20_000_000,
  }).then(
    () => '',
    (fault: { readonly stdout: string }) => fault.stdout,
  );
  console.info(`docs: ${names.length - 1} samples of TypeScript looked at`);
  expect(said).toBe('');
  expect(names.length).toBeGreaterThan(allOperations.length + PAGES.length);
});
