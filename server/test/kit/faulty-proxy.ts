import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What may lie between a device and the server. */
export const faults = Object.freeze([
  'gone',
  'hangs',
  'answer lost',
  'cut',
  'slow',
  'portal',
  '500',
  '503',
  '429',
  'older server',
] as const);
export type Fault = (typeof faults)[number];

export type FaultyProxy = AsyncDisposable & {
  readonly origin: string;
  /** What happens to calls of the API; null: nothing. Pages and their files come through. */
  fault: Fault | null;
  /** How many calls met a fault. */
  readonly met: () => number;
};

const SLOW_MS = 400;
const PAGE = '<!doctype html><title>Welcome</title><p>Sign in to this network.';

/** A way to the server that can be broken in every way that networks break. */
export async function openFaultyProxy(target: string, slowMs = SLOW_MS): Promise<FaultyProxy> {
  const { hostname, port, origin } = new URL(target);
  let met = 0;
  const pass = (from: IncomingMessage, to: ServerResponse, end: 'whole' | 'cut' | 'lost'): void => {
    // For the server the page is one of its own.
    const headers = {
      ...from.headers,
      host: `${hostname}:${port}`,
      ...(from.headers.origin ? { origin } : {}),
    };
    const onward = ask({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      if (end === 'lost') return void answer.resume().on('end', () => to.destroy());
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      if (end === 'whole') return void answer.pipe(to);
      answer.once('data', (piece: Buffer) =>
        to.write(piece.subarray(0, piece.length / 2), () => to.destroy()),
      );
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  };
  const say = (to: ServerResponse, status: number, code: string): void => {
    to.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'req_fault',
      'retry-after': '1',
    });
    to.end(JSON.stringify({ success: false, error: { code, message: code } }));
  };
  const server = createServer((from, to) => {
    const { fault } = proxy;
    if (fault === null || !from.url?.startsWith('/v1/')) return pass(from, to, 'whole');
    met += 1;
    if (fault === 'gone') return void from.destroy();
    if (fault === 'hangs') return void from.resume();
    if (fault === 'answer lost') return pass(from, to, 'lost');
    if (fault === 'cut') return pass(from, to, 'cut');
    if (fault === 'slow') return void setTimeout(() => pass(from, to, 'whole'), slowMs);
    if (fault === 'portal') return void to.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    if (fault === '500') return say(to, 500, 'INTERNAL_ERROR');
    if (fault === '503') return say(to, 503, 'SERVICE_UNAVAILABLE');
    if (fault === '429') return say(to, 429, 'RATE_LIMITED');
    // It has not learned the operation yet.
    return say(to, 404, 'NOT_FOUND');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultyProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    met: () => met,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
