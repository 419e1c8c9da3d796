import { dirname, join, posix } from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html } from '../../kernel/web/html.ts';
import type { StaticFile } from '../../kernel/web/static-file.ts';
import { guidePath } from '../addresses.ts';
import type { DocPage, Heading } from '../doc-page.ts';
import { GUIDE_GROUPS, GUIDES, type Guide } from './guide-list.ts';
import { markdown, type Follow, type Text } from './markdown.ts';

/** Every guide, and the page that lists them. */
export function guidePages(): readonly DocPage[] {
  return [listPage, ...GUIDES.map(guidePage)];
}

/** What has changed, as CHANGELOG.md tells it. */
export const changelogPage: DocPage = {
  path: '/docs/changelog',
  title: 'Changelog',
  section: 'changelog',
  show: async () => ({
    ...markdown(await readText('CHANGELOG.md'), followFrom('')),
    description: 'What is new in each version.',
  }),
};

const fileOf = ({ name, file = name }: Guide): string => `docs/${file}.md`;
const byFile = new Map(GUIDES.map((guide) => [fileOf(guide), guide]));

function guidePage(guide: Guide): DocPage {
  return {
    path: guidePath(guide.name),
    title: guide.title,
    section: 'guides',
    show: async () => ({ ...(await textOf(guide)), description: guide.tells }),
  };
}

async function textOf(guide: Guide): Promise<Text> {
  const file = fileOf(guide);
  return markdown(await readText(file), followFrom(posix.dirname(file)));
}

/** What stands in a guide, by its headings. */
export async function guideHeadings(guide: Guide): Promise<readonly Heading[]> {
  return (await textOf(guide)).headings;
}

/** Links between texts lead to their pages here; what is not shown here stays behind in the checkout. */
function followFrom(folder: string): Follow {
  return (target) => {
    if (/^https?:/.test(target) || target.startsWith('#')) return target;
    const [path = '', anchor] = target.split('#');
    const file = posix.join(folder, path);
    const hash = anchor === undefined ? '' : `#${anchor}`;
    if (file === 'CHANGELOG.md') return `/docs/changelog${hash}`;
    if (file === 'docs/README.md') return `/docs/guides${hash}`;
    const guide = byFile.get(file);
    const kit = kitPath(file);
    if (kit !== null) return kit;
    return guide ? `${guidePath(guide.name)}${hash}` : null;
  };
}

const listPage: DocPage = {
  path: '/docs/guides',
  title: 'Guides',
  section: 'guides',
  show: () => ({
    main: html`<h1>Guides</h1><p class="lead">How the operations belong together, told for whoever builds with them, sells with them or runs a server.</p>${GUIDE_GROUPS.map(
      ({ group, guides }) =>
        html`<h2>${group}</h2><ul class="cards">${guides.map(
          ({ name, title, tells }) =>
            html`<li><a href="${guidePath(name)}"><b>${title}</b><span>${tells}</span></a></li>`,
        )}</ul>`,
    )}`,
    headings: [],
    description: 'Guides to every part of Cottontree.',
  }),
};

const FOLDER = 'docs/conformance/';
const TYPES = {
  'tk1-vectors.json': 'application/json; charset=utf-8',
  'manifest-vectors.json': 'application/json; charset=utf-8',
  'webhook-fixtures.json': 'application/json; charset=utf-8',
  'verifier.mjs': 'text/javascript; charset=utf-8',
  'check.mjs': 'text/javascript; charset=utf-8',
  'door.html': 'text/html; charset=utf-8',
} as const;

/** Where a file of the conformance kit is kept for who reads about it; null: it is none. */
function kitPath(file: string): string | null {
  const name = file.startsWith(FOLDER) ? file.slice(FOLDER.length) : '';
  return Object.hasOwn(TYPES, name) ? pathOf(name) : null;
}

/** The files of the conformance kit, to be saved: nothing of them runs as a page of this server. */
export const kitFiles: readonly StaticFile[] = Object.entries(TYPES).map(([name, type]) => ({
  path: pathOf(name),
  type,
  maxAgeSeconds: 3_600,
  headers: {
    'content-disposition': `attachment; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
  },
  read: async () => Buffer.from(await readText(`${FOLDER}${name}`)),
}));

function pathOf(name: string): string {
  return `/docs/files/${name}`;
}

/** `server/src/docs/guides` and the bundle in `server/dist` lie this deep below the checkout. */
const LEVELS_MAX = 5;

/** A text of the checkout by its path from there, `docs/payments.md`. */
async function readText(path: string): Promise<string> {
  return readFile(join(await findRoot(), path), 'utf8');
}

async function findRoot(): Promise<string> {
  let parent = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS_MAX; level += 1, parent = dirname(parent)) {
    const found = await stat(join(parent, 'docs/conventions.md')).then(
      () => true,
      () => false,
    );
    if (found) return parent;
  }
  throw new Error('The folder docs is missing: put the whole release back, not only its bundle.');
}
