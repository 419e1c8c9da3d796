import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from '../kernel/web/static-file.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const YEAR_SECONDS = 31_536_000;
/** Everything comes from here; a picture may also be one that was just chosen on the device, and QR codes are drawn there. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
};
const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
/** `server/src/apps` and the bundle in `server/dist` lie this deep below the checkout. */
const LEVELS_MAX = 4;

type App = { readonly page: string; readonly paths: readonly string[] };
const DASHBOARD: App = { page: 'dashboard.html', paths: ['/dashboard', '/dashboard/*'] };
/** The parts that the apps are made of, for whoever builds on them. */
const GALLERY: App = { page: 'gallery.html', paths: ['/dev/gallery'] };

/** The built apps of `web/dist` as files to serve; none where they were not built. `develops` shows the parts they are made of as well. */
export async function openApps({ develops }: { readonly develops: boolean }): Promise<readonly StaticFile[]> {
  const dir = await findBuilt();
  if (dir === null) return [];
  const names = await readdir(join(dir, 'assets'));
  const assets = names.flatMap((name) => assetOf(join(dir, 'assets', name), name));
  const apps = develops ? [DASHBOARD, GALLERY] : [DASHBOARD];
  return [...apps.flatMap((app) => pagesOf(dir, app)), ...assets];
}

/** Each address of an app is the same page: what it shows follows from the address. */
function pagesOf(dir: string, { page, paths }: App): readonly StaticFile[] {
  return paths.map((path) => ({
    path,
    type: 'text/html; charset=utf-8',
    maxAgeSeconds: 0,
    headers: PAGE_HEADERS,
    read: () => readFile(join(dir, page)),
  }));
}

function assetOf(path: string, name: string): readonly StaticFile[] {
  const type = TYPES[extname(name)];
  if (type === undefined) return [];
  return [
    {
      path: `/app/assets/${name}`,
      type,
      maxAgeSeconds: YEAR_SECONDS,
      immutable: true,
      headers: FILE_HEADERS,
      read: () => readFile(path),
    },
  ];
}

async function findBuilt(): Promise<string | null> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const dir = join(parent, 'web/dist');
    const names: readonly string[] = await readdir(dir).catch(() => []);
    if (names.includes(DASHBOARD.page)) return dir;
  }
  return null;
}
