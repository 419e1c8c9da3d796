import type { Figure } from '../kernel/running/figure.ts';
import type { Logger } from '../kernel/running/logger.ts';
import { readTrace, type Trace, type Tracer } from '../kernel/running/trace.ts';
import type { OutgoingResult, World } from '../kernel/running/world.ts';
import { encodeSpans, type EndedSpan, type Resource } from './encode-spans.ts';

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
const SEND_EVERY_MS = 1_000;
const SPANS_PER_REQUEST_MAX = 512;
/** What is kept while the collector is away or slow: some 2 MB. */
const SPANS_WAITING_MAX = 4_096;
const DEADLINE_MS = 10_000;
const LAST_DEADLINE_MS = 2_000;
/** How often a trouble that lasts is told again. */
const TELL_AGAIN_TURNS = 300;

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
  const sender = openSender(options, wants, {
    serviceName: options.serviceName,
    version: wants.version,
    instanceId: idOf(SPAN_BYTES),
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

type Sender = {
  /** Puts a span into the queue, or drops it where that is full. */
  readonly take: (span: EndedSpan) => void;
  readonly figures: Tracing['figures'];
  readonly close: () => Promise<void>;
};

function openSender(
  { url, headers }: TracingOptions,
  { send, log }: Pick<Wants, 'send' | 'log'>,
  resource: Resource,
): Sender {
  let waiting: EndedSpan[] = [];
  const counted = { sent: 0, dropped: 0 };
  let underWay: Promise<void> | null = null;
  let turnsUntilTold = 0;

  async function sendSome(deadlineMs: number): Promise<boolean> {
    const spans = waiting.slice(0, SPANS_PER_REQUEST_MAX);
    if (spans.length === 0) return false;
    waiting = waiting.slice(spans.length);
    const result = await send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: encodeSpans(spans, resource),
      deadlineMs,
    });
    const { status } = result;
    if (status !== null && status < 300) {
      counted.sent += spans.length;
      turnsUntilTold = 0;
      return true;
    }
    tell(result);
    if (isWorthAnotherTry(status)) putBack(spans);
    else counted.dropped += spans.length;
    return false;
  }

  /** Before those that came meanwhile; what finds no room any more is the newest. */
  function putBack(spans: readonly EndedSpan[]): void {
    const all = [...spans, ...waiting];
    waiting = all.slice(0, SPANS_WAITING_MAX);
    counted.dropped += all.length - waiting.length;
  }

  function tell({ status, error, hint }: OutgoingResult): void {
    turnsUntilTold -= 1;
    if (turnsUntilTold > 0) return;
    turnsUntilTold = TELL_AGAIN_TURNS;
    log.warn(
      { status, reason: hint ?? error },
      'The collector of traces does not take them; requests go on.',
    );
  }

  async function sendAll(): Promise<void> {
    while (await sendSome(DEADLINE_MS));
  }

  function turn(): void {
    underWay ??= sendAll().finally(() => {
      underWay = null;
    });
  }

  const timer = setInterval(turn, SEND_EVERY_MS);
  timer.unref();
  return {
    take(span) {
      if (waiting.length < SPANS_WAITING_MAX) waiting.push(span);
      else counted.dropped += 1;
    },
    figures: () => figuresOf(counted),
    async close() {
      clearInterval(timer);
      // What the collector has not answered by then is lost: nobody waits longer for it.
      await Promise.race([underWay, pause(LAST_DEADLINE_MS)]);
      await sendSome(LAST_DEADLINE_MS);
    },
  };
}

function isWorthAnotherTry(status: number | null): boolean {
  return status === null || status === 429 || status >= 500;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function figuresOf({
  sent,
  dropped,
}: {
  readonly sent: number;
  readonly dropped: number;
}): readonly Figure[] {
  return [
    {
      name: 'cottontree_spans_sent_total',
      type: 'counter',
      help: 'Spans that the collector of traces took from this process.',
      values: [{ labels: {}, value: sent }],
    },
    {
      name: 'cottontree_spans_dropped_total',
      type: 'counter',
      help: 'Spans that found no room while the collector was away, or that it refused.',
      values: [{ labels: {}, value: dropped }],
    },
  ];
}
