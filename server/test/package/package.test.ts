import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedInEmptyFolder, type EmptyFolder } from '../../../client/test/kit/empty-folder.ts';

/** Pages of apps, and what stands in shops' pages. */
const PLACES = [
  '/dashboard',
  '/pos',
  '/embed/invoice',
  '/widgets/v1/widgets.js',
  '/widgets/v1/integrity.json',
];

let folder: EmptyFolder;
beforeAll(async () => {
  folder = await installedInEmptyFolder('cottontree');
});
afterAll(() => folder[Symbol.asyncDispose]());

const program = (): string => join(folder.path, 'node_modules/.bin/cottontree');

test('the package is small, has no source in it, and says its version', async () => {
  const installed = join(folder.path, 'node_modules/cottontree');
  expect((await readdir(installed)).toSorted()).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'assets',
      'bin',
      'dist',
      'docs',
      'migrations',
      'sql',
      'web',
    ]),
  );
  expect(await readdir(installed)).not.toContain('src');
  const { version, dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@cottontree/'))).toEqual([]);
  expect(await folder.node(program(), '--version')).toBe(`${version}\n`);
});

test('cottontree start in an empty folder is the whole product, which answers, and stops when told to', async () => {
  const child = spawn(process.execPath, [program(), 'start', '--json', '#', 'opens', 'a', 'shop'], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      ended.then(() => Promise.reject(new Error('The server ended before it was ready.'))),
    ]);
    const { base_url: baseUrl, docs_url: docsUrl } = JSON.parse(String(line));
    const demo = JSON.parse(await readFile(join(folder.path, 'data/demo.json'), 'utf8'));
    const client = createClient({ baseUrl, apiKey: demo.secret_key });
    const { data } = await client.getQuote({ query: { delivery_city: 'Lumley', weight_kg: 1.5 } });
    expect(data.currency).toBe('SLE');
    for (const url of [docsUrl, ...PLACES.map((path) => baseUrl.replace('/v1', path))])
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    const said = await folder.node(program(), 'get', '/shipping/zones');
    expect(JSON.parse(said).meta.total).toBeGreaterThan(0);
    expect((await stat(join(folder.path, 'data/postgres'))).isDirectory()).toBe(true);
  } finally {
    child.kill('SIGINT');
  }
  expect(await ended).toEqual([0, null]);
});
