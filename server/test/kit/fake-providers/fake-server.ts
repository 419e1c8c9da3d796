import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How an answer goes wrong. `lost`: what was asked is done, and the connection closes without a word; `silent`: done, and it stays open without one; `deaf`: closed before anything is done. */
export const faults = ['lost', 'silent', 'deaf', 'error_500', 'html', 'garbage', 'huge', 'late'] as const;
export type Fault = (typeof faults)[number];

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The body as JSON or as a form; empty where it is neither. */
  readonly fields: Readonly<Record<string, unknown>>;
};
export type Told = { readonly status: number; readonly json: object | null };

/** A provider's server of our own, on loopback, that answers as published and fails on demand. */
export type FakeServer = AsyncDisposable & {
  readonly url: string;
  /** The next answers, to what the pattern names, go wrong so often; the others come as they should. */
  readonly misbehave: (
    fault: Fault,
    input?: { readonly times?: number; readonly path?: RegExp; readonly method?: RegExp },
  ) => void;
  readonly behave: () => void;
  /** What was asked, without tokens' bodies, oldest first. */
  readonly asked: readonly Asked[];
};

const HUGE_CHUNKS = 16_384;
const CHUNK = Buffer.alloc(65_536, 0x20);
const LATE_MS = 250;

export async function openFakeServer(answer: (asked: Asked) => Told): Promise<FakeServer> {
  const asked: Asked[] = [];
  let planned: {
    readonly fault: Fault;
    times: number;
    readonly path: RegExp;
    readonly method: RegExp;
  } | null = null;

  function faultFor({ path, method }: Asked): Fault | null {
    if (planned === null || planned.times === 0 || !planned.path.test(path) || !planned.method.test(method))
      return null;
    planned.times -= 1;
    return planned.fault;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await readAsked(request);
    asked.push(one);
    const fault = faultFor(one);
    const told = fault === 'deaf' ? null : answer(one);
    if (told === null || fault === 'lost') request.socket.destroy();
    else if (fault !== 'silent') await tell(response, told, fault);
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misbehave: (fault, { times = Number.POSITIVE_INFINITY, path = /./, method = /./ } = {}) =>
      void (planned = { fault, times, path, method }),
    behave: () => void (planned = null),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function tell(response: ServerResponse, { status, json }: Told, fault: Fault | null): Promise<void> {
  if (fault === 'error_500') return end(response, 500, '{"message":"Internal"}');
  if (fault === 'html') return end(response, 200, '<!doctype html><title>Gateway</title><p>It works!');
  if (fault === 'garbage') return end(response, 200, '{"status":"SUCC');
  if (fault === 'huge') return flood(response);
  if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  end(response, status, json === null ? '' : JSON.stringify(json));
}

function end(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': text.startsWith('<') ? 'text/html' : 'application/json' })
    .end(text);
}

/** A gigabyte of blanks, of which nobody should read more than a little. */
async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  await pipeline(Readable.from(blanks()), response).catch(() => undefined);
}

function* blanks(): Generator<Buffer> {
  for (let made = 0; made < HUGE_CHUNKS; made += 1) yield CHUNK;
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers,
    body,
    fields: fieldsOf(body, headers['content-type'] ?? ''),
  };
}

function fieldsOf(body: string, type: string): Readonly<Record<string, unknown>> {
  if (type.includes('form')) return Object.fromEntries(new URLSearchParams(body));
  return body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
}
