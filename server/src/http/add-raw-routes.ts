import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { createMinuteLimit, type MinuteLimit } from '../kernel/running/minute-limit.ts';
import { traceFacts } from '../kernel/running/trace.ts';
import type { RawRequest, RawRoute } from '../kernel/call/page-route.ts';
import { errorAnswer } from './answer.ts';
import { countLoad } from './count-load.ts';
import type { HttpServer, HttpOptions } from './module.ts';

/** A provider sends the callbacks of all its merchants from few addresses: a thousand a second. */
const PER_ADDRESS_PER_MINUTE_MAX = 60_000;
/** Whoever knows no token has no business to try many. */
const UNKNOWN_PER_MINUTE_MAX = 600;

/** Puts every raw route at its path: the body is handed on as it came, whatever it says of itself. */
export async function addRawRoutes(server: HttpServer, options: HttpOptions): Promise<void> {
  const limit = createMinuteLimit(options.monotonicMs);
  await server.app.register(async (app) => {
    takeAnything(app);
    app.setErrorHandler((error, request, reply) => sendRefusal({ request, reply }, options, error));
    for (const route of options.rawRoutes) {
      server.routes.note(route.method, route.path);
      app.route({
        method: route.method,
        url: route.path,
        exposeHeadRoute: false,
        bodyLimit: route.bodyBytesMax,
        onRequest: async (request, reply) => enter(server, { request, reply }, limit),
        handler: async (request, reply) =>
          answer(
            reply,
            limitUnknown(await route.handle(rawRequest(request)), { network: networkOf(request.ip), limit }),
          ),
      });
    }
  });
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

function takeAnything(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function enter(server: HttpServer, exchange: Exchange, limit: MinuteLimit): void {
  countLoad(server, exchange, 'usual');
  refuseAfter(limit.take(`address:${networkOf(exchange.request.ip)}`, PER_ADDRESS_PER_MINUTE_MAX));
}

function limitUnknown<Answer extends { readonly status: number }>(
  given: Answer,
  { network, limit }: { readonly network: string; readonly limit: MinuteLimit },
): Answer {
  if (given.status === 404) refuseAfter(limit.take(`unknown:${network}`, UNKNOWN_PER_MINUTE_MAX));
  return given;
}

function refuseAfter(waitSeconds: number): void {
  if (waitSeconds > 0)
    throw new Failure('RATE_LIMITED', 'Too many requests came from this address. Wait a moment.', {
      retryAfterSeconds: waitSeconds,
    });
}

function rawRequest(request: FastifyRequest): RawRequest {
  return {
    params: request.params as Record<string, string>,
    query: Object.fromEntries(new URLSearchParams(request.url.split('?')[1] ?? '')),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
    ),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

function answer(
  reply: FastifyReply,
  { status, body }: Awaited<ReturnType<RawRoute['handle']>>,
): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(body);
}

function sendRefusal({ request, reply }: Exchange, { log }: HttpOptions, error: unknown): FastifyReply {
  const { status, code, headers, fault } = errorAnswer(error);
  reply.failureCode = code;
  if (fault)
    log.error(
      { error, requestId: request.id, ...traceFacts(request.followed?.trace) },
      'A raw route failed by a fault of ours.',
    );
  return answer(reply.headers(headers), { status, body: code });
}
