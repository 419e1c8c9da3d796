import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type OpenLoop = {
  /** Each has one request under way at most; what finds none free is not the server's to answer. */
  readonly lines: readonly Line[];
  /** Requests a second, sent on time whether or not those before were answered. */
  readonly perSecond: number;
  readonly forMs: number;
  /** The bytes of the n-th request, whole. */
  readonly next: (n: number) => Buffer;
};

export type Answered = {
  readonly status: number;
  readonly retryAfter: number | null;
  readonly tookMs: number;
};

const TICK_MS = 5;
const HEAD_END = '\r\n\r\n';

export type Flooded = {
  readonly answers: readonly Answered[];
  readonly broken: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
};

/** Connections for one flood; so many at once are not all let in at once, so whoever measures opens them before. */
export function openLines(port: number, connections: number): Promise<readonly Line[]> {
  return Promise.all(Array.from({ length: connections }, () => openLine(port)));
}

/** Sends more than can be done, and costs the machine little beside: it reads of an answer its head and its length. */
export async function floodOpenly({ lines, perSecond, forMs, next }: OpenLoop): Promise<Flooded> {
  const answers: Answered[] = [];
  const free = [...lines];
  let broken = 0;
  async function keep(line: Line, asked: Promise<Answered>): Promise<void> {
    try {
      answers.push(await asked);
      free.push(line);
    } catch {
      broken += 1;
    }
  }
  const startedMs = performance.now();
  for (let sent = 0; performance.now() - startedMs < forMs; await pause(TICK_MS)) {
    const due = Math.floor(((performance.now() - startedMs) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const line = free.pop();
      if (!line) continue;
      void keep(line, line.ask(next(sent)));
    }
  }
  await Promise.all(lines.map((line) => line.end()));
  return { answers, broken, seconds: (performance.now() - startedMs) / 1_000 };
}

export type Line = { readonly ask: (bytes: Buffer) => Promise<Answered>; readonly end: () => Promise<void> };

async function openLine(port: number): Promise<Line> {
  const socket = await open(port);
  let under: {
    readonly sentMs: number;
    readonly resolve: (answer: Answered) => void;
    readonly reject: (error: Error) => void;
  } | null = null;
  let pending: Buffer = Buffer.alloc(0);
  let idle: () => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const headEnd = pending.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = pending.toString('latin1', 0, headEnd);
    if (
      pending.length <
      headEnd + HEAD_END.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    )
      return;
    pending = Buffer.alloc(0);
    const asked = under;
    under = null;
    asked?.resolve({
      status: Number(head.slice(9, 12)),
      retryAfter: Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0) || null,
      tookMs: performance.now() - asked.sentMs,
    });
    idle();
  });
  socket.on('close', () => {
    under?.reject(new Error('The connection was closed without an answer.'));
    under = null;
    idle();
  });
  return {
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        under = { sentMs: performance.now(), resolve, reject };
        if (!socket.write(bytes) && socket.destroyed) reject(new Error('The connection is closed.'));
      }),
    async end() {
      if (under) await new Promise<void>((resolve) => (idle = resolve));
      socket.destroy();
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
