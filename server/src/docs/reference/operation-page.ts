import {
  bodyBytesMax,
  errorDetails,
  ERRORS,
  errorsOf,
  isIdempotent,
  isWrite,
  takesKeys,
  takesSessions,
  whoCalls,
  type ErrorCode,
  type Operation,
} from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import { errorPath, operationPath, tagPath } from '../addresses.ts';
import type { DocPage, Heading, PageContent } from '../doc-page.ts';
import { codeBlock } from '../highlight.ts';
import { sampleCall } from '../samples/sample-call.ts';
import { sampleTabs } from '../samples/samples.ts';
import { code, paragraphs, words } from '../words.ts';
import { schemaOf, propertyList } from './property-list.ts';
import type { JsonSchema } from './schema-words.ts';

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

/**
 * Where a call is tried with a test key: the fields of the example, filled in. `docs-try.js` shows it and sends it; without
 * script it stays hidden, for nothing here could be sent.
 */
function tryIt(operation: Operation): Html | null {
  if (!takesKeys(operation)) return null;
  const { method, path, params, query, body, example } = operation;
  const optional = Object.keys(query?.properties ?? {}).filter((name) => !(name in (example.query ?? {})));
  return html`<details class="try" data-mode="test" data-method="${method}" data-path="${path}"${isIdempotent(operation) ? html` data-idempotent` : null} hidden>
<summary>Try it <span class="quiet">in test mode</span></summary>
<div class="key"></div>
<form>
${Object.keys(params?.properties ?? {}).map((name) => field('params', name, example.params?.[name] ?? ''))}
${Object.entries(example.query ?? {}).map(([name, value]) => field('query', name, String(value)))}
${optional.length === 0 ? null : html`<details class="nested"><summary>${optional.length} more of the query</summary>${optional.map((name) => field('query', name, ''))}</details>`}
${body ? html`<div class="field"><label for="try-body">Body</label><textarea id="try-body" name="body" spellcheck="false">${JSON.stringify(example.body ?? {}, null, 2)}</textarea></div>` : null}
<div class="row"><button>Send</button><span class="quiet">Test data only: nothing is charged, sent or fetched.</span></div>
</form>
<div class="outcome" role="status" hidden></div>
</details>`;
}

function field(part: 'params' | 'query', name: string, value: string): Html {
  const id = `try-${part}-${name}`;
  return html`<div class="field"><label for="${id}"><code>${name}</code></label><input id="${id}" name="${part}.${name}" value="${value}" autocomplete="off" spellcheck="false"></div>`;
}

/** Who may call an operation, and what it keeps to: a list of terms. */
function facts(operation: Operation): Html {
  const rows: readonly (readonly [string, Html | null])[] = [
    ['Who calls', callersOf(operation)],
    ['Scope', scopeOf(operation)],
    [
      'Counts as',
      html`${isWrite(operation) ? 'a write: 50 a second, bursts of 100' : 'a read: 100 a second, bursts of 200'}, where your key has no other limit`,
    ],
    ['Repeating', repeating(operation)],
    ['Changed meanwhile', changedMeanwhile(operation)],
    [
      'Pages',
      operation.list
        ? html`<a href="/docs/guides/conventions#lists">by page or cursor</a>, at most 100 items each`
        : null,
    ],
    ['Other forms', otherForms(operation)],
    [
      'Body',
      operation.body || operation.method !== 'GET'
        ? html`JSON in UTF-8, at most ${bodyBytesMax(operation) / 1_048_576} MiB${operation.bodyOptional ? ', may be left out' : ''}`
        : null,
    ],
    ['Shown once', operation.showsOnce ? html`the answer holds a secret that nothing shows again` : null],
  ];
  return html`<dl class="facts">${rows.map(([term, told]) => (told === null ? html`` : html`<div><dt>${term}</dt><dd>${told}</dd></div>`))}</dl>`;
}

function callersOf(operation: Operation): Html {
  const { needs, takesKeys } = whoCalls(operation);
  const also = [
    ...(operation.testOnly ? ['only with a test key'] : []),
    ...(takesKeys && !operation.publicKey ? ['not with a public key'] : []),
    ...(operation.publicKey ? ['a public key will do'] : []),
    ...(takesSessions(operation) ? ["a till's or a widget's session will do"] : []),
  ];
  return html`whoever has ${[needs, ...also].join('; ')}`;
}

function scopeOf({ scope, orScope }: Operation): Html | null {
  if (scope === null) return null;
  return html`<code>${scope}</code>${orScope ? html` or <code>${orScope}</code>` : null}`;
}

function repeating(operation: Operation): Html | null {
  if (isIdempotent(operation))
    return html`send an <a href="/docs/guides/conventions#idempotency"><code>Idempotency-Key</code></a>: the same key and request again get the first answer, for 30 days`;
  if (operation.method === 'GET' || operation.reads) return html`reads only, so it may be sent again at will`;
  return null;
}

function changedMeanwhile(operation: Operation): Html | null {
  if (operation.errors.includes('PRECONDITION_FAILED'))
    return html`send the <code>ETag</code> you read as <code>If-Match</code>; ${code('PRECONDITION_FAILED')} says that somebody was quicker`;
  if (operation.method === 'GET' && !operation.list)
    return html`the answer carries an <code>ETag</code>; sent as <code>If-None-Match</code> it saves the body with 304`;
  return null;
}

function otherForms({ list, csvPath, csvBody, events, files }: Operation): Html | null {
  const forms = [
    ...(list ? ['`Accept: text/csv` answers the same list as CSV'] : []),
    ...(csvPath ? [`\`GET /v1${csvPath}\` answers the whole list as CSV`] : []),
    ...(csvBody ? ['the body may come as `text/csv`'] : []),
    ...(events ? [`\`Accept: text/event-stream\` goes on sending it as events named \`${events}\``] : []),
    ...(files ?? []).map((type) => `\`Accept: ${type}\` answers a file`),
  ];
  return forms.length === 0 ? null : words(forms.join('; '));
}

/** The whole body of a success, as the API writes it. */
function answerExample({ list, example }: Operation): unknown {
  return list
    ? { success: true, data: [example.answer], meta: { page: 1, limit: 20, total: 1, has_next_page: false } }
    : { success: true, data: example.answer, timestamp: '2026-11-21T09:14:00.120Z' };
}

/** The whole body of a refusal. */
export function refusalExample(code: ErrorCode, baseUrl: string): unknown {
  const details = errorDetails[code];
  return {
    success: false,
    error: {
      code,
      message: ERRORS[code].meaning,
      ...(details ? { details } : {}),
      doc_url: `${baseUrl}${errorPath(code)}`,
    },
  };
}
