import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keysOf } from '../kernel/shape/keys-of.ts';
import type { StaticFile } from '../kernel/web/static-file.ts';

/** The pages' files, each under a name that changes with its content. */
export type Assets = { readonly urlOf: (name: AssetName) => string; readonly files: readonly StaticFile[] };

const [STYLES, SCRIPT] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'];
const TYPES = {
  'page.css': STYLES,
  'pay.css': STYLES,
  'event.css': STYLES,
  'receipt.css': STYLES,
  'parcel.css': STYLES,
  'parcel.js': SCRIPT,
  'pay.js': SCRIPT,
  'tickets.js': SCRIPT,
  'embed.css': STYLES,
  'embed.js': SCRIPT,
  'embed-pay.js': SCRIPT,
  'place.js': SCRIPT,
  'languages.js': SCRIPT,
  'docs.css': STYLES,
  'docs.js': SCRIPT,
  'docs-find.js': SCRIPT,
  'docs-try.js': SCRIPT,
} as const;
export type AssetName = keyof typeof TYPES;
/** A picture may hold a script. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};
const FOR_EVER = { maxAgeSeconds: 31_536_000, immutable: true } as const;
const FOR_A_DAY = { maxAgeSeconds: 86_400 };
const ROBOTS =
  'User-agent: *\nDisallow: /t/\nDisallow: /o/\nDisallow: /pay/\nDisallow: /i/\nDisallow: /r/\nDisallow: /f/\nDisallow: /v1/\n';
/** `server/src/pages` and the bundle in `server/dist` lie this deep below `server`. */
const LEVELS_MAX = 3;

/** Reads `server/assets`. */
export async function openAssets(): Promise<Assets> {
  const dir = await findAssets();
  const texts = await Promise.all(keysOf(TYPES).map((name) => readFile(join(dir, name), 'utf8')));
  const all = await readFile(join(dir, 'tokens.gen.css'), 'utf8');
  const isOfDocs = (name: AssetName): boolean => name.startsWith('docs');
  const tokensFor = (name: AssetName): string =>
    tokensUsedIn(
      all,
      texts.filter((_text, at) => isOfDocs(keysOf(TYPES)[at] ?? name) === isOfDocs(name)).join(''),
    );
  const themes = themesIn(all);
  const files = await Promise.all(
    keysOf(TYPES).map(async (name, at) => {
      const text = texts[at] ?? '';
      const body = Buffer.from(
        name === 'page.css' || name === 'docs.css'
          ? small(tokensFor(name) + text)
          : name === 'embed.css'
            ? small(themes + text)
            : name.endsWith('.css')
              ? small(text)
              : smallScript(text),
      );
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
      return { name, body, url: `/assets/${name.replace('.', `.${hash}.`)}` };
    }),
  );
  const icon = await readFile(join(dir, 'favicon.svg'));
  const urls = new Map(files.map(({ name, url }) => [name, url]));
  return {
    urlOf: (name) => urls.get(name) ?? '',
    files: [
      ...files.map(({ name, body, url }): StaticFile => ({
        path: url,
        type: TYPES[name],
        ...FOR_EVER,
        headers: HEADERS,
        read: async () => body,
      })),
      // What asks for it without being told, beside a PDF for one, asks for the second.
      ...['/favicon.svg', '/favicon.ico'].map((path): StaticFile => ({
        path,
        type: 'image/svg+xml',
        ...FOR_A_DAY,
        headers: HEADERS,
        read: async () => icon,
      })),
      {
        path: '/robots.txt',
        type: 'text/plain; charset=utf-8',
        ...FOR_A_DAY,
        headers: HEADERS,
        read: async () => Buffer.from(ROBOTS),
      },
    ],
  };
}

/** Of the tokens that all our pages share, those that these pages use, in light, in dark and in test mode: nobody here chooses a theme by hand. */
function tokensUsedIn(tokens: string, styles: string): string {
  const values = new Map(
    [...tokens.matchAll(/(--ct-[\w-]+):([^;]*);/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const used = new Set([...styles.matchAll(/var\((--ct-[\w-]+)/g)].map(([, name = '']) => name));
  // A token of test mode stands for another one.
  for (const name of used)
    for (const [, other = ''] of (values.get(name) ?? '').matchAll(/var\((--ct-[\w-]+)/g)) used.add(other);
  for (const name of used) if (name.includes('-brand')) used.add(name.replace('brand', 'gara'));
  return (
    tokens
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\[data-theme="dark"\][\s\S]*?^\}/m, '')
      .replaceAll(/(--ct-[\w-]+):[^;]*;/g, (declaration, name: string) => (used.has(name) ? declaration : ''))
      .replaceAll(/,\s*:host[^{]*/g, '')
      // As specific as what a page says itself, on paper for one.
      .replaceAll(':root:not([data-theme="light"])', ':root')
  );
}

/** In a shop's page the shop chooses the theme: both sets of values, each behind its name. */
function themesIn(tokens: string): string {
  const [light = ''] = /(?<=^:root, :host \{)[\s\S]*?(?=^\})/m.exec(tokens) ?? [];
  const [dark = ''] = /(?<=^\[data-theme="dark"\][^{]*\{)[\s\S]*?(?=^\})/m.exec(tokens) ?? [];
  // A test's colours stand for the brand's in every theme, and an accent's, which say more exactly where they belong, too.
  const isBrand = /--ct-[\w-]*brand[\w-]*:[^;]*;/g;
  const sets = (theme: string, values: string): string =>
    `:root[data-theme="${theme}"]{${values.replaceAll(isBrand, '')}}:root[data-theme="${theme}"]:where(:not([data-mode="test"])){${(values.match(isBrand) ?? []).join('')}}`;
  return sets('light', light) + sets('dark', dark);
}

/** The same script without what only its readers need: no text of ours goes over lines, and none that ends a line so goes on in the next. */
function smallScript(script: string): string {
  return script
    .replaceAll(/^\s+/gm, '')
    .replaceAll(/^\/\/.*\n/gm, '')
    .replaceAll(/^((?!.*\/\/).*[;{,(])\n/gm, '$1');
}

/** The same styles in fewer bytes. What is empty is looked for behind a brace alone: from every letter on it took a twentieth of a start. */
function small(styles: string): string {
  return styles
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
    .replaceAll(/;(?=\})/g, '')
    .replaceAll(' > ', '>')
    .replaceAll(/(?<=[:( ,])0(?=\.\d)/g, '')
    .replaceAll(/#([\da-f])\1([\da-f])\2([\da-f])\3(?![\da-f])/gi, '#$1$2$3')
    .replaceAll(/(?<![^{}])[^{}]+\{\}/g, '')
    .trim();
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
