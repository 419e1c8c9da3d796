import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allOperations } from '../../src/docs/addresses.ts';
import { sampleCall, type SampleCall } from '../../src/docs/samples/sample-call.ts';
import { sampleIn, type Language } from '../../src/docs/samples/samples.ts';

const run = promisify(execFile);
const RUN_MS_MAX = 150_000;

type Heard = {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

let server: Server;
let origin: string;
let calls: readonly SampleCall[];
let heard: Heard[] = [];
let refuses = false;
beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  calls = allOperations.map((operation) => sampleCall(operation, origin));
});
beforeEach(() => {
  heard = [];
  refuses = false;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Writes down what was asked, and says yes, or that there is none. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { method = '', url = '', headers } = request;
  heard.push({
    line: `${method} ${url}`,
    headers: headers as Record<string, string>,
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
  });
  response.writeHead(refuses ? 404 : 200, { 'content-type': 'application/json' });
  response.end(refuses ? '{"success":false,"error":{"code":"NOT_HERE"}}' : '{"success":true,"data":{}}');
}

type Runtime = {
  readonly language: Language;
  readonly program: string;
  readonly version: string;
  /** Writes one program that runs the samples of all operations in turn, and answers how it is started. */
  readonly write: (samples: readonly string[], folder: string) => Promise<readonly string[]>;
};

const RUNTIMES: readonly Runtime[] = [
  {
    language: 'curl',
    program: 'bash',
    version: '--version',
    async write(samples, folder) {
      await writeFile(join(folder, 'all.sh'), ['set -e', ...samples].join('\n'));
      return ['all.sh'];
    },
  },
  {
    language: 'python',
    program: 'python3',
    version: '--version',
    async write(samples, folder) {
      await Promise.all(samples.map((sample, at) => writeFile(join(folder, `s${at}.py`), sample)));
      await writeFile(
        join(folder, 'all.py'),
        `for at in range(${samples.length}):\n    exec(compile(open(f"s{at}.py").read(), f"s{at}.py", "exec"), {})\n`,
      );
      return ['all.py'];
    },
  },
  {
    language: 'php',
    program: 'php',
    version: '--version',
    async write(samples, folder) {
      await Promise.all(samples.map((sample, at) => writeFile(join(folder, `s${at}.php`), sample)));
      await writeFile(
        join(folder, 'all.php'),
        `<?php\nfor ($at = 0; $at < ${samples.length}; $at++) { (function () use ($at) { include __DIR__ . "/s$at.php"; })(); }\n`,
      );
      return ['-d', 'error_reporting=E_ALL', 'all.php'];
    },
  },
  {
    language: 'go',
    program: 'go',
    version: 'version',
    // One program has one `main`: each sample's own is called by its number.
    async write(samples, folder) {
      await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
      await Promise.all(
        samples.map((sample, at) =>
          writeFile(join(folder, `s${at}.go`), sample.replace('func main()', `func sample${at}()`)),
        ),
      );
      const all = samples.map((_sample, at) => `\tsample${at}()\n`).join('');
      await writeFile(join(folder, 'all.go'), `package main\n\nfunc main() {\n${all}}\n`);
      return ['run', '.'];
    },
  },
];

for (const { language, program, version, write } of RUNTIMES) {
  const isHere =
    spawnSync(program, [version], { stdio: 'ignore' }).error === undefined &&
    (language !== 'curl' || spawnSync('curl', ['--version'], { stdio: 'ignore' }).error === undefined);
  test.skipIf(!isHere)(
    `every sample of ${language} in the reference, as one pastes it, asks what its operation's example says`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'cottontree-samples-'));
      try {
        const words = await write(
          calls.map((call) => sampleIn(language, call)),
          folder,
        );
        await run(program, words, {
          cwd: folder,
          timeout: RUN_MS_MAX,
          maxBuffer: 50_000_000,
          env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', HOME: folder },
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      expect(heard).toHaveLength(calls.length);
      expect(heard.map(({ line }) => line)).toEqual(
        calls.map(({ operation, url }) => `${operation.method} ${url.replace(origin, '')}`),
      );
      expect(heard.map(({ body }) => body)).toEqual(calls.map(({ body }) => body));
      for (const [at, { headers }] of calls.entries())
        for (const [name, value] of Object.entries(headers))
          expect([calls[at]?.operation.id, name, heard[at]?.headers[name.toLowerCase()]]).toEqual([
            calls[at]?.operation.id,
            name,
            value,
          ]);
    },
  );

  test.skipIf(!isHere)(`a sample of ${language} tells why it was refused`, async () => {
    refuses = true;
    const folder = await mkdtemp(join(tmpdir(), 'cottontree-samples-'));
    try {
      const words = await write([sampleIn(language, oneCall())], folder);
      const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', HOME: folder };
      const { stdout } = await run(program, words, { cwd: folder, timeout: RUN_MS_MAX, env });
      expect(stdout).toContain('NOT_HERE');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function oneCall(): SampleCall {
  const [call] = calls;
  if (!call) throw new Error('The reference has no call.');
  return call;
}
