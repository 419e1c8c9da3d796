import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../kernel/web/network-of.ts';
import { uncountLoad } from './count-load.ts';
import type { HttpServer } from './module.ts';

export type UnreadAnswers = {
  /** Counts an answer from when it is handed over until its client has taken it or is gone. */
  readonly hold: (
    response: ServerResponse,
    answer: { readonly bytes: number; readonly network: string },
  ) => void;
  readonly bytes: () => number;
};

type Held = { readonly response: ServerResponse; readonly bytes: number };
type Reader = { readonly answers: Set<Held>; bytes: number };

/** A thousand lists of the greatest length and some. */
const BYTES_MAX = 134_217_728;

/**
 * Bounds what lies in memory because clients do not take their answers: beyond it whoever holds most of it, by network,
 * loses the connections that have waited longest.
 */
export function createUnreadAnswers(bytesMax = BYTES_MAX): UnreadAnswers {
  const networks = new Map<string, Reader>();
  let total = 0;

  function release(network: string, held: Held): void {
    const reader = networks.get(network);
    if (!reader?.answers.delete(held)) return;
    total -= held.bytes;
    reader.bytes -= held.bytes;
    if (reader.answers.size === 0) networks.delete(network);
  }

  function dropOne(): void {
    const [network, { answers }] = [...networks].reduce((one, other) =>
      other[1].bytes > one[1].bytes ? other : one,
    );
    for (const oldest of answers) {
      release(network, oldest);
      return void oldest.response.destroy();
    }
  }

  return {
    hold(response, { bytes, network }) {
      // Whose client left while it was made: its end was told already, and is told no more.
      if (response.destroyed) return;
      const held = { response, bytes };
      const reader = networks.get(network) ?? { answers: new Set(), bytes: 0 };
      networks.set(network, reader);
      reader.answers.add(held);
      reader.bytes += bytes;
      total += bytes;
      response.once('close', () => release(network, held));
      while (total > bytesMax) dropOne();
    },
    bytes: () => total,
  };
}

type SlowReaderLimits = { readonly stallMsMax: number; readonly lookEveryMs: number };

/** A photo of 300 kB takes about a minute where a phone has only 5 kB a second. */
const LIMITS: SlowReaderLimits = { stallMsMax: 60_000, lookEveryMs: 5_000 };

type Stall = { readonly takenBytes: number; readonly sinceMs: number };

/** Closes connections whose client has stopped taking its answer: else it would hold the bytes, and a place among the requests under way, as long as it likes. */
export function dropSlowReaders(
  server: Server,
  monotonicMs: () => number,
  { stallMsMax, lookEveryMs }: SlowReaderLimits = LIMITS,
): void {
  const stalls = new Map<Socket, Stall | null>();
  server.on('connection', (socket: Socket) => {
    stalls.set(socket, null);
    socket.once('close', () => stalls.delete(socket));
  });
  const timer = setInterval(() => {
    const nowMs = monotonicMs();
    for (const [socket, before] of stalls) {
      const stall = stallOf(socket, before, nowMs);
      if (stall !== null && nowMs - stall.sinceMs >= stallMsMax) socket.destroy();
      else stalls.set(socket, stall);
    }
  }, lookEveryMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Since when nothing more of what waits was taken; null where nothing waits. */
function stallOf(
  { bytesWritten, writableLength }: Socket,
  before: Stall | null,
  nowMs: number,
): Stall | null {
  if (writableLength === 0) return null;
  const takenBytes = bytesWritten - writableLength;
  return before?.takenBytes === takenBytes ? before : { takenBytes, sinceMs: nowMs };
}

declare module 'fastify' {
  interface FastifyReply {
    /** Whether all who ask are sent the same bytes, so that one answer more takes no memory. */
    sharesBytes: boolean;
  }
}

/** An answer that is made is no work any more: whoever is slow to take it takes nobody's place, and only so much memory. */
export function handOver({ app, shedder }: Pick<HttpServer, 'app' | 'shedder'>, unread: UnreadAnswers): void {
  app.decorateReply('sharesBytes', false);
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    uncountLoad({ shedder }, request);
    if (!reply.sharesBytes) unread.hold(reply.raw, { bytes: payload.length, network: networkOf(request.ip) });
    return payload;
  });
}
