export type Language = 'curl' | 'typescript' | 'node' | 'python' | 'php' | 'go';

/** A call that stands in a sample; the path is below /v1. */
export type SampleCall = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

/** The same call in a language, with nothing to install. */
export function sampleOf(language: Language, call: SampleCall, key: string): string {
  return writers[language](call, `${location.origin}/v1${call.path}`, key);
}

type Write = (call: SampleCall, url: string, key: string) => string;

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

const curl: Write = ({ method, body }, url, key) =>
  [
    `curl${method === 'POST' && !body ? ' -X POST' : ''} "${url}"`,
    `-H "X-API-Key: ${key}"`,
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(date +%s%N)"'] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n  ');

const node: Write = ({ method, body }, url, key) =>
  `const response = await fetch("${url}", {
${method === 'POST' ? '  method: "POST",\n' : ''}  headers: {
    "X-API-Key": "${key}",${method === 'POST' ? '\n    "Idempotency-Key": crypto.randomUUID(),' : ''}${body ? '\n    "Content-Type": "application/json",' : ''}
  },${body ? `\n  body: JSON.stringify(${indented(json(body), '  ')}),` : ''}
});
const { data, error } = await response.json();
if (error) throw new Error(error.message);
console.log(data);`;

const typescript: Write = (call, url, key) =>
  node(call, url, key).replace(
    'const { data, error } = await response.json();',
    `type Answer = { data?: unknown; error?: { code: string; message: string } };
const { data, error } = (await response.json()) as Answer;`,
  );

const python: Write = ({ method, body }, url, key) =>
  `import json${method === 'POST' ? ', uuid' : ''}, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={
        "X-API-Key": "${key}",${method === 'POST' ? '\n        "Idempotency-Key": str(uuid.uuid4()),' : ''}${body ? '\n        "Content-Type": "application/json",' : ''}
    },${body ? `\n    data=json.dumps(${indented(pythonOf(body), '    ')}).encode(),` : ''}
    method="${method}",
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"])`;

const php: Write = ({ method, body }, url, key) =>
  `<?php
$call = curl_init("${url}");
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        "X-API-Key: ${key}",${method === 'POST' ? '\n        "Idempotency-Key: " . bin2hex(random_bytes(16)),' : ''}${body ? '\n        "Content-Type: application/json",' : ''}
    ],${body ? `\n    CURLOPT_POSTFIELDS => json_encode(${indented(phpOf(body), '    ')}),` : ''}
]);
$answer = json_decode(curl_exec($call), true);
print_r($answer["data"] ?? $answer["error"]);`;

const go: Write = ({ method, body }, url, key) =>
  `package main

import (
	"fmt"
	"io"
	"net/http"${body ? '\n	"strings"' : ''}${method === 'POST' ? '\n	"time"' : ''}
)

func main() {
	${body ? `body := strings.NewReader(\`${indented(json(body), '\t')}\`)\n	` : ''}request, _ := http.NewRequest("${method}", "${url}", ${body ? 'body' : 'nil'})
	request.Header.Set("X-API-Key", "${key}")${method === 'POST' ? '\n	request.Header.Set("Idempotency-Key", fmt.Sprint(time.Now().UnixNano()))' : ''}${body ? '\n	request.Header.Set("Content-Type", "application/json")' : ''}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(string(answer))
}`;

const writers: Readonly<Record<Language, Write>> = { curl, node, typescript, python, php, go };

/** The words of Python for the few that JSON spells otherwise; no text of a sample holds them. */
function pythonOf(body: object): string {
  return json(body)
    .replaceAll(/\btrue\b/g, 'True')
    .replaceAll(/\bfalse\b/g, 'False')
    .replaceAll(/\bnull\b/g, 'None');
}

function phpOf(body: object): string {
  return json(body).replaceAll('": ', '" => ').replaceAll('{', '[').replaceAll('}', ']');
}
