import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageRoute } from '../core/page-route.ts';

/** The pages' files, each under a name that changes with its content. */
export type Assets = { readonly urlOf: (name: AssetName) => string; readonly routes: readonly PageRoute[] };

const [STYLES, SCRIPT] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'];
const TYPES = {
  'page.css': STYLES,
  'pay.css': STYLES,
  'event.css': STYLES,
  'receipt.css': STYLES,
  'parcel.js': SCRIPT,
  'pay.js': SCRIPT,
  'place.js': SCRIPT,
} as const;
export type AssetName = keyof typeof TYPES;
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' };
/** `server/src/pages` and the bundle in `server/dist` lie this deep below `server`. */
const LEVELS_MAX = 3;

/** Reads `server/assets`. */
export async function openAssets(): Promise<Assets> {
  const dir = await findAssets();
  const files = await Promise.all(
    (Object.keys(TYPES) as AssetName[]).map(async (name) => {
      const body = await readFile(join(dir, name));
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
      return { name, body, url: `/assets/${name.replace('.', `.${hash}.`)}` };
    }),
  );
  const icon = await readFile(join(dir, 'favicon.svg'));
  const urls = new Map(files.map(({ name, url }) => [name, url]));
  return {
    urlOf: (name) => urls.get(name) ?? '',
    routes: [
      ...files.map(({ name, body, url }): PageRoute => ({
        method: 'GET',
        path: url,
        handle: async () => ({ status: 200, type: TYPES[name], body, headers: FOR_EVER }),
      })),
      {
        method: 'GET',
        path: '/favicon.svg',
        handle: async () => ({ status: 200, type: 'image/svg+xml', body: icon, headers: FOR_A_DAY }),
      },
      {
        method: 'GET',
        path: '/robots.txt',
        handle: async () => ({
          status: 200,
          type: 'text/plain; charset=utf-8',
          body: 'User-agent: *\nDisallow: /t/\nDisallow: /o/\nDisallow: /pay/\nDisallow: /i/\nDisallow: /r/\nDisallow: /f/\nDisallow: /v1/\n',
          headers: FOR_A_DAY,
        }),
      },
    ],
  };
}

async function findAssets(): Promise<string> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const dir = join(parent, 'assets');
    if (
      await readFile(join(dir, 'page.css')).then(
        () => true,
        () => false,
      )
    )
      return dir;
  }
  throw new Error('The folder server/assets is missing: put the whole release back, not only its bundle.');
}
