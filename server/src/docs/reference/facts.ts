import {
  bodyBytesMax,
  isIdempotent,
  isWrite,
  takesSessions,
  whoCalls,
  type Operation,
} from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import { code, words } from '../words.ts';

/** Who may call an operation, and what it keeps to: a list of terms. */
export function facts(operation: Operation): Html {
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

function otherForms({ csv, csvPath, csvBody, events, files }: Operation): Html | null {
  const forms = [
    ...(csv ? ['`Accept: text/csv` answers the same list as CSV'] : []),
    ...(csvPath ? [`\`GET /v1${csvPath}\` answers the whole list as CSV`] : []),
    ...(csvBody ? ['the body may come as `text/csv`'] : []),
    ...(events ? [`\`Accept: text/event-stream\` goes on sending it as events named \`${events}\``] : []),
    ...(files ?? []).map((type) => `\`Accept: ${type}\` answers a file`),
  ];
  return forms.length === 0 ? null : words(forms.join('; '));
}
