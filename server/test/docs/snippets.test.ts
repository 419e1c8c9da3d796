import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@cottontree/contract/signature';
import { transformSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { readMarkedBlocks } from './read-page.ts';

type Vector = {
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Case = Vector & {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly genuine: { readonly message: boolean; readonly body: boolean };
};

const blocks = readMarkedBlocks('docs/webhooks.md');
const vector = JSON.parse(blocks.find(({ mark }) => mark === 'vector')?.text ?? 'null') as Vector;
const sentAt = Number(vector.headers['webhook-timestamp']);
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const without = (name: string): Vector['headers'] =>
  Object.fromEntries(Object.entries(vector.headers).filter(([header]) => header !== name));

const known: Omit<Case, 'name'> = {
  ...vector,
  secrets: [vector.secret],
  now: sentAt,
  genuine: { message: true, body: true },
};
const neither = { message: false, body: false };
const onlyBody = { message: false, body: true };
const cases: readonly Case[] = [
  { ...known, name: 'the vector' },
  { ...known, name: 'the vector among two secrets', secrets: [other, vector.secret] },
  {
    ...known,
    name: 'several signatures',
    headers: {
      ...vector.headers,
      'webhook-signature': `v1,AAAA ${vector.headers['webhook-signature'] ?? ''}`,
    },
  },
  { ...known, name: 'five minutes late', now: sentAt + 300 },
  { ...known, name: 'later than five minutes', now: sentAt + 301, genuine: onlyBody },
  { ...known, name: 'from the future', now: sentAt - 301, genuine: onlyBody },
  { ...known, name: 'another secret', secrets: [other], genuine: neither },
  { ...known, name: 'no secret', secrets: [], genuine: neither },
  { ...known, name: 'another body', body: `${vector.body} `, genuine: neither },
  { ...known, name: 'another id', headers: { ...vector.headers, 'webhook-id': 'msg_2' }, genuine: onlyBody },
  {
    ...known,
    name: 'a time that is none',
    headers: { ...vector.headers, 'webhook-timestamp': 'NaN' },
    genuine: onlyBody,
  },
  { ...known, name: 'no webhook-signature', headers: without('webhook-signature'), genuine: onlyBody },
  {
    ...known,
    name: 'no X-Service-Signature',
    headers: without('x-service-signature'),
    genuine: { message: true, body: false },
  },
  { ...known, name: 'no headers', headers: {}, genuine: neither },
];
const expected = cases.map(({ name, genuine }) => ({ name, ...genuine }));

/** Each prints, for every case, whether each of its two functions let the request pass. */
const runners: Readonly<
  Record<
    string,
    {
      readonly program: string;
      readonly file: string;
      readonly args: readonly string[];
      readonly code: (snippet: string) => string;
    }
  >
> = {
  typescript: {
    program: process.execPath,
    file: 'verify.mjs',
    args: ['verify.mjs'],
    code: (snippet) => `${transformSync(snippet, { loader: 'ts', format: 'esm' }).code}
import { readFileSync } from 'node:fs';
const passes = (check) => { try { return typeof check().event === 'string'; } catch { return false; } };
const results = JSON.parse(readFileSync(0, 'utf8')).map(({ name, body, headers, secrets, now }) => ({
  name, message: passes(() => verify(Buffer.from(body), headers, secrets, now)), body: passes(() => verifyBody(Buffer.from(body), headers, secrets)) }));
console.log(JSON.stringify(results));`,
  },
  python: {
    program: 'python3',
    file: 'verify.py',
    args: ['verify.py'],
    code: (snippet) => `${snippet}
import sys
def passes(check):
    try:
        return isinstance(check()["event"], str)
    except ValueError:
        return False
print(json.dumps([{"name": c["name"],
    "message": passes(lambda: verify(c["body"].encode(), c["headers"], c["secrets"], c["now"])),
    "body": passes(lambda: verify_body(c["body"].encode(), c["headers"], c["secrets"]))} for c in json.load(sys.stdin)]))`,
  },
  php: {
    program: 'php',
    file: 'verify.php',
    args: ['verify.php'],
    code: (snippet) => `${snippet}
function passes(callable $check): bool { try { return is_string($check()['event']); } catch (RuntimeException) { return false; } }
echo json_encode(array_map(fn ($c) => ['name' => $c['name'],
    'message' => passes(fn () => verify($c['body'], $c['headers'], $c['secrets'], $c['now'])),
    'body' => passes(fn () => verifyBody($c['body'], $c['headers'], $c['secrets']))], json_decode(file_get_contents('php://stdin'), true)));`,
  },
  go: {
    program: 'go',
    file: 'verify.go',
    args: ['run', 'verify.go', 'main.go'],
    code: (snippet) => snippet,
  },
};
const goMain = `package main

import (
	"encoding/json"
	"os"
)

type request struct {
	Name    string            \`json:"name"\`
	Body    string            \`json:"body"\`
	Headers map[string]string \`json:"headers"\`
	Secrets []string          \`json:"secrets"\`
	Now     int64             \`json:"now"\`
}

type result struct {
	Name    string \`json:"name"\`
	Message bool   \`json:"message"\`
	Body    bool   \`json:"body"\`
}

func main() {
	var requests []request
	if err := json.NewDecoder(os.Stdin).Decode(&requests); err != nil {
		panic(err)
	}
	results := []result{}
	for _, one := range requests {
		header := func(name string) string { return one.Headers[name] }
		results = append(results, result{one.Name, Verify([]byte(one.Body), header, one.Secrets, one.Now) == nil, VerifyBody([]byte(one.Body), header, one.Secrets) == nil})
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
`;

const folder = mkdtempSync(join(tmpdir(), 'cottontree-snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'go' ? 'version' : '--version'], { timeout: 60_000 }).status === 0;
}

describe('the vector of docs/webhooks.md', () => {
  test('passes our own verifier by either signature', async () => {
    const request = { body: vector.body, secrets: [vector.secret], now: new Date(sentAt * 1_000) };
    expect((await verifyWebhook({ ...request, headers: vector.headers })).event).toBe(
      'shipping.status.updated',
    );
    expect((await verifyWebhook({ ...request, headers: without('webhook-signature') })).event).toBe(
      'shipping.status.updated',
    );
  });
});

describe('the verifiers of docs/webhooks.md', () => {
  test('are there in four languages', () => {
    expect(
      blocks
        .filter(({ mark }) => mark.startsWith('snippet: '))
        .map(({ mark }) => mark.slice('snippet: '.length)),
    ).toEqual(Object.keys(runners));
  });

  for (const [language, { program, file, args, code }] of Object.entries(runners)) {
    test.skipIf(!isInstalled(program))(
      `${language} lets through what is genuine and nothing else`,
      () => {
        const snippet = blocks.find(({ mark }) => mark === `snippet: ${language}`)?.text ?? '';
        writeFileSync(join(folder, file), code(snippet));
        if (language === 'go') writeFileSync(join(folder, 'main.go'), goMain);
        const output = execFileSync(program, [...args], {
          cwd: folder,
          input: JSON.stringify(cases),
          encoding: 'utf8',
          timeout: 300_000,
        });
        expect(JSON.parse(output)).toEqual(expected);
      },
      90_000,
    );
  }
});
