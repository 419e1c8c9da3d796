import { isIdempotent, takesKeys, type Operation } from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';

/**
 * Where a call is tried with a test key: the fields of the example, filled in. `docs-try.js` shows it and sends it; without
 * script it stays hidden, for nothing here could be sent.
 */
export function tryIt(operation: Operation): Html | null {
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
