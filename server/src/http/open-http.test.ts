import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Unreachable } from '../store/index.ts';
import { openHttp } from './open-http.ts';
import type { HttpServer, HttpOptions } from './module.ts';

let server: HttpServer;
let port: number;
let authenticate: HttpOptions['authenticate'] = async () => null;

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

beforeAll(async () => {
  server = await openHttp({
    // Nothing here gets as far as an operation.
    handlers: {} as HttpOptions['handlers'],
    authenticate: (key) => authenticate(key),
    findSession: async () => null,
    findMember: async () => null,
    record: () => undefined,
    noteAct: async () => null,
    newRequestId: () => 'req_new',
    now: () => new Date(0),
    monotonicMs: () => performance.now(),
    tracer: { collects: false, begin: () => null, within: (trace) => trace, end: () => undefined },
    log: silent,
    logsRequests: false,
    trustedProxies: [],
    publicUrl: () => 'http://127.0.0.1',
    pages: {
      routes: [],
      files: [],
      refuse: ({ status }) => ({ status, type: 'text/html; charset=utf-8', body: '' }),
    },
    rawRoutes: [],
    refuseWrite: () => undefined,
    hasRoom: () => true,
    isReady: async () => false,
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

/** Sends bytes as they are and reads until the server ends the connection. */
async function sendRaw(bytes: string): Promise<{ readonly head: string; readonly body: unknown }> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

const refused = (code: string) => ({
  success: false,
  error: {
    code,
    message: expect.stringMatching(/\.$/),
    doc_url: `http://127.0.0.1/docs/errors/${code}`,
  },
});

describe('what never becomes a request is answered in the envelope', () => {
  test('what is not HTTP at all', async () => {
    const { head, body } = await sendRaw('HELLO\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: req_new\r\nCache-Control: no-store/);
    expect(body).toEqual(refused('BAD_REQUEST'));
  });

  test('headers beyond 32 KiB', async () => {
    const { head, body } = await sendRaw(
      `GET /v1/shipping/zones HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(body).toEqual(refused('HEADERS_TOO_LARGE'));
  });

  test('headers that never end', async () => {
    server.app.server.headersTimeout = 200;
    const { head, body } = await sendRaw('GET /v1/shipping/zones HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(body).toEqual(refused('REQUEST_TIMEOUT'));
  });

  test('an HTTP/1.1 request without Host', async () => {
    const { head, body } = await sendRaw('GET /v1/shipping/zones HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-request-id: req_new/);
    expect(body).toEqual(refused('BAD_REQUEST'));
  });

  test.each(['Host: x\r\nHost: y', 'Host: x\r\nhost: x', 'HOST: x\r\nX-A: b\r\nHost:'])(
    'two hosts, of which whoever stands in between may have gone by the other: %j',
    async (hosts) => {
      for (const version of ['1.1', '1.0']) {
        const { head, body } = await sendRaw(
          `GET /v1/shipping/zones HTTP/${version}\r\n${hosts}\r\nConnection: close\r\n\r\n`,
        );
        expect(head).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-request-id: req_new/);
        expect(body).toEqual(refused('BAD_REQUEST'));
      }
    },
  );

  test('an expectation that nobody knows is ignored', async () => {
    const { head, body } = await sendRaw(
      'GET /v1/shipping/zones HTTP/1.1\r\nHost: x\r\nExpect: 200-miracle\r\nConnection: close\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1\.1 401 /);
    expect(head).toMatch(/^www-authenticate: Bearer$/im);
    expect(body).toEqual(refused('UNAUTHORIZED'));
  });

  test('a path that cannot be decoded', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/shipping/deliveries/%E0%A4%A/track`);
    expect(response.status).toBe(400);
    expect(response.headers.get('x-request-id')).toBe('req_new');
    expect(await response.json()).toEqual(refused('BAD_REQUEST'));
  });
});

describe('a node without its database', () => {
  test('is alive but not ready', async () => {
    const alive = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(alive.status).toBe(200);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).toBe('1');
    expect(await ready.json()).toEqual(refused('SERVICE_UNAVAILABLE'));
  });
  test('tells those who look why it refused, and callers only when to come again', async () => {
    const cause = new Unreachable();
    authenticate = () => Promise.reject(cause);
    const debug = vi.spyOn(silent, 'debug');
    const answer = await fetch(`http://127.0.0.1:${port}/v1/shipping/zones`, {
      headers: { 'x-api-key': 'sk_test_x' },
    }).finally(() => (authenticate = async () => null));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual(refused('SERVICE_UNAVAILABLE'));
    expect(debug).toHaveBeenCalledWith(
      expect.objectContaining({ error: cause, requestId: 'req_new' }),
      'A request was refused for what the database did.',
    );
  });
});

test('what is refused at the door is counted out again', async () => {
  await Promise.all(Array.from({ length: 30 }, () => fetch(`http://127.0.0.1:${port}/v1/shipping/zones`)));
  expect(server.shedder.inFlight()).toBe(0);
});

test('of requests that come ahead of their answers, only the first is begun', async () => {
  let letGo = (): void => undefined;
  const held = new Promise<null>((resolve) => (letGo = () => resolve(null)));
  authenticate = () => held;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write('GET /v1/shipping/zones HTTP/1.1\r\nHost: x\r\nX-API-Key: k\r\n\r\n'.repeat(5));
  await expect.poll(() => server.shedder.inFlight()).toBeGreaterThan(0);
  // Another connection comes and goes: had the next begun, it would have been long ago.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  const begun = server.shedder.inFlight();
  let answers = '';
  socket.on('data', (bytes: Buffer) => (answers += bytes.toString()));
  letGo();
  await expect.poll(() => answers.match(/HTTP\/1\.1 401 /g)?.length).toBe(5);
  socket.destroy();
  authenticate = async () => null;
  expect(begun).toBe(1);
});
