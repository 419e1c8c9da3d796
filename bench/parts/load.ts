import { connect, type Socket } from 'node:net';
import { percentile } from './measure.ts';

export type Load = {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  /** The bytes of the next request, whole. */
  readonly next: () => Buffer;
  /** Default 200. */
  readonly status?: number;
};

export type Driven = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly count: number;
};

/**
 * Sends one request after another on each of some connections, and measures. It reads no more of
 * an answer than its status and its length, so that on a shared machine it takes little from what
 * it measures. Throws when an answer has another status than the one expected.
 */
export async function drive(load: Load): Promise<Driven> {
  const startedMs = performance.now();
  const untilMs = startedMs + load.seconds * 1_000;
  const latencies = (
    await Promise.all(Array.from({ length: load.clients }, () => oneClient(load, untilMs)))
  ).flat();
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    count: latencies.length,
  };
}

/** The bytes of a request with a key; `body` is JSON text. */
export function requestBytes({
  method,
  path,
  key,
  body,
  from,
  headers = [],
}: {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
  readonly from?: string;
  /** Further lines of the head, whole. */
  readonly headers?: readonly string[];
}): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(from === undefined ? [] : [`X-Forwarded-For: ${from}`]),
    ...headers,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** One request and its whole answer. */
export async function ask(
  port: number,
  bytes: Buffer,
): Promise<{ readonly status: number; readonly body: string }> {
  const socket = await open(port);
  return new Promise((resolve, reject) => {
    readAnswers(socket, (status, body) => {
      socket.destroy();
      resolve({ status, body: body.toString() });
    });
    socket.on('error', reject);
    socket.write(bytes);
  });
}

/** Does something so many times, a few at once; `once` is told which time it is, from 0. */
export async function repeat(
  { count, clients }: { readonly count: number; readonly clients: number },
  once: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await once(next - 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
}

async function oneClient({ port, next, status: wanted = 200 }: Load, untilMs: number): Promise<number[]> {
  const socket = await open(port);
  const latencies: number[] = [];
  return new Promise((resolve, reject) => {
    let sentMs = performance.now();
    readAnswers(socket, (status, body) => {
      if (status !== wanted)
        return void socket.destroy(
          new Error(`An answer was ${status}, not ${wanted}: ${body.toString().slice(0, 300)}`),
        );
      const nowMs = performance.now();
      latencies.push(nowMs - sentMs);
      if (nowMs >= untilMs) return void socket.destroy();
      sentMs = nowMs;
      socket.write(next());
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(latencies));
    socket.write(next());
  });
}

/** A connection to this machine that sends at once. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

const STATUS_AT = 9;
const HEAD_END = '\r\n\r\n';

/** Calls back for each answer as it is complete; answers must name their length. */
export function readAnswers(socket: Socket, answered: (status: number, body: Buffer) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let head = pending.indexOf(HEAD_END); head >= 0; head = pending.indexOf(HEAD_END)) {
      const headers = pending.toString('latin1', 0, head);
      const bodyAt = head + HEAD_END.length;
      const endsAt = bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
      if (pending.length < endsAt) return;
      const body = pending.subarray(bodyAt, endsAt);
      pending = pending.subarray(endsAt);
      answered(Number(headers.slice(STATUS_AT, STATUS_AT + 3)), body);
    }
  });
}
