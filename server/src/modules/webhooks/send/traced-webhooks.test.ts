import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const CALLER = '00f067aa0ba902b7';
const traceIdOf = (place: number): string => String(place).padStart(32, 'a');
const traceparentOf = (place: number): string => `00-${traceIdOf(place)}-${CALLER}-01`;

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: object;
};

/** Takes spans as a collector does. */
async function openCollector() {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      spans.push(...JSON.parse(Buffer.concat(chunks).toString()).resourceSpans[0].scopeSpans[0].spans);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => void server.close().closeAllConnections();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, close };
}

let collector: Awaited<ReturnType<typeof openCollector>>;
let collecting: TestService;
let plain: TestService;
beforeAll(async () => {
  collector = await openCollector();
  const environment = { WEBHOOK_RETRY_BASE_MS: '10000', LOG_LEVEL: 'error' };
  plain = await startService({ environment });
  collecting = await startService({
    environment: { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
});
afterAll(async () => {
  await plain[Symbol.asyncDispose]();
  await collecting[Symbol.asyncDispose]();
  collector.close();
});

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await openTestReceiver();
});
afterEach(() => receiver.close());

async function hookedShop(service: TestService): Promise<TestMerchant> {
  const shop = await service.merchant();
  await shop.client.createWebhook({ body: { url: receiver.url } });
  return shop;
}

/** Orders a parcel as a caller that follows its request. */
async function order(
  { service, shop }: { readonly service: TestService; readonly shop: TestMerchant },
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(`${service.baseUrl}/shipping/deliveries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...parcel, order_number: undefined }),
  });
  const { data } = (await answer.json()) as { data: { job_number: string } };
  return data.job_number;
}

const headersFor = (job: string) =>
  receiver.received.filter(({ body }) => body.includes(job)).map(({ headers }) => headers);

test('each of many requests that are written by one statement has its own trace in its message', async () => {
  const shop = await hookedShop(plain);
  const places = Array.from({ length: 12 }, (_, place) => place);
  const jobs = await Promise.all(
    places.map((place) =>
      order(
        { service: plain, shop },
        place === 0 ? {} : { traceparent: traceparentOf(place), tracestate: `shop=${place}` },
      ),
    ),
  );
  await plain.drain();
  // Nobody collects here, so that the caller's own span is what the receiver's has above it.
  for (const [place, job] of jobs.entries()) {
    const [headers] = headersFor(job);
    if (place === 0) expect(headers).not.toHaveProperty('traceparent');
    else expect(headers).toMatchObject({ traceparent: traceparentOf(place), tracestate: `shop=${place}` });
  }
});

test('what is not well formed is part of none, and a state that is not stays away', async () => {
  const shop = await hookedShop(plain);
  const bad = await order({ service: plain, shop }, { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` });
  const odd = await order(
    { service: plain, shop },
    { traceparent: traceparentOf(1), tracestate: 'x'.repeat(513) },
  );
  await plain.drain();
  expect(headersFor(bad)[0]).not.toHaveProperty('traceparent');
  expect(headersFor(odd)[0]).toMatchObject({ traceparent: traceparentOf(1) });
  expect(headersFor(odd)[0]).not.toHaveProperty('tracestate');
});

test('every attempt is a span of its own below the request, and its log shows what was sent', async () => {
  const shop = await hookedShop(collecting);
  receiver.answer(500, 200);
  const job = await order({ service: collecting, shop }, { traceparent: traceparentOf(7) });
  await collecting.drain();
  collecting.advance(3_600_000);
  await collecting.drain();
  const sent = headersFor(job).map(({ traceparent }) => String(traceparent));
  expect(sent).toHaveLength(2);
  const ofTrace = (): readonly Span[] => collector.spans.filter(({ traceId }) => traceId === traceIdOf(7));
  await expect.poll(() => ofTrace().length).toBe(3);
  const request = ofTrace().find(({ parentSpanId }) => parentSpanId === CALLER);
  const attempts = ofTrace().filter((span) => span !== request);
  expect(attempts).toHaveLength(2);
  for (const attempt of attempts)
    expect(attempt).toMatchObject({
      name: 'POST shipping.delivery.created',
      parentSpanId: request?.spanId,
    });
  expect(new Set(sent)).toEqual(new Set(attempts.map(({ spanId }) => `00-${traceIdOf(7)}-${spanId}-01`)));
  expect(attempts.map(({ status }) => status).toSorted()).toEqual([{ code: 2 }, {}]);

  const [listed] = (await shop.client.listWebhookDeliveries({ query: {} })).data;
  const { data } = await shop.client.getWebhookDelivery({ params: { id: listed?.id ?? '' } });
  expect(data.attempts.map(({ request: { headers } }) => headers.traceparent)).toEqual(sent);
});

test('a message is sent again as part of the trace that it began in, also by a node that reads it', async () => {
  const shop = await hookedShop(plain);
  const job = await order({ service: plain, shop }, { traceparent: traceparentOf(3) });
  await plain.drain();
  const other = await startService({ databaseUrl: plain.databaseUrl, environment: { LOG_LEVEL: 'error' } });
  try {
    const [listed] = (await shop.client.listWebhookDeliveries({ query: {} })).data;
    await shop.client.redeliverWebhookDelivery({ params: { id: listed?.id ?? '' } });
    await other.drain();
  } finally {
    await other[Symbol.asyncDispose]();
  }
  expect(headersFor(job).map(({ traceparent }) => traceparent)).toEqual(Array(2).fill(traceparentOf(3)));
});

test('an endpoint cannot have these headers of its own', async () => {
  const shop = await plain.merchant();
  await expect(
    shop.client.createWebhook({ body: { url: receiver.url, headers: { Traceparent: 'x' } } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
