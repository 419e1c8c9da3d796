import type { HttpServer, HttpOptions } from './module.ts';
import { operations } from '@cottontree/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Failure } from '../kernel/call/failure.ts';
import { traceFacts } from '../kernel/running/trace.ts';
import { answerSocketError, docUrlOf, errorAnswer, frameworkErrorAnswerer, nothingAt } from './answer.ts';
import { acceptJson } from './accept-json.ts';
import { addOperations } from './add-operations.ts';
import { addPages, sendProblem, wantsPage } from './add-pages.ts';
import { addPlatformPages } from './add-platform-pages.ts';
import { addRawRoutes } from './add-raw-routes.ts';
import { compressAnswers } from './compress-answers.ts';
import { connectionsMax } from './connections-max.ts';
import { dropSlowReaders } from './drop-slow-readers.ts';
import { rememberAddress } from './remember-address.ts';
import { createLoadShedder, SHED_LIMITS, type LoadShedder } from './shed-load.ts';
import { shareTurns } from './share-turns.ts';
import { standsTwice } from './stands-twice.ts';
import { createMetrics, createRouteList } from './metrics.ts';
import { farewellOf } from './say-farewell.ts';
import { allowanceOfAddress } from './identify.ts';
import { createEventStreams } from './event-streams.ts';
import { createWaitingRoom } from './hold-waiting.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { createUnreadAnswers } from './unread-answers.ts';
import { handOver } from './hand-over.ts';
import { forwardedWithoutPorts } from './forwarded-for.ts';
import { refuseEarly } from './refuse-early.ts';
import type { SocketRefusals } from './refuse-on-socket.ts';
import { createRateLimiter, tellAllowance } from './rate-limit.ts';
import { createLoopWatch } from './watch-event-loop.ts';
import { traceRequests } from './trace-requests.ts';
import { varyBy } from './vary-by.ts';
import { writeAnswers } from './send-reply.ts';

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
