import { credentialHeaders, isForPages, type Operation } from '@cottontree/contract';
import type { FastifyInstance } from 'fastify';
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
