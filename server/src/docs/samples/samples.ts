import { methodNames } from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import { allOperations } from '../addresses.ts';
import { highlight } from '../highlight.ts';
import type { SampleCall } from './sample-call.ts';

export const LANGUAGES = Object.freeze(['curl', 'typescript', 'python', 'php', 'go'] as const);
export type Language = (typeof LANGUAGES)[number];
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};

/** A call in a language, whole: what one pastes runs. */
export function sampleIn(language: Language, call: SampleCall): string {
  return writers[language](call);
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const deeper = (text: string, margin: string): string => text.replaceAll('\n', `\n${margin}`);

function curl({ operation, url, headers, body }: SampleCall): string {
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    `curl${operation.method === implied ? '' : ` -X ${operation.method}`} "${url}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${json(body).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ');
}

const methods = methodNames(allOperations);

function typescript({ operation, url, headers }: SampleCall): string {
  const { id, list, binary } = operation;
  const base = url.slice(0, url.indexOf('/v1') + 3);
  const { Authorization: way, Cookie: cookie } = headers;
  const key = way === undefined ? '' : `\n  apiKey: '${way.replace('Bearer ', '')}',`;
  const remark =
    cookie === undefined
      ? ''
      : '\n  // On a page of this server: the browser sends the cookie of the session.';
  return `import { createClient } from '@cottontree/client';

const client = createClient({${remark}
  baseUrl: '${base}',${key}
});

const ${list ? '{ data }' : 'answer'} = await client.${methods.get(id) ?? id}(${argumentsOf(operation)});
console.log(${list ? 'data' : binary ? 'answer.size' : 'answer'});`;
}

/** The values of the path one by one, then the query or the body, then what else there is. */
function argumentsOf({ method, path, example }: SampleCall['operation']): string {
  const { params = {}, query, body } = example;
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => params[name] ?? '');
  const inQuery = method === 'GET' || method === 'DELETE';
  const sent = inQuery ? query : body;
  const beside = inQuery || query === undefined ? [] : [{ query }];
  return [...named, ...(sent === undefined ? [] : [sent]), ...beside]
    .map((value) => literal(value, NOTATIONS.typescript))
    .join(', ');
}

function python({ operation, url, headers, body }: SampleCall): string {
  const data =
    body === undefined
      ? ''
      : `\n    data=json.dumps(${deeper(literal(body, NOTATIONS.python), '    ')}).encode(),`;
  return `import json
import urllib.error
import urllib.request

request = urllib.request.Request(
    "${url}",
    method="${operation.method}",
    headers=${deeper(literal(headers, NOTATIONS.python), '    ')},${data}
)
try:
    with urllib.request.urlopen(request) as response:
        print(${operation.binary ? 'len(response.read())' : 'json.load(response)["data"]'})
except urllib.error.HTTPError as refusal:
    print(json.load(refusal)["error"])`;
}

function php({ operation, url, headers, body }: SampleCall): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const list = literal(lines, NOTATIONS.php, 1);
  const fields =
    body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => json_encode(${literal(body, NOTATIONS.php, 1)}),`;
  const read = operation.binary
    ? 'echo strlen(curl_exec($call));'
    : "$answer = json_decode(curl_exec($call), true);\nprint_r($answer['data'] ?? $answer['error']);";
  return `<?php
$call = curl_init('${url}');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => '${operation.method}',
    CURLOPT_HTTPHEADER => ${list},${fields}
]);
${read}`;
}

function go({ operation, url, headers, body }: SampleCall): string {
  const text = body === undefined ? '' : json(body).replaceAll('`', '` + "`" + `');
  const set = Object.entries(headers).map(([name, value]) => `\trequest.Header.Set("${name}", "${value}")\n`);
  return `package main

import (
	"fmt"
	"io"
	"net/http"${body === undefined ? '' : '\n\t"strings"'}
)

func main() {
${body === undefined ? '' : `\tbody := strings.NewReader(\`${text}\`)\n`}	request, err := http.NewRequest("${operation.method}", "${url}", ${body === undefined ? 'nil' : 'body'})
	if err != nil {
		panic(err)
	}
${set.join('')}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(${operation.binary ? 'len(answer)' : 'string(answer)'})
}`;
}

const plain = { true: 'true', false: 'false', null: 'null' };

const NOTATIONS = {
  typescript: {
    indent: '  ',
    text: (text) => `'${escaped(text, "'")}'`,
    words: plain,
    list: ['[', ']'],
    map: ['{', '}'],
    pair: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${escaped(name, "'")}'`}: ${value}`,
  },
  python: {
    indent: '    ',
    text: (text) => JSON.stringify(text),
    words: { true: 'True', false: 'False', null: 'None' },
    list: ['[', ']'],
    map: ['{', '}'],
    pair: (name, value) => `${JSON.stringify(name)}: ${value}`,
  },
  php: {
    indent: '    ',
    text: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
    words: plain,
    list: ['[', ']'],
    map: ['[', ']'],
    nothing: 'new stdClass()',
    pair: (name, value) => `'${name.replaceAll("'", "\\'")}' => ${value}`,
  },
} as const satisfies Readonly<Record<string, Notation>>;

