import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStreams } from './event-streams.ts';
import type { SocketRefusals } from './refuse-on-socket.ts';
import type { LoopWatch } from './watch-event-loop.ts';
import type { LoadShedder } from './shed-load.ts';

/** How long clients get to see that their kept-alive connections end. */
const FAREWELL_MS = 1_000;
/** How long a client, far away or held up, may take to hang up after we have; what it sent meanwhile is read, for bytes left unread would end it with a reset. */
const LINGER_MS = 2_000;
const SWEEP_MS = 50;

type Closing = {
  readonly shedder: LoadShedder;
  readonly early: SocketRefusals;
  readonly streams: EventStreams;
  readonly watch: LoopWatch;
  readonly headersTimeoutMs: number;
};

/**
 * Closes the server so that no client is cut off between two of its requests: for a while it answers `Connection: close`.
 * Then it hangs up where nothing is asked, and lets the client be the one who closes.
 */
export function farewellOf(
  app: FastifyInstance,
  { shedder, early, streams, watch, headersTimeoutMs }: Closing,
): () => Promise<void> {
  const lines = watchLines(app, early);
  return async () => {
    early.stop();
    streams.endAll();
    app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    await until(() => lines.count() === 0, FAREWELL_MS);
    await hangUpQuiet(lines);
    await until(() => lines.quiet().length === 0, LINGER_MS);
    const closed = app.close();
    // Again and again, for the last to be let in may come while it closes.
    const sweep = setInterval(() => void hangUpQuiet(lines), SWEEP_MS);
    const late = setTimeout(lines.cutSilent, headersTimeoutMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(late);
    shedder[Symbol.dispose]();
    watch[Symbol.dispose]();
  };
}

async function until(isOver: () => boolean, waitMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < waitMs && !isOver(); waitedMs += SWEEP_MS) await pause(SWEEP_MS);
}

/** What has arrived is read first, so that nobody whose request is here already is hung up on. */
async function hangUpQuiet(lines: Lines): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  for (const socket of lines.quiet()) lines.hangUp(socket);
}

type Lines = {
  readonly count: () => number;
  /** Connections on which nothing is asked, and nothing has begun to be. */
  readonly quiet: () => readonly Socket[];
  /** Ends our side; the client's ends soon after, or is ended. */
  readonly hangUp: (socket: Socket) => void;
  /** Cuts those on which no request has ever come: a closing server waits for them for ever, and browsers open some just in case. */
  readonly cutSilent: () => void;
};

type Line = { asked: number; silent: boolean; takenBytes: number; hungUp: boolean };

function watchLines(app: FastifyInstance, { refusedBytesOf }: SocketRefusals): Lines {
  const takenBytes = (socket: Socket): number => socket.bytesRead - refusedBytesOf(socket);
  const lines = new Map<Socket, Line>();
  app.server.on('connection', (socket: Socket) => {
    lines.set(socket, { asked: 0, silent: true, takenBytes: 0, hungUp: false });
    socket.once('close', () => lines.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    const line = lines.get(socket);
    if (!line) return;
    line.asked += 1;
    line.silent = false;
    response.once('close', () => {
      line.asked -= 1;
      line.takenBytes = takenBytes(socket);
    });
  });
  return {
    count: () => lines.size,
    quiet: () =>
      [...lines]
        .filter(([socket, line]) => line.asked === 0 && takenBytes(socket) === line.takenBytes)
        .map(([socket]) => socket),
    hangUp(socket) {
      const line = lines.get(socket);
      if (!line || line.hungUp) return;
      line.hungUp = true;
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
    cutSilent() {
      for (const [socket, line] of lines) if (line.silent) socket.destroy();
    },
  };
}
