import { ERRORS, errorsOf, type ErrorCode, type Operation } from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import { errorPath, operationPath, tagPath } from '../addresses.ts';
import type { DocPage, Heading, PageContent } from '../doc-page.ts';
import { codeBlock } from '../highlight.ts';
import { sampleCall } from '../samples/sample-call.ts';
import { sampleTabs } from '../samples/sample-tabs.ts';
import { paragraphs, words } from '../words.ts';
import { answerExample } from './answer-example.ts';
import { facts } from './facts.ts';
import { schemaOf, propertyList } from './property-list.ts';
import type { JsonSchema } from './schema-words.ts';
import { tryIt } from './try-it.ts';

/** The page of one operation; the samples call the server at `baseUrl`. */
export function operationPage(operation: Operation, baseUrl: () => string): DocPage {
  return {
    path: operationPath(operation),
    title: operation.summary.replace(/\.$/, ''),
    section: 'api',
    show: () => show(operation, baseUrl()),
  };
}

type Part = { readonly heading: Heading; readonly body: Html };

function show(operation: Operation, baseUrl: string): PageContent {
  const { tag, summary, description, method, path } = operation;
  const parts = [
    part('path-parameters', 'Path parameters', fieldsOf(operation.params)),
    part('query-parameters', 'Query parameters', fieldsOf(operation.query)),
    part('body', 'Body', operation.body ? schemaOf(operation.body as JsonSchema, { input: true }) : null),
    part('answer', 'Answer', answerOf(operation)),
    part('errors', 'Errors', refusalsOf(operation)),
  ].filter((one) => one !== null);
  return {
    main: html`<p class="crumbs"><a href="/docs/api">API</a> <span aria-hidden="true">/</span> <a href="${tagPath(tag)}">${tag}</a></p>
<h1>${words(summary.replace(/\.$/, ''))}</h1>
<p class="call"><b class="method ${method.toLowerCase()}">${method}</b> <code>/v1${bracketed(path)}</code></p>
${description ? paragraphs(description) : null}
${facts(operation)}
${parts.map(({ heading, body }) => html`<section><h2 id="${heading.id}">${heading.text}<a class="anchor" href="#${heading.id}" aria-label="Link to this part">#</a></h2>${body}</section>`)}`,
    aside: html`<h2 class="hidden" id="request">Request</h2>${sampleTabs(sampleCall(operation, baseUrl))}${tryIt(operation)}${exampleOf(operation)}`,
    headings: parts.map(({ heading }) => heading),
    description: summary,
  };
}

function part(id: string, text: string, body: Html | null): Part | null {
  return body === null ? null : { heading: { level: 2, id, text }, body };
}

/** The path with its parameters in braces, as one writes it elsewhere. */
export function bracketed(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function fieldsOf(fields: Operation['params']): Html | null {
  return fields && Object.keys(fields.properties).length > 0
    ? propertyList(fields as JsonSchema, { input: true })
    : null;
}

function answerOf(operation: Operation): Html {
  const { status, otherStatuses = [], binary, list, answer } = operation;
  const statuses = [status, ...otherStatuses].join(' or ');
  if (binary)
    return html`<p>Status ${statuses}: a file, <code>${binary.type}</code>, without an envelope.</p>`;
  const where = list
    ? html`<p>Status ${statuses}: a page of the list. Each item of <code>data</code> holds:</p>`
    : html`<p>Status ${statuses}. <code>data</code> holds:</p>`;
  return html`${where}${schemaOf(answer as JsonSchema, { input: false })}`;
}

function exampleOf(operation: Operation): Html {
  if (operation.binary) return html``;
  const text = JSON.stringify(answerExample(operation), null, 2);
  return html`<h2 class="answer-line"><b class="status">${operation.status}</b> Answer</h2>${codeBlock('json', text, 'The answer')}`;
}

function refusalsOf(operation: Operation): Html {
  const own = new Set(operation.errors);
  const all = errorsOf(operation).toSorted((one, other) => ERRORS[one].status - ERRORS[other].status);
  const shared = all.filter((code) => !own.has(code));
  return html`${own.size > 0 ? refusals(all.filter((code) => own.has(code))) : html`<p>None of its own.</p>`}<details class="nested"><summary>${shared.length} that follow from its form</summary>${refusals(shared)}</details>`;
}

/** Codes with what they mean, each a link to its cause and cure. */
export function refusals(codes: readonly ErrorCode[]): Html {
  return html`<ul class="errors">${codes.map(
    (code) =>
      html`<li><p class="prop"><a href="${errorPath(code)}"><code>${code}</code></a> <span class="type">${ERRORS[code].status}</span></p><p>${words(ERRORS[code].meaning)}</p></li>`,
  )}</ul>`;
}
