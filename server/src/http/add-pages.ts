import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cleanText } from '../kernel/shape/clean-text.ts';
import { Failure } from '../kernel/call/failure.ts';
import { createMinuteLimit, type MinuteLimit } from '../kernel/running/minute-limit.ts';
import { framedPolicy } from '../kernel/web/frame-policy.ts';
import { networkOf } from '../kernel/web/network-of.ts';
import { prefers } from '../kernel/web/prefers.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../kernel/call/page-route.ts';
import { errorAnswer } from './answer.ts';
import { countLoad, uncountLoad } from './count-load.ts';
import { isFromOurPage } from './cross-origin.ts';
import type { HttpServer, HttpOptions } from './module.ts';
import { sharesOf } from './admitted-request.ts';
import { unpackBody } from './accept-json.ts';
import { varyBy } from './vary-by.ts';

const FORM_BYTES_MAX = 65_536;
/** Whole phone networks share an address, so this is far above what one person does. */
const PER_ADDRESS_PER_MINUTE_MAX = 600;
/** Styles, scripts and pictures come from here alone, and none stand in the page. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=()',
};

/** Puts every page at its path, beside the API: no key, no envelope, and problems are pages too. */
export async function addPages(server: HttpServer, options: HttpOptions): Promise<void> {
  const limit = createMinuteLimit(options.monotonicMs);
  await server.app.register(async (app) => {
    readForms(app);
    app.setErrorHandler((error, request, reply) => sendProblem({ request, reply }, options, error));
    for (const route of options.pages.routes) {
      server.routes.note(route.method, route.path);
      app.route({
        method: route.method,
        url: route.path,
        onRequest: async (request, reply) => enter({ request, reply }, { server, options, route, limit }),
        handler: async (request, reply) =>
          sendPage({ request, reply }, server, await route.handle(pageRequest(request, options.now()))),
      });
    }
  });
}

/** Whether somebody who looks at pages asks for what is not there. */
export function wantsPage(request: FastifyRequest): boolean {
  return !/^\/v1(\/|$)/.test(request.url.split('?')[0] ?? '') && prefers(request.headers.accept, 'text/html');
}

/** The page that stands for a problem. */
export function sendProblem(
  { request, reply }: Exchange,
  options: Pick<HttpOptions, 'pages' | 'log' | 'now'>,
  error: unknown,
): FastifyReply {
  const answer = errorAnswer(error);
  reply.failureCode = answer.code;
  if (answer.fault) options.log.error({ error, requestId: request.id }, 'A page failed by a fault of ours.');
  const retryAfter = answer.headers['retry-after'];
  const problem = {
    status: answer.status,
    requestId: request.id,
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  };
  return sendBody(
    reply.headers(answer.headers),
    options.pages.refuse(problem, pageRequest(request, options.now())),
  );
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Entered = {
  readonly server: HttpServer;
  readonly options: HttpOptions;
  readonly route: PageRoute;
  readonly limit: MinuteLimit;
};

function enter({ request, reply }: Exchange, { server, options, route, limit }: Entered): void {
  reply.headers(HEADERS);
  countLoad(server, { request, reply }, 'usual');
  const { [route.limit?.param ?? '']: value } = request.params as Record<string, string | undefined>;
  const waitSeconds =
    limit.take(`address:${networkOf(request.ip)}`, PER_ADDRESS_PER_MINUTE_MAX) ||
    (route.limit && value !== undefined ? limit.take(`page:${value}`, route.limit.perMinuteMax) : 0);
  if (waitSeconds > 0)
    throw new Failure('RATE_LIMITED', 'This page was asked for too often. Wait a moment.', {
      retryAfterSeconds: waitSeconds,
    });
  if (route.method === 'POST') judgeOrigin(request.headers, new URL(options.publicUrl()).origin);
}

/** HEAD has nobody to read a stream. */
function sendPage({ request, reply }: Exchange, server: HttpServer, answer: PageAnswer): FastifyReply {
  const { body } = answer;
  if (typeof body !== 'function') return sendBody(reply, answer);
  if (request.method === 'HEAD') return reply.code(answer.status).type(answer.type).send();
  const streamed = server.streams.open(reply.headers(answer.headers ?? {}), {
    sharesOf: (max) =>
      sharesOf(
        {
          kind: 'visitor',
          owner: `page:${request.url.split('?')[0] ?? ''}`,
          group: `pages:${networkOf(request.ip)}`,
        },
        max,
      ),
    feed: body,
  });
  uncountLoad(server, request);
  return streamed;
}

function sendBody(
  reply: FastifyReply,
  { status, type, headers: { vary, ...headers } = {}, body, framedBy }: PageAnswer,
): FastifyReply {
  reply.code(status).headers({ ...HEADERS, ...headers });
  if (vary !== undefined) varyBy(reply, vary);
  if (framedBy)
    reply.removeHeader('x-frame-options').header('content-security-policy', framedPolicy(POLICY, framedBy));
  return reply.header('content-type', type).send(body);
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
    async (request: FastifyRequest, body: Buffer) => {
      const bytes = await unpackBody(request, body);
      return textsOf([...new URLSearchParams(bytes.toString('utf8'))]);
    },
  );
}

function pageRequest(request: FastifyRequest, now: Date): PageRequest {
  return {
    requestId: request.id,
    isHead: request.method === 'HEAD',
    path: request.url.split('?')[0] ?? '/',
    params: request.params as Record<string, string>,
    query: textsOf([...new URLSearchParams(request.url.split('?')[1] ?? '')]),
    form: (request.body as Record<string, string> | undefined) ?? {},
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
    ),
    address: request.ip,
    now,
  };
}

/** As in the API, text comes in trimmed, in NFC and without control characters; line ends are one character. */
function textsOf(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, cleanText(value.replaceAll('\r\n', '\n'), name)]),
  );
}

/**
 * Refuses a form that another site's page sent. Pages tell no referrer, so a browser may say `Origin: null` for our own
 * forms too; newer ones say where the form came from in `Sec-Fetch-Site`, and that decides. What no browser sent has neither.
 */
function judgeOrigin(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const silent = headers['sec-fetch-site'] === undefined && headers.origin === 'null';
  if (!silent && isFromOurPage(headers, ownOrigin) === false)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'This form was sent from another site. Open the page itself and send it from there.',
    );
}
