import type { Figure } from '../kernel/running/figure.ts';
import type { Logger } from '../kernel/running/logger.ts';
import type { OutgoingResult, World } from '../kernel/running/world.ts';
import type { Span } from '../kernel/running/trace.ts';

type SpanSender = {
  /** Puts a span into the queue, or drops it where that is full. */
  readonly take: (span: EndedSpan) => void;
  readonly figures: () => readonly Figure[];
  /** Sends what waits, as far as the collector takes it at once. */
  readonly close: () => Promise<void>;
};

type Sending = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: World['send'];
  readonly log: Logger;
  readonly source: SpanSource;
};

const SEND_EVERY_MS = 1_000;
const SPANS_PER_REQUEST_MAX = 512;
/** What is kept while the collector is away or slow: some 2 MB. */
const SPANS_WAITING_MAX = 4_096;
const DEADLINE_MS = 10_000;
const LAST_DEADLINE_MS = 2_000;
/** How often a trouble that lasts is told again. */
const TELL_AGAIN_TURNS = 300;

/** Sends spans once a second to whoever collects them, out of a queue that has an end. */
export function openSender(sending: Sending): SpanSender {
  const queue = openQueue();
  const tell = openTelling(sending.log);
  let underWay: Promise<void> | null = null;

  /** Whether there may be more to send at once. */
  async function sendSome(deadlineMs: number): Promise<boolean> {
    const spans = queue.next();
    if (spans.length === 0) return false;
    const result = await post(sending, spans, deadlineMs);
    tell(result);
    if (isTaken(result)) queue.noteSent(spans.length);
    else if (isWorthAnotherTry(result)) queue.putBack(spans);
    else queue.noteDropped(spans.length);
    return isTaken(result);
  }

  async function sendAll(): Promise<void> {
    while (await sendSome(DEADLINE_MS));
  }

  const timer = setInterval(() => {
    underWay ??= sendAll().finally(() => {
      underWay = null;
    });
  }, SEND_EVERY_MS);
  timer.unref();
  return {
    take: queue.take,
    figures: queue.figures,
    async close() {
      clearInterval(timer);
      // What the collector has not answered by then is lost: nobody waits longer for it.
      await Promise.race([underWay, pause(LAST_DEADLINE_MS)]);
      await sendSome(LAST_DEADLINE_MS);
    },
  };
}

function post(
  { url, headers, send, source }: Sending,
  spans: readonly EndedSpan[],
  deadlineMs: number,
): Promise<OutgoingResult> {
  return send({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: encodeSpans(spans, source),
    deadlineMs,
  });
}

function openQueue() {
  let waiting: EndedSpan[] = [];
  const counted = { sent: 0, dropped: 0 };
  return {
    take(span: EndedSpan): void {
      if (waiting.length < SPANS_WAITING_MAX) waiting.push(span);
      else counted.dropped += 1;
    },
    next(): readonly EndedSpan[] {
      const spans = waiting.slice(0, SPANS_PER_REQUEST_MAX);
      waiting = waiting.slice(spans.length);
      return spans;
    },
    /** Before those that came meanwhile; what finds no room any more is the newest. */
    putBack(spans: readonly EndedSpan[]): void {
      const all = [...spans, ...waiting];
      waiting = all.slice(0, SPANS_WAITING_MAX);
      counted.dropped += all.length - waiting.length;
    },
    noteSent: (spans: number): void => void (counted.sent += spans),
    noteDropped: (spans: number): void => void (counted.dropped += spans),
    figures: () => figuresOf(counted),
  };
}

/** Says once, and then seldom, that the collector takes nothing. */
function openTelling(log: Logger): (result: OutgoingResult) => void {
  let turnsUntilTold = 0;
  return (result) => {
    if (isTaken(result)) {
      turnsUntilTold = 0;
      return;
    }
    turnsUntilTold -= 1;
    if (turnsUntilTold > 0) return;
    turnsUntilTold = TELL_AGAIN_TURNS;
    const { status, error, hint } = result;
    log.warn(
      { status, reason: hint ?? error },
      'The collector of traces does not take them; requests go on.',
    );
  };
}

function isTaken({ status }: OutgoingResult): boolean {
  return status !== null && status < 300;
}

function isWorthAnotherTry({ status }: OutgoingResult): boolean {
  return status === null || status === 429 || status >= 500;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** What became of spans, for whoever watches. */
export function figuresOf({
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

/** A span with the moment at which it ended, in milliseconds since 1970. */
type EndedSpan = Span & { readonly endedMs: number };

/** Who tells of the spans. */
type SpanSource = {
  readonly serviceName: string;
  readonly version: string;
  readonly instanceId: string;
};

const KINDS = { server: 2, client: 3 } as const;
const FAILED = 2;
const NANOSECONDS_PER_MS = 1_000_000;

/** Spans as the body of a request to `/v1/traces`: OTLP 1 in JSON. */
function encodeSpans(spans: readonly EndedSpan[], source: SpanSource): Buffer {
  return Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: {
            attributes: attributesOf({
              'service.name': source.serviceName,
              'service.version': source.version,
              'service.instance.id': source.instanceId,
            }),
          },
          scopeSpans: [
            { scope: { name: 'cottontree', version: source.version }, spans: spans.map(encodeSpan) },
          ],
        },
      ],
    }),
  );
}

function encodeSpan({ trace, kind, name, endedMs, durationMs, failed, attributes }: EndedSpan): object {
  return {
    traceId: trace.traceId,
    spanId: trace.spanId,
    ...(trace.parentId === null ? {} : { parentSpanId: trace.parentId }),
    ...(trace.state === null ? {} : { traceState: trace.state }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(endedMs - durationMs),
    endTimeUnixNano: nanoseconds(endedMs),
    attributes: attributesOf(attributes),
    status: failed ? { code: FAILED } : {},
  };
}

/** As text: a number of JavaScript does not hold so many digits. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(
    BigInt(whole) * BigInt(NANOSECONDS_PER_MS) + BigInt(Math.round((ms - whole) * NANOSECONDS_PER_MS)),
  );
}

function attributesOf(attributes: Span['attributes']): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
