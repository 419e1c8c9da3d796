import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../kit/service.ts';

const DIST = new URL('../../../web/dist/', import.meta.url);
const PATHS: Readonly<Record<string, string>> = {
  dashboard: '/dashboard',
  gallery: '/dev/gallery',
  operations: '/operations',
  till: '/pos',
  door: '/scan',
  courier: '/courier',
  'embed-invoice': '/embed/invoice',
  'embed-link': '/embed/link',
};

let service: TestService;
let origin: string;
let apps: readonly string[];
beforeAll(async () => {
  service = await startService();
  origin = new URL(service.baseUrl).origin;
  const names = await readdir(DIST);
  apps = names.filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length));
});
afterAll(() => service[Symbol.asyncDispose]());

test('every app is one page under all its addresses, and may load nothing but what is ours', async () => {
  expect(apps).toEqual(expect.arrayContaining(['dashboard', 'gallery']));
  for (const app of apps)
    for (const below of ['', '/anything', '/anything/below?x=1']) {
      const answer = await fetch(`${origin}${PATHS[app]}${below}`);
      expect([app, answer.status, await answer.text()]).toEqual([
        app,
        200,
        await readFile(new URL(`${app}.html`, DIST), 'utf8'),
      ]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0');
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).not.toMatch(/unsafe/);
    }
});

test('the pieces of an app are its own, bear its name, and are kept for good', async () => {
  const page = await (await fetch(`${origin}/dashboard`)).text();
  const named = [...page.matchAll(/\/app\/assets\/[^"]+\.(?:js|css)/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(1);
  for (const path of named) {
    expect(path).toMatch(/^\/app\/assets\/dashboard\./);
    const answer = await fetch(`${origin}${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

test('an app that is made for the road has a manifest, icons and a service worker for its own addresses', async () => {
  const installed = (await readdir(DIST)).filter((name) => name.endsWith('.webmanifest'));
  expect(installed).toEqual(
    apps.filter((app) => ['till', 'door', 'courier'].includes(app)).map((app) => `${app}.webmanifest`),
  );
  for (const name of installed) {
    const path = PATHS[name.slice(0, -'.webmanifest'.length)] ?? '';
    const manifest = (await (await fetch(`${origin}${path}/app.webmanifest`)).json()) as {
      start_url: string;
      scope: string;
      icons: { src: string }[];
    };
    expect(manifest).toMatchObject({ id: path, start_url: path, scope: path, display: 'standalone' });
    for (const { src } of manifest.icons)
      expect((await fetch(`${origin}${src}`)).headers.get('content-type')).toBe('image/png');
    const worker = await fetch(`${origin}${path}/service-worker.js`);
    expect(worker.headers.get('service-worker-allowed')).toBe(path);
    expect(worker.headers.get('cache-control')).toBe('public, max-age=0');
    const [, shell = ''] = /^const SHELL = (.*);$/m.exec(await worker.text()) ?? [];
    const { files } = JSON.parse(shell) as { files: string[] };
    for (const file of files) expect([file, (await fetch(`${origin}${file}`)).status]).toEqual([file, 200]);
  }
});

test('every style sheet names the layers in the same order first, whichever a browser reads first', async () => {
  const sheets = (await readdir(new URL('assets/', DIST))).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(2);
  for (const name of sheets)
    expect(await readFile(new URL(`assets/${name}`, DIST), 'utf8'), name).toMatch(
      /^@layer tokens,base,parts,pages;/,
    );
});
