import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameQuery, type FrameJudge } from '../kernel/web/frame-policy.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';
import { APPS, type App } from './app-table.ts';
import { assetHeaders, FILE_HEADERS, inlineHashesOf, pageHeaders, WORKER_HEADERS } from './headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const YEAR_SECONDS = 31_536_000;
/** `server/src/apps` and the bundle in `server/dist` lie this deep below the checkout. */
const LEVELS_MAX = 4;

type Built = { readonly dir: string; readonly names: ReadonlySet<string> };

export type AppOptions = {
  /** Shows the parts they are made of as well. */
  readonly develops: boolean;
  /** Where maps have pictures of the ground from; null: nowhere. */
  readonly mapOrigin: string | null;
  /** Whose pages may show an app in a frame. */
  readonly judgeFrame: FrameJudge;
};

/** The built apps of `web/dist` as files to serve; none where they were not built. */
export async function openApps(options: AppOptions): Promise<readonly StaticFile[]> {
  const built = await findBuilt();
  if (built === null) return [];
  const assets = await readdir(join(built.dir, 'assets'));
  const apps = APPS.filter(
    (app) => built.names.has(`${app.page}.html`) && (options.develops || !app.develops),
  );
  const pages = await Promise.all(apps.map((app) => pagesOf(built, app, options)));
  return [
    ...pages.flat(),
    ...apps.flatMap((app) => installedWith(built, app)),
    ...assets.flatMap((name) => assetOf(built.dir, name)),
  ];
}

/** Each address of an app is the same page: what it shows follows from the address. */
async function pagesOf(
  { dir }: Built,
  app: App,
  { mapOrigin, judgeFrame }: AppOptions,
): Promise<readonly StaticFile[]> {
  const file = join(dir, `${app.page}.html`);
  const inline = inlineHashesOf(await readFile(file, 'utf8'));
  return [app.path, `${app.path}/*`].map((path) => ({
    path,
    type: 'text/html; charset=utf-8',
    maxAgeSeconds: 0,
    headers: pageHeaders(app, { mapOrigin, inline }),
    ...(app.framed
      ? { framedBy: (query: URLSearchParams) => judgeFrame(query.get(frameQuery.key) ?? '') }
      : {}),
    read: () => readFile(file),
  }));
}

/** What makes an app one of the device's: what it is called, and what opens it without a network. A browser asks for both anew. */
function installedWith({ dir, names }: Built, { page, path }: App): readonly StaticFile[] {
  const files = [
    {
      built: `${page}.webmanifest`,
      path: `${path}/app.webmanifest`,
      type: 'application/manifest+json; charset=utf-8',
      headers: FILE_HEADERS,
    },
    {
      built: `${page}.service-worker.js`,
      path: `${path}/service-worker.js`,
      type: 'text/javascript; charset=utf-8',
      headers: { ...WORKER_HEADERS, 'service-worker-allowed': path },
    },
  ];
  return files
    .filter(({ built }) => names.has(built))
    .map(({ built, ...file }) => ({ ...file, maxAgeSeconds: 0, read: () => readFile(join(dir, built)) }));
}

function assetOf(dir: string, name: string): readonly StaticFile[] {
  const type = TYPES[extname(name)];
  if (type === undefined) return [];
  return [
    {
      path: `/app/assets/${name}`,
      type,
      maxAgeSeconds: YEAR_SECONDS,
      immutable: true,
      headers: assetHeaders(name),
      read: () => readFile(join(dir, 'assets', name)),
    },
  ];
}

async function findBuilt(): Promise<Built | null> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const dir = join(parent, 'web/dist');
    const names = new Set(await readdir(dir).catch(() => []));
    if (names.has('dashboard.html')) return { dir, names };
  }
  return null;
}
