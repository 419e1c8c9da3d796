import Fastify from 'fastify';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { operations } from '@cottontree/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { traceFacts } from '../kernel/running/trace.ts';
import { acceptJson } from './accept-json.ts';
import { addOperations } from './add-operations.ts';
import { addPages, sendProblem, wantsPage } from './add-pages.ts';
import { addPlatformPages } from './add-platform-pages.ts';
import { addRawRoutes } from './add-raw-routes.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { answerSocketError, docUrlOf, errorAnswer, frameworkErrorAnswerer, nothingAt } from './answer.ts';
import { compressAnswers } from './compress-answers.ts';
import { createEventStreams } from './event-streams.ts';
import { createWaitingRoom } from './hold-waiting.ts';
import { forwardedWithoutPorts } from './forwarded-for.ts';
import { allowanceOfAddress, standsTwice } from './identify.ts';
import { createMetrics, createRouteList } from './metrics.ts';
import type { HttpOptions, HttpServer } from './module.ts';
import { createRateLimiter, tellAllowance } from './rate-limit.ts';
import { refuseEarly } from './refuse-early.ts';
import type { SocketRefusals } from './refuse-on-socket.ts';
import { farewellOf } from './say-farewell.ts';
import { writeAnswers } from './send-reply.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { createLoadShedder, type LoadShedder, shareTurns, SHED_LIMITS } from './shed-load.ts';
import { traceRequests } from './trace-requests.ts';
import { createUnreadAnswers, dropSlowReaders, handOver } from './unread-answers.ts';
import { varyBy } from './vary-by.ts';
import { createLoopWatch } from './watch-event-loop.ts';

const BODY_BYTES_MAX = 1_048_576;
const HEADER_BYTES_MAX = 32_768;
const URL_CHARACTERS_MAX = 8_192;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;

/** Builds the HTTP side: every operation of the contract, the documentation, health. It listens nowhere yet. */
export async function openHttp(options: HttpOptions): Promise<HttpServer> {
  const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
    ownRequestId(headers['x-request-id']) ?? options.newRequestId();
  const app = createApp(options, requestIdOf);
  const shedder = createLoadShedder(
    options.monotonicMs,
    options.toleratesLag ? { ...SHED_LIMITS, turnMsMax: Infinity, busyShareMin: Infinity } : SHED_LIMITS,
  );
  const early = refuseEarly(app, {
    shedder,
    door: shareTurns(shedder.isCrowded),
    operations: Object.values(operations),
    requestIdOf,
    publicUrl: options.publicUrl,
  });
  settleApp(app, options);
  const server = createHttpServer(app, { shedder, early }, options);
  const unread = createUnreadAnswers();
  showFigures(server, { unreadBytes: unread.bytes, cut: answerInTurn(app), refusedEarly: early.refused });
  if (options.trustedProxies.length > 0) forwardedWithoutPorts(app);
  traceRequests(app, options);
  app.addHook('onRequest', checkHead);
  answerRefusals(server, options);
  compressAnswers(app);
  handOver(server, unread);
  addPlatformPages(server, options);
  addOperations(server, options);
  await addPages(server, options);
  await addRawRoutes(server, options);
  return server;
}

function createApp(
  options: HttpOptions,
  requestIdOf: (request: Pick<IncomingMessage, 'headers'>) => string,
): FastifyInstance {
  return Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    // As long as the target itself may be: what an id may be is judged after the key.
    routerOptions: { maxParamLength: URL_CHARACTERS_MAX },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIdOf,
    frameworkErrors: frameworkErrorAnswerer(options.publicUrl),
    clientErrorHandler: (error, socket) =>
      answerSocketError(error, {
        socket,
        requestId: options.newRequestId(),
        publicUrl: options.publicUrl(),
      }),
    // Node's own refusal of a missing Host is an empty body; the first hook refuses it in the envelope.
    http: {
      requireHostHeader: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 72_000,
    },
  });
}

/** What is not the framework's own way: slow readers, expectations, validation, and how JSON comes and goes. */
function settleApp(app: FastifyInstance, { monotonicMs }: HttpOptions): void {
  const most = connectionsMax();
  if (most !== null) app.server.maxConnections = most;
  dropSlowReaders(app.server, monotonicMs);
  rememberAddress(app.server);
  // Node would answer an expectation it does not know with an empty 417; a server may ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Our own check of bodies and queries runs in the handler, after the key is known.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(writeAnswers);
  acceptJson(app);
}

