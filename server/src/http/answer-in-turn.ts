import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = readonly [request: IncomingMessage, response: ServerResponse];

/** Requests that came before the answer to the one under way. Nobody who waits for answers sends more ahead. */
const AHEAD_MAX = 64;

/**
 * Begins a connection's next request when the answer before it has been taken: so nobody can have many answers made, at
 * any price, and read none of them. What comes on a connection that we have ended is not begun: nobody could be told what
 * became of it, so its client may be sure that nothing did. Answers how many connections were cut because far too many
 * requests came ahead.
 */
export function answerInTurn(app: FastifyInstance, aheadMax = AHEAD_MAX): () => number {
  const [serve] = app.server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('The framework listens to no requests.');
  const lines = new WeakMap<Socket, Asked[]>();
  let cut = 0;

  function begin(line: Asked[], [request, response]: Asked): void {
    response.once('close', () => next(line, request.socket));
    serve?.call(app.server, request, response);
  }

  function next(line: Asked[], socket: Socket): void {
    const asked = socket.writable ? line.shift() : undefined;
    if (asked) begin(line, asked);
    else lines.delete(socket);
  }

  app.server.removeListener('request', serve);
  app.server.on('request', (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const line = lines.get(socket);
    if (line === undefined) {
      const started: Asked[] = [];
      lines.set(socket, started);
      return begin(started, [request, response]);
    }
    line.push([request, response]);
    if (line.length <= aheadMax) return;
    cut += 1;
    line.length = 0;
    socket.destroy();
  });
  return () => cut;
}
