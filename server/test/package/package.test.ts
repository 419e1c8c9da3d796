import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  installedInEmptyFolder,
  root,
  tarballInEmptyFolder,
  type EmptyFolder,
} from '../../../client/test/kit/empty-folder.ts';

/** Pages of apps, and what stands in shops' pages. */
const PLACES = [
  '/dashboard',
  '/pos',
  '/embed/invoice',
  '/widgets/v1/widgets.js',
  '/widgets/v1/integrity.json',
];

const TRY_MS_MAX = 100_000;
const run = promisify(execFile);

let folder: EmptyFolder;
beforeAll(async () => {
  folder = await installedInEmptyFolder('cottontree');
});
afterAll(() => folder[Symbol.asyncDispose]());

const program = (): string => join(folder.path, 'node_modules/.bin/cottontree');

type Running = {
  /** What it said first. */
  readonly line: string;
  /** Signals as Ctrl-C does, and waits for the end. */
  readonly end: () => Promise<unknown>;
};

/** A program in a folder, once it has said something. */
async function running(words: readonly string[], cwd: string, environment = {}): Promise<Running> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('The program ended before it was ready.'))),
  ]);
  return {
    line: String(line),
    end() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

const started = (...words: readonly string[]): Promise<Running> =>
  running([program(), 'start', '--json', ...words], folder.path, { PORT: '0', LOG_LEVEL: 'error' });

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
      'elements',
      'migrations',
      'packages',
      'sql',
      'templates',
      'web',
    ]),
  );
  expect(await readdir(installed)).not.toContain('src');
  const { version, dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@cottontree/'))).toEqual([]);
  expect(await folder.node(program(), '--version')).toBe(`${version}\n`);
});

test('cottontree start in an empty folder is the whole product, which answers, and stops when told to', async () => {
  const { line, end } = await started('#', 'opens', 'a', 'shop');
  try {
    const { base_url: baseUrl, docs_url: docsUrl } = JSON.parse(line);
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
    expect(await end()).toEqual([0, null]);
  }
});

test('cottontree init writes a program that works at once, from a quote to webhooks that are verified', async () => {
  const server = await started();
  const shop = join(folder.path, 'my-shop');
  try {
    const port = await freePort();
    const said = await folder.node(program(), 'init', '--port', String(port));
    expect(said).toContain('my-shop is ready.');
    await expect(folder.node(program(), 'init')).rejects.toThrow('is not empty');
    expect((await stat(join(shop, '.env'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(shop, '.gitignore'), 'utf8')).toContain('.env\n');
    // The program is not installed there, and npx would ask the registry for whatever bears its name.
    expect(await readFile(join(shop, 'README.md'), 'utf8')).not.toContain('npx cottontree');
    await installIn(shop);
    const integration = await running(['--env-file=.env', 'server.js'], shop);
    try {
      const origin = `http://127.0.0.1:${port}`;
      expect(integration.line).toContain(origin);
      const tried = await run(process.execPath, ['--env-file=.env', 'try.js'], {
        cwd: shop,
        timeout: TRY_MS_MAX,
      });
      expect(tried.stdout).toMatch(/^quote \d+(?:\.\d+)? SLE$/m);
      expect(tried.stdout).toMatch(/^order SHP-/m);
      expect(tried.stdout).toMatch(/^the shop heard of .*delivered.*, each with its signature$/m);
      const forged = await fetch(`${origin}/webhooks`, { method: 'POST', body: '{}' });
      expect(forged.status).toBe(400);
      const refused = await fetch(`${origin}/quote`);
      expect([refused.status, await refused.json()]).toEqual([
        422,
        { error: expect.stringContaining('delivery_city') },
      ]);
    } finally {
      await integration.end();
    }
  } finally {
    await server.end();
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What `npm install` would bring: the client from the tarball that came with it, and Fastify as this checkout has it, so that no registry is asked. */
async function installIn(shop: string): Promise<void> {
  const { dependencies, overrides } = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['@cottontree/client', 'fastify']);
  // Newer ones bring a cookie parser that warns on Node 20, which the program says it runs on.
  const ours = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).overrides;
  expect(overrides).toEqual({ 'light-my-request': ours['light-my-request'] });
  const tarball = join(shop, dependencies['@cottontree/client'].replace('file:', ''));
  await using installed = await tarballInEmptyFolder(tarball);
  await mkdir(join(shop, 'node_modules'));
  await cp(join(installed.path, 'node_modules/@cottontree'), join(shop, 'node_modules/@cottontree'), {
    recursive: true,
  });
  await symlink(join(root, 'node_modules/fastify'), join(shop, 'node_modules/fastify'));
}
