import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export type SlowReaderLimits = { readonly stallMsMax: number; readonly lookEveryMs: number };

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
