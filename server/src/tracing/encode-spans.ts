import type { Span } from '../kernel/running/trace.ts';

/** A span with the moment at which it ended, in milliseconds since 1970. */
export type EndedSpan = Span & { readonly endedMs: number };

/** Who tells of the spans. */
export type SpanSource = {
  readonly serviceName: string;
  readonly version: string;
  readonly instanceId: string;
};

const KINDS = { server: 2, client: 3 } as const;
const FAILED = 2;
const NANOSECONDS_PER_MS = 1_000_000;

/** Spans as the body of a request to `/v1/traces`: OTLP 1 in JSON. */
export function encodeSpans(spans: readonly EndedSpan[], source: SpanSource): Buffer {
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
