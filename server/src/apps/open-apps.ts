import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FrameJudge, frameQuery } from '../kernel/web/frame-policy.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';
import { type App, APPS } from './app-table.ts';

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

type Headers = Readonly<Record<string, string>>;

type Allowed = { readonly pictures: string; readonly styles: string; readonly scripts: string };

/** Everything comes from here; a picture may also be one that was just chosen on the device, and QR codes are drawn there. */
function policyWith({ pictures, styles, scripts }: Allowed): string {
  return `default-src 'none'; script-src 'self'${scripts}; style-src 'self'${styles}; font-src 'self'; img-src 'self' blob: data:${pictures}; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}
const DEVICES = ['camera', 'microphone', 'geolocation', 'usb', 'serial'];

type Inline = { readonly styles: readonly string[]; readonly scripts: readonly string[] };

/** What stands in a page itself, as its policy names it. */
export function inlineHashesOf(html: string): Inline {
  const hashesOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return {
    styles: hashesOf(/<style>([^]*?)<\/style>/g),
    scripts: hashesOf(/<script>([^]*?)<\/script>/g),
  };
}

type PageParts = { readonly mapOrigin: string | null; readonly inline: Inline };

/** Of an app's page: strict, no more of the device than the app uses, and pictures from the one origin that maps may lie on. */
export function pageHeaders({ uses, drawsMaps }: App, { mapOrigin, inline }: PageParts): Headers {
  const used: ReadonlySet<string> = new Set(uses);
  return {
    'content-security-policy': policyWith({
      pictures: drawsMaps && mapOrigin !== null ? ` ${mapOrigin}` : '',
      styles: inline.styles.map((hash) => ` ${hash}`).join(''),
      scripts: inline.scripts.map((hash) => ` ${hash}`).join(''),
    }),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': DEVICES.map((name) => `${name}=(${used.has(name) ? 'self' : ''})`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
  };
}

const FILE_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
/** A worker holds to the policy it comes with: it fetches what is ours. */
const WORKER_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  'x-content-type-options': 'nosniff',
};
/** What reads bar codes is compiled for the browser's machine, and nothing but such a worker may run that. */
const COMPILING_WORKER_HEADERS: Headers = {
  ...WORKER_HEADERS,
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};

/** Of a built piece. Workers are known by their name, as the build gives it. */
function assetHeaders(name: string): Headers {
  return /\.worker-[\w-]+\.js$/.test(name) ? COMPILING_WORKER_HEADERS : FILE_HEADERS;
}
