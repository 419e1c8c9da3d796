import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../kit/service.ts';
import { readMarkedBlocks, root, type MarkedBlock } from './read-page.ts';

const names = [
  'README.md',
  ...readdirSync(resolve(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const pages = names
  .filter((name) => existsSync(resolve(root, name)))
  .map((name) => ({ name, blocks: readMarkedBlocks(name).filter(({ mark }) => /^run\b/.test(mark)) }))
  .filter(({ blocks }) => blocks.length > 0);
const PAGE_TIMEOUT_MS = 60_000;

/** Stands in for curl: shows the answer as curl does, and fails unless its status is the one the block is marked with. */
const prelude = `set -euo pipefail
shopt -s inherit_errexit
export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
field() { node -pe "JSON.parse(require('fs').readFileSync(0)).data.$1"; }
curl() {
  local answer status
  answer=$(mktemp "$FOLDER/answer.XXXXXX")
  status=$(command curl -sS --max-time 30 -o "$answer" -w '%{http_code}' "$@")
  cat "$answer"
  if [[ $status != $EXPECTED ]]; then echo "curl $*: $status instead of $EXPECTED: $(cat "$answer")" >&2; return 22; fi
}
`;

/** A page's blocks in their order as one script, for each builds on those before it. */
function scriptOf(blocks: readonly MarkedBlock[]): string {
  const lines = blocks.map(
    ({ mark, text, line }) =>
      `echo "line ${line}" >&2; EXPECTED='${mark === 'run' ? '2??' : mark.slice('run: '.length)}'\n${text}`,
  );
  return `${prelude}FOLDER=$(mktemp -d); trap 'rm -rf "$FOLDER"' EXIT; cd "$FOLDER"\n${lines.join('\n')}\necho END`;
}

type Ran = { readonly code: number | null; readonly output: string; readonly errors: string };

function runScript(script: string, environment: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((settle, fail) => {
    const child = spawn('bash', ['-c', script], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      timeout: PAGE_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', fail);
    child.on('close', (code) =>
      settle({ code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() }),
    );
  });
}

let service: TestService;
beforeAll(async () => {
  service = await startService({ running: true });
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

describe(`the examples of ${pages.map(({ name }) => name).join(', ')}`, () => {
  test('are there', () => {
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['docs/shipping.md', 'docs/webhooks.md', 'docs/conventions.md']),
    );
  });

  for (const { name, blocks } of pages) {
    test(
      `all ${blocks.length} of ${name} do what they say`,
      async () => {
        const { key } = await service.merchant();
        const ran = await runScript(scriptOf(blocks), { BASE: service.baseUrl, KEY: key });
        expect(ran.code, ran.errors).toBe(0);
        expect(ran.output.trimEnd()).toMatch(/END$/);
      },
      PAGE_TIMEOUT_MS + 5_000,
    );
  }
});