function createHttpServer(
  app: FastifyInstance,
  { shedder, early }: { readonly shedder: LoadShedder; readonly early: SocketRefusals },
  { monotonicMs }: HttpOptions,
): HttpServer {
  const streams = createEventStreams();
  const watch = createLoopWatch(monotonicMs);
  const close = farewellOf(app, { shedder, early, streams, watch, headersTimeoutMs: HEADERS_TIMEOUT_MS });
  return {
    app,
    metrics: createMetrics(),
    watch,
    rateLimiter: createRateLimiter(monotonicMs),
    shedder,
    answering: shareTurns(shedder.isCrowded),
    routes: createRouteList(),
    streams,
    sharedAnswers: createSharedAnswers(),
    waiting: createWaitingRoom(),
    close,
  };
}

function showFigures(
  { metrics, watch, waiting, shedder }: HttpServer,
  { unreadBytes, cut, refusedEarly }: Readonly<Record<'unreadBytes' | 'cut' | 'refusedEarly', () => number>>,
): void {
  metrics.figures(watch.figures);
  metrics.gauge('cottontree_requests_in_flight', 'Requests that are being worked on.', shedder.inFlight);
  metrics.gauge(
    'cottontree_requests_in_flight_limit',
    'How many recent requests are worked on at once; a node that is busy on end takes as many as it does soon.',
    shedder.youngMax,
  );
  metrics.gauge('cottontree_waiting_requests', 'Requests that wait for something to happen.', waiting.taken);
  metrics.gauge(
    'cottontree_unread_answer_bytes',
    'Bytes of answers that their clients have not taken yet.',
    unreadBytes,
  );
  metrics.counter(
    'cottontree_connections_cut_total',
    'Connections cut because far too many requests came ahead of their answers.',
    cut,
  );
  metrics.counter(
    'cottontree_requests_refused_early_total',
    'Requests of which an overloaded node read nothing but the head.',
    refusedEarly,
  );
}

async function checkHead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // What is the same for everybody says so itself; no cache may hand anything else on.
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store');
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    throw new Failure('BAD_REQUEST', 'An HTTP/1.1 request needs a Host header.');
  if (standsTwice(request.raw.rawHeaders, 'host'))
    throw new Failure('BAD_REQUEST', 'A request names one Host, once.');
  if (request.url.length > URL_CHARACTERS_MAX)
    throw new Failure('URI_TOO_LONG', `The request target is longer than ${URL_CHARACTERS_MAX} characters.`);
}

/** Whatever is thrown, and what is nowhere, is answered in the envelope, or to people as a page. */
function answerRefusals(server: HttpServer, options: HttpOptions): void {
  server.app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error);
    const told = { ...answer.body.error, doc_url: docUrlOf(answer.code, options.publicUrl()) };
    reply.failureCode = answer.code;
    request.told = told;
    if (!reply.hasHeader('ratelimit-limit')) tellAllowance(reply, allowanceOfAddress(server, request.ip));
    if (answer.fault)
      options.log.error(
        { error, requestId: request.id, ...traceFacts(request.followed?.trace) },
        'A request failed by a fault of ours.',
      );
    // As many as requests while the database is away, so only for those who look.
    else if (answer.status === 503 && !(error instanceof Failure))
      options.log.debug(
        { error, requestId: request.id, ...traceFacts(request.followed?.trace) },
        'A request was refused for what the database did.',
      );
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send({ ...answer.body, error: told });
  });
  server.app.setNotFoundHandler(async (request, reply) => {
    const refusal = refuseUnknown(request, reply, server);
    varyBy(reply, 'Accept');
    if (!wantsPage(request)) throw refusal;
    return sendProblem({ request, reply }, options, refusal);
  });
}

/** An unknown path, or a known one asked in the wrong way. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply, { routes }: HttpServer): Failure {
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

/** A connection knows where it came from only while it stands, unless it was asked once: whoever hangs up early is counted and told all the same. */
export function rememberAddress(server: Server): void {
  server.on('connection', (socket: Socket) => void socket.remoteAddress);
}

/** For the database, for what is asked of others, and for files. */
const KEPT_FILES = 256;

/**
 * How many connections are taken, so that this process can still open a file and reach its database, however many come;
 * null where the system does not tell how many it may have open. Half of a small number stay free.
 */
export function connectionsMax(limits = readLimits()): number | null {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return allowed === undefined
    ? null
    : Math.max(Number(allowed) - KEPT_FILES, Math.floor(Number(allowed) / 2));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
