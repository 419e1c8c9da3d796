import type { Operation } from '@cottontree/contract';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { docUrlOf } from './doc-url.ts';
import { OVERLOADED, RETRY_AFTER_SECONDS, type LoadShedder } from './shed-load.ts';
import { urgencyOf } from './urgency-of.ts';

export type EarlyRefusals = {
  readonly shedder: LoadShedder;
  readonly operations: readonly Operation[];
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly publicUrl: () => string;
};

/** Nothing of anybody is told, so any page may read when to come again. */
const READABLE_BY_PAGES = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'Retry-After, X-Request-Id',
];

/**
 * Answers what an overloaded node cannot take before the framework sees it: a refusal there costs a tenth of one that
 * goes its whole way, and what refusing costs, the work that was taken lacks. Answers how many it refused so far.
 */
export function refuseEarly(
  app: FastifyInstance,
  { shedder, operations, requestIdOf, publicUrl }: EarlyRefusals,
): () => number {
  const vital = patternOf(operations.filter((operation) => urgencyOf(operation) === 'vital'));
  const [serve] = app.server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('The framework listens to no requests.');
  let refused = 0;
  // Made with the first refusal: before the server listens nobody knows its port.
  let body: string | null = null;
  app.server.removeListener('request', serve);
  app.server.on('request', (request, response) => {
    const { url = '/' } = request;
    // Pages have problems of their own look.
    if (shedder.hasRoom('usual') || !url.startsWith('/v1/') || (shedder.hasRoom('vital') && vital.test(url)))
      return serve(request, response);
    refused += 1;
    body ??= bodyOf(publicUrl());
    refuse(response, requestIdOf(request), body);
  });
  return () => refused;
}

function bodyOf(publicUrl: string): string {
  const code = 'SERVICE_UNAVAILABLE';
  return JSON.stringify({
    success: false,
    error: { code, message: OVERLOADED, doc_url: docUrlOf(code, publicUrl) },
  });
}

function refuse(response: ServerResponse, requestId: string, body: string): void {
  response
    .writeHead(503, [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(Buffer.byteLength(body)),
      'retry-after',
      String(RETRY_AFTER_SECONDS),
      'x-request-id',
      requestId,
      'x-content-type-options',
      'nosniff',
      'cache-control',
      'no-store',
      ...READABLE_BY_PAGES,
    ])
    .end(body);
}

/** Matches the targets of these operations; of none where there are none. */
function patternOf(operations: readonly Operation[]): RegExp {
  const paths = operations.map(({ path }) => path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/?]+'));
  return new RegExp(`^/v1(?:${paths.length === 0 ? '(?!)' : [...new Set(paths)].join('|')})(?:\\?|$)`);
}
