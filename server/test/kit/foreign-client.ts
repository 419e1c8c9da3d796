import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type ForeignRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

/** A client in a process of its own, so that its work is none of ours. */
export type ForeignClient = AsyncDisposable & {
  readonly send: (request: ForeignRequest) => Promise<{ readonly status: number; readonly text: string }>;
};

const PROGRAM = `
  const { readFileSync } = require('node:fs');
  const { request } = require('node:http');
  const answer = (said) => process.stdout.write(JSON.stringify(said) + '\\n');
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { url, method, headers, file } = JSON.parse(line);
    const body = file ? readFileSync(file) : Buffer.alloc(0);
    request(url, { method, headers: { ...headers, ...(file ? { 'content-length': body.length } : {}) } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => { if (text.length < 2000) text += part; }).on('end', () => answer({ status: response.statusCode, text: text.slice(0, 2000) }));
    }).on('error', (error) => answer({ status: 0, text: String(error) })).end(body);
  });
`;

export async function openForeignClient(): Promise<ForeignClient> {
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-bodies-'));
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const file = join(folder, 'body');
  return {
    async send({ body, ...request }) {
      if (body) await writeFile(file, body);
      child.stdin.write(`${JSON.stringify({ ...request, ...(body ? { file } : {}) })}\n`);
      const { value } = await answers.next();
      return JSON.parse(String(value)) as { readonly status: number; readonly text: string };
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
