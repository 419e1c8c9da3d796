import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { EventStreams } from './event-streams.ts';
import type { LoadShedder } from './shed-load.ts';

/** How long clients get to see that their kept-alive connections end. */
const FAREWELL_MS = 1_000;
const SWEEP_MS = 50;

type Closing = {
  readonly shedder: LoadShedder;
  readonly streams: EventStreams;
  readonly headersTimeoutMs: number;
};

/** Closes the door so that no client is cut off between two of its requests: for a while it answers `Connection: close`. */
export function farewellOf(
  app: FastifyInstance,
  { shedder, streams, headersTimeoutMs }: Closing,
): () => Promise<void> {
  const silent = silentSockets(app);
  const connections = (): Promise<number> =>
    new Promise((resolve) => app.server.getConnections((error, count) => resolve(error ? 0 : count)));
  return async () => {
    streams.endAll();
    app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    for (let waitedMs = 0; waitedMs < FAREWELL_MS && (await connections()) > 0; waitedMs += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = app.close();
    // Again and again, for the last to be let in may come while the door closes.
    const sweep = setInterval(
      () => silent.forEach((socket) => socket.bytesRead === 0 && socket.destroy()),
      SWEEP_MS,
    );
    const late = setTimeout(() => silent.forEach((socket) => socket.destroy()), headersTimeoutMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(late);
    shedder[Symbol.dispose]();
  };
}

/** Connections on which no request has come yet. A closing server waits for them for ever, and browsers open some just in case. */
function silentSockets(app: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}
