import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from '../kernel/web/static-file.ts';

const YEAR_SECONDS = 31_536_000;
/** The script tag that stays the same in shops' pages: a fix reaches them within this time. */
const FRESH_SECONDS = 300;
/** `server/src/apps` and the bundle in `server/dist` lie this deep below the checkout. */
const LEVELS_MAX = 4;
/** Any page may load them, also with an integrity: they are the same for everybody and hold no secret. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
const SCRIPT = { type: 'text/javascript; charset=utf-8', headers: HEADERS } as const;

/** The built elements as scripts for shops' pages: `/widgets/v1/widgets.js`, and each file of this version for ever. None where they were not built. */
export async function openWidgets(): Promise<readonly StaticFile[]> {
  const built = await findBuilt();
  if (built === null) return [];
  const { dir, version, names } = built;
  return [
    {
      path: '/widgets/v1/widgets.js',
      ...SCRIPT,
      maxAgeSeconds: FRESH_SECONDS,
      read: () => readFile(join(dir, 'widgets.js')),
    },
    ...names.map((name) => ({
      path: `/widgets/${version}/${name}`,
      ...SCRIPT,
      maxAgeSeconds: YEAR_SECONDS,
      immutable: true as const,
      read: () => readFile(join(dir, name)),
    })),
    {
      path: '/widgets/v1/integrity.json',
      type: 'application/json; charset=utf-8',
      headers: HEADERS,
      maxAgeSeconds: FRESH_SECONDS,
      read: () => integrityOf(built),
    },
  ];
}

type Built = { readonly dir: string; readonly version: string; readonly names: readonly string[] };

/** For whoever pins a version: `{version, files: {name: "sha384-…"}}`. */
async function integrityOf({ dir, version, names }: Built): Promise<Buffer> {
  const files = await Promise.all(
    names.map(async (name) => {
      const digest = createHash('sha384')
        .update(await readFile(join(dir, name)))
        .digest('base64');
      return [name, `sha384-${digest}`] as const;
    }),
  );
  return Buffer.from(JSON.stringify({ version, files: Object.fromEntries(files) }));
}

async function findBuilt(): Promise<Built | null> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const dir = join(parent, 'elements/dist/served');
    const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.js'));
    if (!names.includes('widgets.js')) continue;
    const { version } = JSON.parse(await readFile(join(parent, 'elements/package.json'), 'utf8')) as {
      readonly version: string;
    };
    return { dir, version, names };
  }
  return null;
}
