import { currentTrace, traceHeaders, type Tracer } from '../kernel/running/trace.ts';
import type { World } from '../kernel/running/world.ts';

/** Sends what a request makes us ask others as part of its trace. Addresses of others hold secrets, so of them only the host is told. */
export function sendInTrace(send: World['send'], tracer: Tracer): World['send'] {
  return async (request) => {
    const around = currentTrace();
    if (around === undefined) return send(request);
    const trace = tracer.within(around);
    const result = await send({ ...request, headers: { ...request.headers, ...traceHeaders(trace) } });
    if (tracer.collects)
      tracer.end({
        trace,
        kind: 'client',
        name: request.method,
        durationMs: result.durationMs,
        failed: result.status === null || result.status >= 400,
        attributes: {
          'http.request.method': request.method,
          'server.address': hostOf(request.url),
          ...(result.status === null
            ? { 'error.type': result.error ?? 'unknown' }
            : { 'http.response.status_code': result.status }),
        },
      });
    return result;
  };
}

function hostOf(url: string): string {
  return /^\w+:\/\/(?:[^/@]*@)?([^/:?#]+)/.exec(url)?.[1] ?? '';
}
