import type { IncomingHttpHeaders } from 'node:http';
import { credentialHeaders, isForPages, type Operation } from '@cottontree/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import { parseUrl } from '../kernel/web/parse-url.ts';
import type { Exchange } from './admitted-request.ts';
import { varyBy } from './vary-by.ts';

const ALLOWED_HEADERS = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'Idempotency-Key',
  ...credentialHeaders.toSorted(),
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'X-Amount-Format',
].join(', ');
const EXPOSED_HEADERS =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ETag, Idempotent-Replayed';
/** No browser remembers it for longer than two hours. */
const REMEMBERED_SECONDS = 7_200;

/** Tells browsers which operations pages may call. A preflight carries no key, so the origin is judged on the request that follows. */
export function answerPreflights(app: FastifyInstance, operations: readonly Operation[]): void {
  for (const [path, methods] of publicMethods(operations)) {
    app.options(`/v1${path}`, async (request, reply) => {
      // Named here, lest the preflight of `/payments/settings` be answered as that of `/payments/:id`.
      if (methods.length === 0) return reply.callNotFound();
      reply
        .header('access-control-allow-origin', request.headers.origin ?? '*')
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', REMEMBERED_SECONDS)
        .header('vary', 'Origin');
      return reply.code(204).send();
    });
  }
}

/** Lets the page that called an operation for pages read the answer, refusals included, also before its key is known. */
export function letPageRead({ request, reply }: Exchange): void {
  const { origin } = request.headers;
  // What a cache keeps of an answer without an origin must not be shown to a page either.
  varyBy(reply, 'Origin');
  if (origin !== undefined)
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', EXPOSED_HEADERS);
}

/** The methods that pages may use at each path, if any. */
function publicMethods(operations: readonly Operation[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const operation of operations) {
    const { path, method } = operation;
    const known = methods.get(path) ?? [];
    methods.set(
      path,
      isForPages(operation) ? [...known, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])] : known,
    );
  }
  return methods;
}

/** Whether a page of this server sent a request; null where nothing tells of any page. */
export function isFromOurPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean | null {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin === undefined ? null : origin === ownOrigin || hostOf(origin) === host;
}

/** Refuses what changes something with a cookie, unless it is known to come from a page of ours: any site's page can have a browser send it. */
export function refuseUnlessOurs(headers: IncomingHttpHeaders, ownOrigin: string): void {
  if (isFromOurPage(headers, ownOrigin) !== true)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'In the session of a page only pages of this server may change anything: the request says neither Sec-Fetch-Site: same-origin nor the Origin of this server. From a program, send an API key.',
    );
}

/** Refuses what reads with a cookie where another site's page sent it. A page that is only near, or an address that was typed, may. */
export function refuseOtherSites(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const foreign = site === undefined ? isFromOurPage(headers, ownOrigin) === false : site === 'cross-site';
  if (foreign)
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'A page of another site sent this in the session of a page of this server. Open that page itself, or send an API key from your server.',
    );
}

/** Refuses a page of another site that would sign its visitor in; a program has no page. */
export function refuseForeignSignIn(headers: IncomingHttpHeaders, ownOrigin: string): void {
  if (isFromOurPage(headers, ownOrigin) === false && headers['sec-fetch-site'] !== 'none')
    throw new Failure(
      'ORIGIN_NOT_ALLOWED',
      'A page of another site sent this. People sign in on the pages of this server.',
    );
}

function hostOf(origin: string): string | null {
  return parseUrl(origin)?.host ?? null;
}
