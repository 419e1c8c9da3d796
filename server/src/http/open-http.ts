import { operations, type Operation, type OperationId } from '@cottontree/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AnyCall, Caller } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import type { FinishedRequest } from '../core/finished-request.ts';
import type { PageSet } from '../core/page-route.ts';
import type { RawRoute } from '../core/raw-route.ts';
import type { Logger } from '../core/logger.ts';
import type { Reply } from '../core/reply.ts';
import type { Session } from '../core/session.ts';
import { answerFrameworkError, answerSocketError } from './answer-socket.ts';
import { cleanText, mendText, readJson } from '../core/read-json.ts';
import { addOperations } from './add-operations.ts';
import { addPages, sendProblem, wantsPage } from './add-pages.ts';
import { addPlatformPages } from './add-platform-pages.ts';
import { addRawRoutes } from './add-raw-routes.ts';
import { errorAnswer } from './answer.ts';
import { dropSlowReaders } from './drop-slow-readers.ts';
import { createLoadShedder, SHED_LIMITS, type LoadShedder } from './shed-load.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { farewellOf } from './say-farewell.ts';
import { allowanceOfAddress } from './identify.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import { nothingAt } from './nothing-at.ts';
import { refuseEarly } from './refuse-early.ts';
import { tellAllowance } from './take-turn.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { createRouteList, type RouteList } from './route-list.ts';
import { writeAnswers } from './write-answers.ts';

export type AnyHandler = (input: never, call: AnyCall) => Promise<Reply<unknown>>;

export type HttpOptions = {
  readonly handlers: Readonly<Record<OperationId, AnyHandler>>;
  /** The caller behind a key, or null; throws when it cannot be told. */
  readonly authenticate: (key: string) => Promise<Caller | null>;
  /** Who stands behind a session's token, or null; throws when it cannot be told. */
  readonly findSession: (token: string) => Promise<Session | null>;
  readonly record: (request: FinishedRequest) => void;
  readonly newRequestId: () => string;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly log: Logger;
  readonly logsRequests: boolean;
  readonly trustedProxies: readonly string[];
  readonly publicUrl: () => string;
  /** Whether what is written finds room. */
  readonly hasRoom: () => boolean;
  readonly isReady: () => Promise<boolean>;
  readonly pages: PageSet;
  /** An event loop that lags refuses nothing. */
  readonly toleratesLag?: boolean;
  /** What machines without a key call. */
  readonly rawRoutes: readonly RawRoute[];
};

/** The door with what stands behind it. */
export type Door = {
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly shedder: LoadShedder;
  readonly routes: RouteList;
  readonly streams: EventStreams;
  /** Ends every connection after its answer, then stops listening. */
  readonly close: () => Promise<void>;
};

const BODY_BYTES_MAX = 1_048_576;
const HEADER_BYTES_MAX = 32_768;
const URL_CHARACTERS_MAX = 8_192;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;

/** Builds the HTTP side: every operation of the contract, the documentation, health. It listens nowhere yet. */
export async function openHttp(options: HttpOptions): Promise<Door> {
  const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
    ownRequestId(headers['x-request-id']) ?? options.newRequestId();
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    // As long as the target itself may be: what an id may be is judged after the key.
    routerOptions: { maxParamLength: URL_CHARACTERS_MAX },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIdOf,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: (error, socket) =>
      answerSocketError(error, { socket: socket as Socket, requestId: options.newRequestId() }),
    // Node's own refusal of a missing Host is an empty body; the first hook refuses it in the envelope.
    http: {
      requireHostHeader: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 72_000,
    },
  });
  const shedder = createLoadShedder(
    options.monotonicMs,
    options.toleratesLag ? { ...SHED_LIMITS, turnMsMax: Infinity } : SHED_LIMITS,
  );
  const refusedEarly = refuseEarly(app, {
    shedder,
    operations: Object.values(operations) as Operation[],
    requestIdOf,
  });
  dropSlowReaders(app.server, options.monotonicMs);
  // Node would answer an expectation it does not know with an empty 417; a server may ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Our own check of bodies and queries runs in the handler, after the key is known.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(writeAnswers);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i,
    { parseAs: 'buffer' },
    (request, body, done) =>
      parseBody({ bytes: body as Buffer, mends: request.routeOptions.config.mendsText === true }, done),
  );

  const streams = createEventStreams();
  const door: Door = {
    app,
    metrics: createMetrics(),
    rateLimiter: createRateLimiter(options.monotonicMs),
    shedder,
    routes: createRouteList(),
    streams,
    close: farewellOf(app, { shedder, streams, headersTimeoutMs: HEADERS_TIMEOUT_MS }),
  };
  door.metrics.gauge(
    'cottontree_requests_refused_early',
    'Requests of which an overloaded node read nothing but the head.',
    refusedEarly,
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new Failure('BAD_REQUEST', 'An HTTP/1.1 request needs a Host header.');
    if (request.url.length > URL_CHARACTERS_MAX)
      throw new Failure(
        'URI_TOO_LONG',
        `The request target is longer than ${URL_CHARACTERS_MAX} characters.`,
      );
  });
  app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error);
    reply.failureCode = answer.code;
    if (!reply.hasHeader('ratelimit-limit')) tellAllowance(reply, allowanceOfAddress(door, request.ip));
    if (answer.fault)
      options.log.error({ error, requestId: request.id }, 'A request failed by a fault of ours.');
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const refusal = refuseUnknown(request, reply, door);
    if (!wantsPage(request)) throw refusal;
    return sendProblem({ request, reply }, options, refusal);
  });
  await addPlatformPages(door, options);
  addOperations(door, options);
  await addPages(door, options);
  await addRawRoutes(door, options);
  return door;
}

/** An unknown path, or a known one asked in the wrong way. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply, { routes }: Door): Failure {
  const path = request.url.split('?')[0] ?? '/';
  const allowed = routes.methodsAt(path);
  if (allowed.length === 0) return nothingAt(path);
  reply.header('allow', allowed.join(', '));
  return new Failure(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not possible here; ${allowed.join(', ')} is.`,
    { details: { allowed } },
  );
}

/** A caller's own request id, where it is well formed. */
function ownRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : null;
}

function parseBody(
  { bytes, mends }: { readonly bytes: Buffer; readonly mends: boolean },
  done: (error: Error | null, value?: unknown) => void,
): void {
  if (bytes.length === 0) return done(null, undefined);
  try {
    done(null, readJson(bytes, mends ? mendText : cleanText));
  } catch (error) {
    done(error as Error);
  }
}
