import type { FastifyInstance } from 'fastify';
import { inTrace, type Followed, type Tracer } from '../kernel/running/trace.ts';
import type { HttpOptions } from './module.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of which trace it is part; null where it came with none and nobody collects spans. */
    followed: Followed | null;
  }
}

const WRONG_ON_OUR_SIDE = 500;

/** Answers every request as part of the trace that it came with. */
export function traceRequests(
  app: FastifyInstance,
  { tracer, monotonicMs }: Pick<HttpOptions, 'tracer' | 'monotonicMs'>,
): void {
  app.decorateRequest('followed', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = tracer.begin(request.headers);
    if (trace !== null) request.followed = { trace, isOver: false };
    done();
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInTrace(request, reply) {
      return inTrace(request.followed, () => handler.call(this, request, reply) as unknown);
    };
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.followed !== null) request.followed.isOver = true;
    done();
  });
  if (tracer.collects) endSpans(app, { tracer, monotonicMs });
}

/** Probes ask every two seconds, and nobody follows them. */
const UNTOLD = new Set(['/healthz', '/readyz']);

function endSpans(
  app: FastifyInstance,
  { tracer, monotonicMs }: { readonly tracer: Tracer; readonly monotonicMs: () => number },
): void {
  const begun = new WeakMap<object, number>();
  app.addHook('onRequest', (request, _reply, done) => {
    begun.set(request, monotonicMs());
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { followed, method } = request;
    const route = request.routeOptions.url;
    if (followed?.trace.sampled && !UNTOLD.has(route ?? ''))
      tracer.end({
        trace: followed.trace,
        kind: 'server',
        name: route === undefined ? method : `${method} ${route}`,
        durationMs: monotonicMs() - (begun.get(request) ?? monotonicMs()),
        failed: reply.statusCode >= WRONG_ON_OUR_SIDE,
        attributes: {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
          'http.response.status_code': reply.statusCode,
          'cottontree.request_id': request.id,
          ...(reply.failureCode === null ? {} : { 'cottontree.error_code': reply.failureCode }),
        },
      });
    done();
  });
}
