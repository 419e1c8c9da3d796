import { posix } from 'node:path';
import { html } from '../../kernel/web/html.ts';
import { guidePath } from '../addresses.ts';
import type { DocPage, Heading } from '../doc-page.ts';
import { GUIDE_GROUPS, GUIDES, type Guide } from './guide-list.ts';
import { markdown, type Follow, type Text } from './markdown.ts';
import { kitPath } from './kit-files.ts';
import { readText } from './read-guide.ts';

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
