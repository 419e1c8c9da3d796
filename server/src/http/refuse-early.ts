import type { Operation } from '@cottontree/contract';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { docUrlOf } from './answer.ts';
import { refuseOnSocket, type SocketRefusals } from './refuse-on-socket.ts';
import {
  type LoadShedder,
  OVERLOADED,
  RETRY_AFTER_SECONDS,
  type TurnSharing,
  urgencyOf,
} from './shed-load.ts';

export type EarlyRefusing = {
  readonly shedder: LoadShedder;
  /** Where requests wait to be begun. */
  readonly door: TurnSharing;
  readonly operations: readonly Operation[];
  readonly requestIdOf: (request: Pick<IncomingMessage, 'headers'>) => string;
  readonly publicUrl: () => string;
};

/** Of every refusal, as Node takes headers; nothing of anybody is told, so any page may read when to come again. */
const HEADERS = [
  ['content-type', 'application/json; charset=utf-8'],
  ['retry-after', String(RETRY_AFTER_SECONDS)],
  ['x-content-type-options', 'nosniff'],
  ['cache-control', 'no-store'],
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'Retry-After, X-Request-Id'],
] as const;

/**
 * Answers what an overloaded node cannot take before the framework sees it, and where it can before Node's parser does: a
 * refusal there costs a tenth, or a thirtieth, of one that goes its whole way, and what refusing costs, the work that was
 * taken lacks.
 */
export function refuseEarly(
  app: FastifyInstance,
  { shedder, door, operations, requestIdOf, publicUrl }: EarlyRefusing,
): SocketRefusals {
  const vital = patternOf(operations.filter((operation) => urgencyOf(operation) === 'vital'));
  // Pages have problems of their own look.
  const refuses = (target: string): boolean =>
    !shedder.hasRoom('usual', door.waiting()) &&
    target.startsWith('/v1/') &&
    !(shedder.hasRoom('vital') && vital.test(target));
  const waits = (target: string): boolean =>
    (shedder.isCrowded() || door.waiting() > 0) && target.startsWith('/v1/') && !vital.test(target);
  // Made with the first refusal: before the server listens nobody knows its port.
  let body: string | null = null;
  let head: string | null = null;
  const bodyNow = (): string => (body ??= bodyOf(publicUrl()));
  let refused = 0;
  const [serve] = app.server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('The framework listens to no requests.');
  app.server.removeListener('request', serve);
  app.server.on('request', (request, response) => {
    const target = request.url ?? '/';
    if (!refuses(target)) {
      if (!waits(target)) return serve(request, response);
      // Of whom nobody waits for any more, nothing is begun.
      return door.take(() => void (response.destroyed || serve(request, response)));
    }
    refused += 1;
    watchAfter(request, response, onSocket);
    onSocket.watchFresh();
    refuse(response, requestIdOf(request), bodyNow());
  });
  // After it, for who comes first among the listeners is who answers: `answerInTurn` takes that one.
  const onSocket = refuseOnSocket(app.server, {
    refuses: ({ method, target }) => method !== 'HEAD' && refuses(target),
    answerTo: ({ requestId }) => {
      head ??= headOf(bodyNow());
      return `${head}x-request-id: ${requestId ?? requestIdOf({ headers: {} })}\r\n\r\n${bodyNow()}`;
    },
  });
  return { ...onSocket, refused: () => refused + onSocket.refused() };
}

/**
 * Has the connection read before it is parsed from the next request on. The parser tells the end of this one only after its
 * body; amid a longer body the connection may be held back, and is left as it is.
 */
function watchAfter(request: IncomingMessage, response: ServerResponse, { watch }: SocketRefusals): void {
  response.once('close', () =>
    setImmediate(() => {
      if (request.complete && !request.socket.destroyed) watch(request.socket);
    }),
  );
}

function bodyOf(publicUrl: string): string {
  const code = 'SERVICE_UNAVAILABLE';
  return JSON.stringify({
    success: false,
    error: { code, message: OVERLOADED, doc_url: docUrlOf(code, publicUrl) },
  });
}

/** The lines of a refusal up to the request id. */
function headOf(body: string): string {
  const lines = [...HEADERS, ['content-length', String(Buffer.byteLength(body))]];
  return `HTTP/1.1 503 Service Unavailable\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
}

function refuse(response: ServerResponse, requestId: string, body: string): void {
  response
    .writeHead(503, [
      ...HEADERS.flat(),
      'content-length',
      String(Buffer.byteLength(body)),
      'x-request-id',
      requestId,
    ])
    .end(body);
}

/** Matches the targets of these operations; of none where there are none. */
function patternOf(operations: readonly Operation[]): RegExp {
  const paths = operations.map(({ path }) => path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/?]+'));
  return new RegExp(`^/v1(?:${paths.length === 0 ? '(?!)' : [...new Set(paths)].join('|')})(?:\\?|$)`);
}
