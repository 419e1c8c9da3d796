import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${CALLER}-01`;

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: object;
};

type Heard = { readonly headers: IncomingMessage['headers']; readonly body: string; readonly path: string };
type Listener = { readonly url: string; readonly heard: readonly Heard[]; readonly close: () => void };

/** A server on loopback that takes whatever is sent and answers the same. */
async function listener(answer: string): Promise<Listener> {
  const heard: Heard[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      heard.push({ headers: request.headers, body, path: request.url ?? '' });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const ROUTE = JSON.stringify({ code: 'Ok', routes: [{ distance: 7_300, duration: 900 }] });

let router: Listener;
let collector: Listener;
let service: TestService;
let shop: TestMerchant;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  [router, collector] = [await listener(ROUTE), await listener('{}')];
  const note = (facts: object, msg: string): void => void lines.push({ ...facts, msg });
  service = await startService({
    environment: {
      LOG_LEVEL: 'info',
      ROUTER_URL: router.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-team=shops',
      OTEL_SERVICE_NAME: 'shop-api',
    },
    log: { debug: note, info: note, warn: note, error: note },
  });
  shop = await service.merchant();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  router.close();
  collector.close();
});

const quote = (headers: Record<string, string>, city: string): Promise<Response> =>
  fetch(`${service.baseUrl}/shipping/quote?pickup_city=Makeni&delivery_city=${city}&weight_kg=1`, {
    headers: { authorization: `Bearer ${shop.key}`, ...headers },
  });

const spansHeard = (): readonly Span[] =>
  collector.heard.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[]);

/** Spans are sent once a second, so they are waited for. */
async function spansOf(traceId: string, count: number): Promise<readonly Span[]> {
  const found = (): readonly Span[] => spansHeard().filter((span) => span.traceId === traceId);
  await expect.poll(found).toHaveLength(count);
  return found();
}

const attribute = ({ attributes }: Span, name: string): object | undefined =>
  attributes.find(({ key }) => key === name)?.value;

describe('a request that brings a trace', () => {
  test('is a span in it, what it asks of others another below, and its log line names it', async () => {
    const answer = await quote({ traceparent: TRACEPARENT, tracestate: 'vendor=one' }, 'Kenema');
    expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true]);
    const spans = await spansOf(TRACE_ID, 2);
    const served = spans.find(({ kind }) => kind === 2);
    const asked = spans.find(({ kind }) => kind === 3);
    if (!served || !asked) throw new Error('One of the two spans is missing.');
    expect(served).toMatchObject({ name: 'GET /v1/shipping/quote', parentSpanId: CALLER, status: {} });
    expect(attribute(served, 'http.response.status_code')).toEqual({ intValue: '200' });
    expect(attribute(served, 'cottontree.request_id')).toEqual({
      stringValue: answer.headers.get('x-request-id'),
    });
    expect(BigInt(served.endTimeUnixNano)).toBeGreaterThan(BigInt(served.startTimeUnixNano));
    expect(asked).toMatchObject({ name: 'GET', parentSpanId: served.spanId });
    expect(attribute(asked, 'server.address')).toEqual({ stringValue: '127.0.0.1' });
    expect(router.heard.at(-1)?.headers).toMatchObject({
      traceparent: `00-${TRACE_ID}-${asked.spanId}-01`,
      tracestate: 'vendor=one',
    });
    expect(lines.filter(({ trace_id: id }) => id === TRACE_ID)).toEqual([
      expect.objectContaining({ msg: 'request', path: '/shipping/quote', status: 200 }),
    ]);
  });

  test('that nobody keeps is passed on as such, and sent to no collector', async () => {
    const traceId = 'a'.repeat(32);
    await quote({ traceparent: `00-${traceId}-${CALLER}-00` }, 'Kambia');
    expect(router.heard.at(-1)?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    // A later one is there, so this one would be.
    await quote({ traceparent: `00-${'b'.repeat(32)}-${CALLER}-01` }, 'Kailahun');
    await spansOf('b'.repeat(32), 2);
    expect(spansHeard().filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

test('a request that brings none, or one that is not well formed, begins a trace', async () => {
  const given = ['', 'hello', `00-${'0'.repeat(32)}-${CALLER}-01`, `ff-${TRACE_ID}-${CALLER}-01`];
  // All are asked before any is waited for: spans come once a second.
  const answers = await Promise.all(
    given.map((traceparent) => quote(traceparent === '' ? {} : { traceparent }, 'Nowhere')),
  );
  for (const { headers } of answers) {
    const id = headers.get('x-request-id');
    const span = (): Span | undefined =>
      spansHeard().find((one) => Object(attribute(one, 'cottontree.request_id')).stringValue === id);
    await expect.poll(span).toBeDefined();
    expect(span()).not.toHaveProperty('parentSpanId');
    expect(span()?.traceId).toMatch(/^(?!4bf92f)[0-9a-f]{32}$/);
  }
});

test('a fault of the caller is a span that did not fail, with its code; probes are none', async () => {
  const traceId = 'c'.repeat(32);
  await fetch(new URL('/readyz', service.baseUrl), {
    headers: { traceparent: `00-${traceId}-${CALLER}-01` },
  });
  await fetch(`${service.baseUrl}/shipping/deliveries/DL-1`, {
    headers: { authorization: `Bearer ${shop.key}`, traceparent: `00-${traceId}-${CALLER}-01` },
  });
  const [span] = await spansOf(traceId, 1);
  expect(span).toMatchObject({ kind: 2, status: {} });
  expect(span && attribute(span, 'cottontree.error_code')).toEqual({ stringValue: 'DELIVERY_NOT_FOUND' });
});

test('the collector hears who it is that tells, with the headers that it wants', async () => {
  const [first] = collector.heard;
  expect(first).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', authorization: 'Bearer abc', 'x-team': 'shops' },
  });
  const { attributes } = JSON.parse(first?.body ?? '{}').resourceSpans[0].resource;
  expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'shop-api' } });
  const metrics = service.server.server.metrics.text();
  expect(Number(/^cottontree_spans_sent_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(5);
});

test('without a collector a trace is passed on as it came, and none is begun', async () => {
  const plain = await startService({
    databaseUrl: service.databaseUrl,
    environment: { ROUTER_URL: router.url, LOG_LEVEL: 'error' },
  });
  try {
    const ask = (city: string, headers: Record<string, string>): Promise<Response> =>
      fetch(`${plain.baseUrl}/shipping/quote?pickup_city=Makeni&delivery_city=${city}&weight_kg=1`, {
        headers: { authorization: `Bearer ${shop.key}`, ...headers },
      });
    expect((await ask('Kenema', { traceparent: TRACEPARENT })).status).toBe(200);
    expect(router.heard.at(-1)?.headers.traceparent).toBe(TRACEPARENT);
    expect((await ask('Kambia', {})).status).toBe(200);
    expect(router.heard.at(-1)?.headers).not.toHaveProperty('traceparent');
  } finally {
    await plain[Symbol.asyncDispose]();
  }
});
