import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = readonly [request: IncomingMessage, response: ServerResponse];

/** Requests that came before the answer to the one under way. Nobody who waits for answers sends more ahead. */
const AHEAD_MAX = 64;

/** How long a connection that is to be cut stays once its answer is written, so that it is there before the connection is reset. */
const LEAVE_MS = 1_000;

type Line = {
  readonly waiting: Asked[];
  /** The answer that is under way. */
  begun: ServerResponse;
  /** Too many came ahead: the answer under way is the last. */
  isOver: boolean;
};

/**
 * Begins a connection's next request when the answer before it has been taken: so nobody can have many answers made, at
 * any price, and read none of them. What comes on a connection that we have ended is not begun: nobody could be told what
 * became of it, so its client may be sure that nothing did. Where far too many come ahead, the request that was begun is
 * answered, nothing after it is begun, and the connection ends. Answers how many were cut so.
 */
export function answerInTurn(app: FastifyInstance, aheadMax = AHEAD_MAX): () => number {
  const [serve] = app.server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('The framework listens to no requests.');
  const lines = new WeakMap<Socket, Line>();
  let cut = 0;

  function begin(line: Line, [request, response]: Asked): void {
    line.begun = response;
    response.once('close', () => next(line, request.socket));
    serve?.call(app.server, request, response);
  }

  function next(line: Line, socket: Socket): void {
    if (line.isOver) return;
    const asked = socket.writable ? line.waiting.shift() : undefined;
    if (asked) begin(line, asked);
    else lines.delete(socket);
  }

  app.server.removeListener('request', serve);
  app.server.on('request', (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const line = lines.get(socket);
    if (line === undefined) {
      const started: Line = { waiting: [], begun: response, isOver: false };
      lines.set(socket, started);
      return begin(started, [request, response]);
    }
    // What was read with the others is forgotten, and no more is read: so nothing piles up behind a long answer.
    if (line.isOver) return void socket.pause();
    line.waiting.push([request, response]);
    if (line.waiting.length <= aheadMax) return;
    cut += 1;
    line.isOver = true;
    line.waiting.length = 0;
    endAfter(line.begun, socket);
  });
  return () => cut;
}

/** Reads no more of a connection, and ends it once the answer under way is written; what is unread resets it, after the answer is there. */
function endAfter(begun: ServerResponse, socket: Socket): void {
  socket.pause();
  const leave = (): void => {
    socket.pause();
    socket.end();
    setTimeout(() => socket.destroy(), LEAVE_MS).unref();
  };
  if (begun.closed) leave();
  else begun.once('close', leave);
}
