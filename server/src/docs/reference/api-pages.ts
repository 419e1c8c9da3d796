import { html, type Html } from '../../kernel/web/html.ts';
import type { Operation } from '@cottontree/contract';
import { allOperations, apiGroups, operationPath, slugOf, tagPath } from '../addresses.ts';
import type { DocPage } from '../doc-page.ts';
import { words } from '../words.ts';
import { bracketed, operationPage } from './operation-page.ts';

/** The reference: what there is, a page for each tag, and one for each operation. */
export function apiPages(baseUrl: () => string): readonly DocPage[] {
  return [
    listPage,
    ...apiGroups.flatMap(({ tags }) => tags.filter(({ operations }) => operations.length > 0).map(tagPage)),
    ...allOperations.map((operation) => operationPage(operation, baseUrl)),
  ];
}

const listPage: DocPage = {
  path: '/docs/api',
  title: 'API reference',
  section: 'api',
  show: () => ({
    main: html`<h1>API reference</h1>
<p class="lead">${allOperations.length} operations below <code>/v1</code>, each with its fields, limits, errors and an example in five languages. The same for machines is <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a>, OpenAPI 3.1.</p>
${apiGroups.map(
  ({ group, tags }) =>
    html`<h2 id="${slugOf(group)}">${group}</h2><ul class="cards">${tags
      .filter(({ operations }) => operations.length > 0)
      .map(
        ({ tag, description, operations }) =>
          html`<li><a href="${tagPath(tag)}"><b>${tag} <span class="count">${operations.length}</span></b><span>${description.replaceAll('`', '')}</span></a></li>`,
      )}</ul>`,
)}`,
    headings: apiGroups.map(({ group }) => ({ level: 2, id: slugOf(group), text: group })),
    description: 'Every operation of the API, by what it is about.',
  }),
};

function tagPage({ tag, description, operations }: (typeof apiGroups)[number]['tags'][number]): DocPage {
  return {
    path: tagPath(tag),
    title: tag,
    section: 'api',
    show: () => ({
      main: html`<p class="crumbs"><a href="/docs/api">API</a></p><h1>${tag}</h1><p class="lead">${words(description)}</p>${operationList(operations)}`,
      headings: [],
      description: description.replaceAll('`', ''),
    }),
  };
}

/** Operations with what they do, each a link to its page. */
export function operationList(operations: readonly Operation[]): Html {
  return html`<ul class="calls">${operations.map(
    (operation) =>
      html`<li><a href="${operationPath(operation)}"><span class="does">${operation.summary.replace(/\.$/, '').replaceAll('`', '')}</span><span class="call"><b class="method ${operation.method.toLowerCase()}">${operation.method}</b> <code>${bracketed(operation.path)}</code></span></a></li>`,
  )}</ul>`;
}
