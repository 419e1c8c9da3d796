import type { Figure } from '../kernel/running/figure.ts';
import type { Logger } from '../kernel/running/logger.ts';
import { currentTrace, readTrace, traceHeaders, type Trace, type Tracer } from '../kernel/running/trace.ts';
import type { World } from '../kernel/running/world.ts';
import { figuresOf, openSender } from './send-spans.ts';

export type TracingOptions = {
  /** Takes OTLP over HTTP. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** From 0 to 1: how many of the traces that begin here are kept; those that others began are kept as they say. */
  readonly sampledShare: number;
};

export type Tracing = Tracer &
  AsyncDisposable & {
    readonly figures: () => readonly Figure[];
  };

type Wants = {
  /** Null: nobody collects. */
  readonly options: TracingOptions | null;
  readonly world: Pick<World, 'now' | 'randomBytes' | 'randomInt'>;
  /** Another way out than that of merchants' addresses: the operator names the collector, which may stand anywhere. */
  readonly send: World['send'];
  readonly log: Logger;
  readonly version: string;
};

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const CHANCES = 1_000_000;

/** Follows requests, and sends their spans to whoever collects them; without a collector traces are only passed on. */
export function openTracing({ options, ...wants }: Wants): Tracing {
  return options === null ? passOn() : collect(options, wants);
}

function passOn(): Tracing {
  return {
    collects: false,
    begin: readTrace,
    within: (trace) => trace,
    end: () => undefined,
    figures: () => figuresOf({ sent: 0, dropped: 0 }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function collect(options: TracingOptions, wants: Omit<Wants, 'options'>): Tracing {
  const { randomBytes, randomInt, now } = wants.world;
  const idOf = (bytes: number): string => randomBytes(bytes).toString('hex');
  const sender = openSender({
    url: options.url,
    headers: options.headers,
    send: wants.send,
    log: wants.log,
    source: {
      serviceName: options.serviceName,
      version: wants.version,
      instanceId: idOf(SPAN_BYTES),
    },
  });
  return {
    collects: true,
    begin(headers) {
      const brought = readTrace(headers);
      if (brought) return { ...brought, spanId: idOf(SPAN_BYTES), parentId: brought.spanId };
      return {
        traceId: idOf(TRACE_BYTES),
        spanId: idOf(SPAN_BYTES),
        parentId: null,
        sampled: randomInt(CHANCES) < options.sampledShare * CHANCES,
        state: null,
      };
    },
    within: (trace: Trace) => ({ ...trace, spanId: idOf(SPAN_BYTES), parentId: trace.spanId }),
    end(span) {
      if (span.trace.sampled) sender.take({ ...span, endedMs: now().getTime() });
    },
    figures: sender.figures,
    [Symbol.asyncDispose]: sender.close,
  };
}

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
