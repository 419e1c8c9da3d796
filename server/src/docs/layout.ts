import { html, type Html } from '../kernel/web/html.ts';
import { apiGroups, guidePath, operationPath, tagPath } from './addresses.ts';
import type { DocPage, Heading, PageContent, Section } from './doc-page.ts';
import { GUIDE_GROUPS } from './guides/guide-list.ts';

/** The files that every page loads, by the names under which they are served. */
export type DocFiles = {
  readonly styles: string;
  readonly script: string;
  readonly find: string;
  readonly tries: string;
};

/** A whole page around its content. */
export function layout(page: DocPage, content: PageContent, files: DocFiles): Html {
  const { main, aside, headings, description, hidden } = content;
  // Once beside the text and once above it, of which a screen shows the one that it has room for.
  const pages = side(page);
  const kind = aside ? 'with-code' : headings.length > 1 ? 'with-parts' : 'alone';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f4ee">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1310">
<meta name="description" content="${description.replaceAll('`', '')}">
${hidden ? html`<meta name="robots" content="noindex">` : null}
<title>${page.title.replaceAll('`', '')} &middot; Cottontree docs</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${files.styles}">
<script src="${files.script}" defer data-find="${files.find}" data-try="${files.tries}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top">
<a class="brand" href="/docs">${TREE}<span>Cottontree <span class="quiet">docs</span></span></a>
<nav class="sections" aria-label="Parts of the documentation">${sections(page.section)}</nav>
<form class="find" action="/docs/search" role="search"><label class="hidden" for="q">Find in the documentation</label><input id="q" name="q" type="search" placeholder="Find" autocomplete="off" maxlength="100"><kbd aria-hidden="true">Ctrl K</kbd></form>
</header>
<details class="menu"><summary>All pages</summary><nav aria-label="All pages">${pages}</nav></details>
<div class="frame ${kind}">
<nav class="side" aria-label="Pages">${pages}</nav>
<main id="main" tabindex="-1">${kind === 'with-parts' ? html`<details class="parts-here"><summary>On this page</summary>${partList(headings)}</details>` : null}${main}</main>
${aside ? html`<aside class="example" aria-label="Example">${aside}</aside>` : null}${kind === 'with-parts' ? html`<nav class="parts" aria-label="On this page"><p>On this page</p>${partList(headings)}</nav>` : null}
</div>
<footer class="foot"><a href="/">This server</a><a href="/dashboard">Dashboard</a><a href="/v1/openapi.json">OpenAPI</a></footer>
</body>
</html>
`;
}

const SECTIONS: readonly (readonly [Section, string, string])[] = [
  ['guides', '/docs/guides', 'Guides'],
  ['api', '/docs/api', 'API'],
  ['webhooks', '/docs/webhooks', 'Webhooks'],
  ['errors', '/docs/errors', 'Errors'],
  ['changelog', '/docs/changelog', 'Changelog'],
];

function sections(current: Section): readonly Html[] {
  return SECTIONS.map(
    ([section, path, name]) =>
      html`<a href="${path}"${section === current ? html` aria-current="true"` : null}>${name}</a>`,
  );
}

/** The pages beside this one: the guides, or the tags of the reference with the operations of the one that is open. */
function side(page: DocPage): Html {
  const groups = page.section === 'api' ? apiSide(page.path) : guideSide(page.path);
  return html`<ul class="jumps">${SECTIONS.map(([, path, name]) => html`<li>${link(path, name, page.path)}</li>`)}</ul>${groups}`;
}

function guideSide(current: string): Html {
  return html`${GUIDE_GROUPS.map(
    ({ group, guides }) =>
      html`<p class="group">${group}</p><ul>${guides.map(({ name, title }) => html`<li>${link(guidePath(name), title, current)}</li>`)}</ul>`,
  )}`;
}

function apiSide(current: string): Html {
  return html`${apiGroups.map(
    ({ group, tags }) =>
      html`<p class="group">${group}</p><ul>${tags
        .filter(({ operations }) => operations.length > 0)
        .map(({ tag, operations }) => {
          const path = tagPath(tag);
          const isOpen = current === path || current.startsWith(`${path}/`);
          return html`<li>${link(path, tag, current)}${isOpen ? html`<ul>${operations.map((operation) => html`<li>${link(operationPath(operation), operation.summary.replace(/\.$/, '').replaceAll('`', ''), current)}</li>`)}</ul>` : null}</li>`;
        })}</ul>`,
  )}`;
}

function link(path: string, name: string, current: string): Html {
  return html`<a href="${path}"${path === current ? html` aria-current="page"` : null}>${name}</a>`;
}

function partList(headings: readonly Heading[]): Html {
  return html`<ul>${headings.map(({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}</ul>`;
}

const TREE = html`<svg class="tree" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><g><path d="M8.6 17.6a4.3 4.3 0 0 1-.9-8.5 5.2 5.2 0 0 1 4.6-3 6 6 0 0 1 8.6.6 5 5 0 0 1 4 3.2 4 4 0 0 1-1.3 7.7z"/><path d="M14.2 17h3.6c.1 4.4 1 6.8 4.2 9.6H10c3.2-2.8 4.1-5.2 4.2-9.6z"/></g></svg>`;