const writers: Readonly<Record<Language, (call: SampleCall) => string>> = {
  curl,
  typescript,
  python,
  php,
  go,
};

/** How a language writes values: a text, its words for true, false and null, its lists and its maps. */
type Notation = {
  readonly indent: string;
  readonly text: (text: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly list: readonly [string, string];
  readonly map: readonly [string, string];
  /** A map of nothing, where it is not what a list of nothing is. */ readonly nothing?: string;
  readonly pair: (name: string, value: string) => string;
};

/** A value of JSON as a language writes it, over lines; `depth` is how deep it stands already. */
function literal(value: unknown, notation: Notation, depth = 0): string {
  if (value === null || value === undefined) return notation.words.null;
  if (typeof value === 'boolean') return notation.words[value ? 'true' : 'false'];
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object') return String(value);
  if (notation.nothing !== undefined && !Array.isArray(value) && Object.keys(value).length === 0)
    return notation.nothing;
  const inner = (one: unknown): string => literal(one, notation, depth + 1);
  return Array.isArray(value)
    ? lined(value.map(inner), notation.list, { notation, depth })
    : lined(
        Object.entries(value).map(([name, one]) => notation.pair(name, inner(one))),
        notation.map,
        { notation, depth },
      );
}

function lined(
  items: readonly string[],
  [open, close]: readonly [string, string],
  { notation, depth }: { readonly notation: Notation; readonly depth: number },
): string {
  if (items.length === 0) return `${open}${close}`;
  const margin = notation.indent.repeat(depth + 1);
  return `${open}\n${items.map((item) => `${margin}${item},`).join('\n')}\n${notation.indent.repeat(depth)}${close}`;
}

/** Over one line, whatever it holds. */
function escaped(text: string, quote: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`);
}

/** The same call in every language; without script, too, one is chosen and the others step back. */
export function sampleTabs(call: SampleCall): Html {
  const choices = LANGUAGES.map(
    (language) =>
      html`<input type="radio" name="language" id="in-${language}" value="${language}"${language === 'curl' ? html` checked` : null}><label for="in-${language}">${LANGUAGE_NAMES[language]}</label>`,
  );
  const samples = LANGUAGES.map(
    (language) =>
      html`<div class="code of-${language}"><pre tabindex="0" role="region" aria-label="The request in ${LANGUAGE_NAMES[language]}"><code>${highlight(language, sampleIn(language, call))}</code></pre></div>`,
  );
  return html`<fieldset class="samples"><legend class="hidden">Language of the request</legend><div class="tabs">${choices}</div>${samples}</fieldset>`;
}
