import type { OperationId } from '@cottontree/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Call, Caller } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import type { FinishedRequest } from '../core/finished-request.ts';
import type { Logger } from '../core/logger.ts';
import type { Reply } from '../core/reply.ts';
import { answerFrameworkError, answerSocketError } from './answer-socket.ts';
import { readJson } from './read-json.ts';
import { addOperations } from './add-operations.ts';
import { addPlatformPages } from './add-platform-pages.ts';
import { errorAnswer } from './answer.ts';
import { createLoadShedder, type LoadShedder } from './shed-load.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { createRouteList, type RouteList } from './route-list.ts';

export type AnyHandler = (input: never, call: Call) => Promise<Reply<unknown>>;

export type HttpOptions = {
  readonly handlers: Readonly<Record<OperationId, AnyHandler>>;
  /** The caller behind a key, or null; throws when it cannot be told. */
  readonly authenticate: (key: string) => Promise<Caller | null>;
  readonly record: (request: FinishedRequest) => void;
  readonly newRequestId: () => string;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly log: Logger;
  readonly logsRequests: boolean;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: () => string;
  readonly isReady: () => Promise<boolean>;
};

/** The door with what stands behind it. */
export type Door = {
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly shedder: LoadShedder;
  readonly routes: RouteList;
  /** Ends every connection after its answer, then stops listening. */
  readonly close: () => Promise<void>;
};

const BODY_BYTES_MAX = 1_048_576;
const HEADER_BYTES_MAX = 32_768;
const URL_CHARACTERS_MAX = 8_192;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How long clients get to see that their kept-alive connections end. */
const FAREWELL_MS = 1_000;

/** Builds the HTTP side: every operation of the contract, the documentation, health. It listens nowhere yet. */
export async function openHttp(options: HttpOptions): Promise<Door> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    // As long as the target itself may be: what an id may be is judged after the key.
    routerOptions: { maxParamLength: URL_CHARACTERS_MAX },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: ({ headers }) => ownRequestId(headers['x-request-id']) ?? options.newRequestId(),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: (error, socket) => answerSocketError(error, { socket: socket as Socket, requestId: options.newRequestId() }),
    http: { maxHeaderSize: HEADER_BYTES_MAX, headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000, keepAliveTimeout: 72_000 },
  });
  // Our own check of bodies and queries runs in the handler, after the key is known.
  app.setValidatorCompiler(() => () => true);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i, { parseAs: 'buffer' }, (_request, body, done) => parseBody(body as Buffer, done));

  const shedder = createLoadShedder(options.monotonicMs);
  const door: Door = { app, metrics: createMetrics(), rateLimiter: createRateLimiter(options.monotonicMs), shedder, routes: createRouteList(), close: () => closeGently(app, shedder) };
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.url.length > URL_CHARACTERS_MAX) throw new Failure('URI_TOO_LONG', `The request target is longer than ${URL_CHARACTERS_MAX} characters.`);
  });
  app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error);
    reply.failureCode = answer.code;
    if (answer.fault) options.log.error({ error, requestId: request.id }, 'A request failed by a fault of ours.');
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const allowed = door.routes.methodsAt(path);
    if (allowed.length === 0) throw new Failure('NOT_FOUND', `There is nothing at ${path.slice(0, 200)}. The operations are listed at /docs.`);
    reply.header('allow', allowed.join(', '));
    throw new Failure('METHOD_NOT_ALLOWED', `${request.method} is not possible here; ${allowed.join(', ')} is.`, { details: { allowed } });
  });
  await addPlatformPages(door, options);
  addOperations(door, options);
  return door;
}

/** Answers `Connection: close` for a while, so that no client is cut off between two of its requests. */
async function closeGently(app: FastifyInstance, shedder: LoadShedder): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const connections = (): Promise<number> => new Promise((resolve) => app.server.getConnections((error, count) => resolve(error ? 0 : count)));
  for (let waitedMs = 0; waitedMs < FAREWELL_MS && (await connections()) > 0; waitedMs += 50) await new Promise((resolve) => setTimeout(resolve, 50));
  await app.close();
  shedder[Symbol.dispose]();
}

/** A caller's own request id, where it is well formed. */
function ownRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : null;
}

function parseBody(body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  if (body.length === 0) return done(null, undefined);
  try {
    done(null, readJson(body));
  } catch (error) {
    done(error as Error);
  }
}
