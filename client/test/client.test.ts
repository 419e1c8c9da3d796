import { describe, expect, test } from 'vitest';
import { CottontreeError, createClient, type Client, type ClientOptions } from '../src/index.ts';
import { createClient as createResources } from '../src/resources/create-client.ts';
import {
  cutConnection,
  openStandIn,
  refusal,
  success,
  type Answerer,
  type StandIn,
} from './open-stand-in.ts';

const jobNumber = 'SHP-7A9K-NZZK';
const parcel = { delivery_address: '27 Freetown Road', delivery_city: 'Lumley' };

type Stage = AsyncDisposable & {
  readonly client: Client;
  readonly service: StandIn;
  readonly waits: readonly number[];
};

async function stage(answers: readonly Answerer[], options: Partial<ClientOptions> = {}): Promise<Stage> {
  const service = await openStandIn(...answers);
  const waits: number[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: 'sk_test_example',
    random: () => 1,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { client, service, waits, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

async function failureOf(call: Promise<unknown>): Promise<CottontreeError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CottontreeError) return error;
  throw new Error('The call did not fail with a CottontreeError.', { cause: error });
}

describe('a call', () => {
  test('sends the key, the path, the query and the body, and gives the data', async () => {
    await using at = await stage([
      success({ shipping_fee: 57.5 }),
      success({ status: 'cancelled' }, { headers: { etag: 'W/"2"' } }),
    ]);
    const quote = await at.client.getQuote({ query: { delivery_city: 'Lumley & Juba', weight_kg: 1.5 } });
    expect(quote).toMatchObject({
      data: { shipping_fee: 57.5 },
      status: 200,
      requestId: 'req_1',
      replayed: false,
      etag: null,
    });
    const cancelled = await at.client.cancelDelivery({
      params: { jobNumber: 'a/b' },
      body: { reason: 'duplicate' },
    });
    expect(cancelled).toMatchObject({ data: { status: 'cancelled' }, etag: 'W/"2"' });
    const [first, second] = at.service.seen;
    expect(first).toMatchObject({
      method: 'GET',
      url: '/v1/shipping/quote?delivery_city=Lumley+%26+Juba&weight_kg=1.5',
      body: '',
    });
    expect(first?.headers).toMatchObject({
      authorization: 'Bearer sk_test_example',
      accept: 'application/json',
    });
    expect(first?.headers).not.toHaveProperty('idempotency-key');
    expect(second).toMatchObject({
      method: 'POST',
      url: '/v1/shipping/deliveries/a%2Fb/cancel',
      body: '{"reason":"duplicate"}',
    });
    expect(second?.headers['content-type']).toBe('application/json');
  });

  test.each(['..', '.', '', undefined, null])(
    'leads to no other operation where its path names %j',
    async (name) => {
      await using at = await stage([]);
      const client = createResources({ baseUrl: at.service.baseUrl, apiKey: 'sk_test_example' });
      const { create } = Object(client).invoices.creditNotes;
      await expect(Promise.resolve(create(name, {}))).rejects.toThrow(`id names nothing: ${name}`);
      expect(at.service.seen).toEqual([]);
    },
  );

  test('that needs nothing takes nothing', async () => {
    await using at = await stage([
      success([], { meta: { page: 1, limit: 20, total: 0, has_next_page: false } }),
    ]);
    expect((await at.client.listZones()).meta.total).toBe(0);
  });

  test('that answers a file gives its bytes and its type, and a refusal all the same', async () => {
    const picture: Answerer = (response) =>
      response
        .writeHead(200, { 'content-type': 'image/svg+xml', 'x-request-id': 'req_1', etag: 'W/"1"' })
        .end('<svg/>');
    await using at = await stage(
      [picture, (response) => response.writeHead(304).end(), refusal(404, 'PAYMENT_LINK_NOT_FOUND')],
      { rememberedMax: 1 },
    );
    const ask = () => at.client.getPaymentLinkQrSvg({ params: { id: 'plink_1' } });
    const first = await ask();
    expect([
      first.data.type,
      await first.data.text(),
      first.etag,
      at.service.seen[0]?.headers.accept,
    ]).toEqual(['image/svg+xml', '<svg/>', 'W/"1"', 'image/svg+xml']);
    expect(await (await ask()).data.text()).toBe('<svg/>');
    expect(await failureOf(ask())).toMatchObject({ code: 'PAYMENT_LINK_NOT_FOUND', status: 404 });
  });

  test('for a file gets none where a page of the network in between came instead', async () => {
    const portal: Answerer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the Wi-Fi</h1>');
    await using at = await stage([portal]);
    expect(await failureOf(at.client.getPaymentLinkQrSvg({ params: { id: 'plink_1' } }))).toMatchObject({
      code: 'INVALID_ANSWER',
      status: 200,
    });
  });

  test('that writes has a fresh Idempotency-Key, or the one it is given', async () => {
    await using at = await stage([success({}, { status: 201, headers: { 'idempotent-replayed': 'true' } })]);
    expect((await at.client.createDelivery({ body: parcel })).replayed).toBe(true);
    await at.client.createDelivery({ body: parcel });
    await at.client.createDelivery({ body: parcel, idempotencyKey: 'order-1042' });
    await at.client.bulkTrack({ body: { job_numbers: [jobNumber] } });
    const [one, other, given, reading] = at.service.seen.map((seen) => seen.headers['idempotency-key']);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(other).not.toBe(one);
    expect([given, reading]).toEqual(['order-1042', undefined]);
  });

  test('makes a key also where randomUUID is missing', async () => {
    await using at = await stage([success({}, { status: 201 })]);
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      await at.client.createDelivery({ body: parcel });
    } finally {
      Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
    }
    expect(typeof globalThis.crypto.randomUUID).toBe('function');
    expect(at.service.seen[0]?.headers['idempotency-key']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test('changes a thing only as it was last read, when asked to', async () => {
    await using at = await stage([refusal(412, 'PRECONDITION_FAILED')]);
    const error = await failureOf(
      at.client.updateWebhook({ params: { id: 'we_1' }, body: { ordered: true }, ifMatch: 'W/"1"' }),
    );
    expect([error.code, at.service.seen[0]?.headers['if-match'], at.service.seen.length]).toEqual([
      'PRECONDITION_FAILED',
      'W/"1"',
      1,
    ]);
  });
});

describe('a mistake of the program is told as one, not as a failure of the network:', () => {
  test.each([undefined, '127.0.0.1:8080', '/v1'])('the address %j', (baseUrl) => {
    const make = (): unknown =>
      Reflect.apply(createResources, null, [{ baseUrl, apiKey: 'sk_test_example' }]);
    expect(make).toThrow(`baseUrl is no address of a server: ${baseUrl}`);
  });

  test.each([
    ['a key with its end left out', { apiKey: 'sk_test_…' }, 'orders'],
    ['an idempotency key that no header can carry', {}, 'order of Isatu’s'],
  ])('%s', async (_, options, idempotencyKey) => {
    await using at = await stage([], options);
    await expect(at.client.createDelivery({ body: parcel, idempotencyKey })).rejects.toThrow(/ByteString/);
    expect([at.service.seen, at.waits]).toEqual([[], []]);
  });

  test('an address that a fetch of its own completes is none', async () => {
    const fetch = async (url: unknown): Promise<Response> =>
      Response.json({ success: true, data: [String(url)] });
    const { zones } = Object(createResources({ baseUrl: '/', fetch }));
    expect(await zones.get('FT-CBD')).toEqual(['/v1/shipping/zones/FT-CBD']);
  });
});

describe('a refusal', () => {
  test('becomes an error with its code, status, message, details and request id, and is not repeated', async () => {
    await using at = await stage([refusal(422, 'INVALID_HANDOFF_CODE', { details: { attempts_left: 3 } })]);
    const error = await failureOf(
      at.client.verifyHandoff({ params: { jobNumber }, body: { type: 'pickup', code: '111112' } }),
    );
    expect(error).toMatchObject({
      name: 'CottontreeError',
      code: 'INVALID_HANDOFF_CODE',
      status: 422,
      message: 'INVALID_HANDOFF_CODE it is.',
      details: { attempts_left: 3 },
      requestId: 'req_2',
    });
    expect(at.service.seen.length).toBe(1);
  });

  test.each([
    [403, '<html>'],
    [200, 'ok'],
    [200, 'null'],
    [200, '{"success":false}'],
  ])('that is no envelope (%s %s) is INVALID_ANSWER', async (status, text) => {
    await using at = await stage([(response) => response.writeHead(status).end(text)]);
    expect(await failureOf(at.client.getQuote())).toMatchObject({
      code: 'INVALID_ANSWER',
      status,
      details: {},
      requestId: null,
    });
  });
});

describe('a call that fails in passing is repeated', () => {
  test.each([
    ['a cut connection', cutConnection],
    ['429', refusal(429, 'RATE_LIMITED')],
    ['503', refusal(503, 'SERVICE_UNAVAILABLE')],
    ['a proxy without the service behind it', (response) => response.writeHead(502).end('<html>')],
    ['409 for a request still under way', refusal(409, 'IDEMPOTENCY_IN_PROGRESS')],
  ] satisfies [string, Answerer][])('after %s, with the same Idempotency-Key', async (_, failing) => {
    await using at = await stage([failing, failing, success({ job_number: jobNumber }, { status: 201 })]);
    const { data } = await at.client.createDelivery({ body: parcel });
    expect(data.job_number).toBe(jobNumber);
    const keys = at.service.seen.map((seen) => seen.headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(at.waits).toEqual([250, 500]);
  });

  test('up to three times, then the failure is told', async () => {
    await using at = await stage([refusal(503, 'SERVICE_UNAVAILABLE')]);
    expect(await failureOf(at.client.getQuote())).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect([at.service.seen.length, at.waits]).toEqual([4, [250, 500, 1000]]);
  });

  test('not at all when asked not to', async () => {
    await using at = await stage([cutConnection], { retries: 0 });
    expect(await failureOf(at.client.getQuote())).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
    expect(at.service.seen.length).toBe(1);
  });

  test('not before Retry-After, and not if that is too long', async () => {
    await using at = await stage([
      refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '7' } }),
      refusal(503, 'STORAGE_FULL', { headers: { 'retry-after': '61' } }),
    ]);
    expect(await failureOf(at.client.getQuote())).toMatchObject({
      code: 'STORAGE_FULL',
      retryAfterSeconds: 61,
    });
    expect(at.waits).toEqual([7_000]);
  });

  test('not before Retry-After where something in between tells it as a date', async () => {
    const busy: Answerer = (response) =>
      response
        .writeHead(503, { 'retry-after': new Date(Date.now() + 20_000).toUTCString() })
        .end('<h1>Down for a moment</h1>');
    await using at = await stage([busy, success({ shipping_fee: 25 })]);
    expect((await at.client.getQuote()).data.shipping_fee).toBe(25);
    expect(at.waits[0]).toBeGreaterThanOrEqual(18_000);
    expect(at.waits[0]).toBeLessThanOrEqual(20_000);
  });

  test('after waits that chance shortens by up to half and that end at 8 s', async () => {
    await using at = await stage([cutConnection], { random: () => 0, retries: 7 });
    await failureOf(at.client.getQuote());
    expect(at.waits).toEqual([125, 250, 500, 1000, 2000, 4000, 4000]);
  });

  test('when no answer comes in time', async () => {
    await using at = await stage([() => undefined, success({ shipping_fee: 25 })], { timeoutMs: 1_000 });
    expect((await at.client.getQuote()).data.shipping_fee).toBe(25);
    // Whether so short a time was enough to be heard does not matter, only that it was tried again.
    await using mute = await stage([() => undefined], { timeoutMs: 5, retries: 1 });
    expect(await failureOf(mute.client.getQuote())).toMatchObject({ code: 'TIMEOUT', status: 0 });
    expect(mute.waits.length).toBe(1);
  });
});

describe('a caller who gives up', () => {
  test('gets the reason, while the answer is awaited', async () => {
    const giveUp = new AbortController();
    await using at = await stage([() => giveUp.abort(new Error('enough'))]);
    await expect(at.client.getQuote({ signal: giveUp.signal })).rejects.toThrow('enough');
    expect([at.service.seen.length, at.waits]).toEqual([1, []]);
  });

  test('gets the reason also where AbortSignal.any is missing, and else the answer', async () => {
    const { any } = AbortSignal;
    Object.defineProperty(AbortSignal, 'any', { value: undefined, configurable: true });
    try {
      const giveUp = new AbortController();
      await using at = await stage([success({ fee: 1 }), () => giveUp.abort(new Error('enough'))]);
      expect((await at.client.getQuote({ signal: giveUp.signal })).data).toEqual({ fee: 1 });
      await expect(at.client.getQuote({ signal: giveUp.signal })).rejects.toThrow('enough');
      await expect(at.client.getQuote({ signal: giveUp.signal })).rejects.toThrow('enough');
    } finally {
      Object.defineProperty(AbortSignal, 'any', { value: any, configurable: true, writable: true });
    }
  });

  test.each([
    ['while the next try is awaited', queueMicrotask],
    ['just before it is', (abort: () => void) => abort()],
  ])('gets the reason, %s', async (_, when) => {
    const giveUp = new AbortController();
    await using service = await openStandIn(
      refusal(429, 'RATE_LIMITED', { headers: { 'retry-after': '30' } }),
    );
    const random = (): number => {
      when(() => giveUp.abort(new Error('enough')));
      return 0;
    };
    const client = createClient({ baseUrl: service.baseUrl, apiKey: 'sk_test_example', random });
    await expect(client.getQuote({ signal: giveUp.signal })).rejects.toThrow('enough');
    expect(service.seen.length).toBe(1);
  });
});

describe('each', () => {
  const page = (items: readonly string[], meta: object): Answerer =>
    success(
      items.map((job_number) => ({ job_number })),
      { meta: { limit: 2, total: 3, ...meta } },
    );

  test('walks a list by its cursor', async () => {
    await using at = await stage([
      page(['A', 'B'], { page: 1, has_next_page: true, next_cursor: 'c1' }),
      page(['C'], { page: 1, has_next_page: false, next_cursor: null }),
    ]);
    const seen: string[] = [];
    for await (const delivery of at.client.each('listDeliveries', {
      query: { status: 'pending', page: 1, limit: 2 },
    }))
      seen.push(delivery.job_number);
    expect(seen).toEqual(['A', 'B', 'C']);
    expect(at.service.seen.map(({ url }) => url.split('?')[1])).toEqual([
      'status=pending&page=1&limit=2',
      'status=pending&limit=2&cursor=c1',
    ]);
  });

  test('walks a list without cursor by its pages, and asks for no page that nobody wants', async () => {
    await using at = await stage([
      page(['A', 'B'], { page: 1, has_next_page: true }),
      page(['C'], { page: 2, has_next_page: false }),
    ]);
    let zones = 0;
    for await (const _ of at.client.each('listZones')) zones += 1;
    expect([zones, at.service.seen.map(({ url }) => url)]).toEqual([
      3,
      ['/v1/shipping/zones', '/v1/shipping/zones?page=2'],
    ]);
    await using lazy = await stage([page(['A', 'B'], { page: 1, has_next_page: true })]);
    for await (const _ of lazy.client.each('listZones')) break;
    expect(lazy.service.seen.length).toBe(1);
  });
});

describe('answers with an ETag', () => {
  const tagged =
    (version: string): Answerer =>
    (response, seen) =>
      seen.headers['if-none-match'] === version
        ? response.writeHead(304).end()
        : success({ version }, { headers: { etag: version } })(response, seen);

  test('are asked for again only when they changed', async () => {
    await using at = await stage([tagged('"1"'), tagged('"1"'), tagged('"2"')], { rememberedMax: 1 });
    const versions = [];
    for (let time = 0; time < 3; time += 1)
      versions.push((await at.client.trackDelivery({ params: { jobNumber } })).data.version);
    expect(versions).toEqual(['"1"', '"1"', '"2"']);
    expect(at.service.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"']);
  });

  test('are forgotten, oldest first, and not kept at all unless asked for', async () => {
    await using at = await stage([tagged('"1"')], { rememberedMax: 1 });
    for (const one of ['A', 'B', 'A']) await at.client.getDelivery({ params: { jobNumber: one } });
    await using plain = await stage([tagged('"1"')]);
    for (const one of ['A', 'A']) await plain.client.getDelivery({ params: { jobNumber: one } });
    expect(
      [...at.service.seen, ...plain.service.seen].map(({ headers }) => headers['if-none-match']),
    ).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  test('are those of whoever asks: another merchant or mode in the headers is not asked about the same', async () => {
    let mode = 'live';
    await using at = await stage([tagged('"1"')], {
      rememberedMax: 5,
      headers: () => ({ 'x-cottontree-mode': mode }),
    });
    for (mode of ['live', 'test', 'live']) await at.client.getDelivery({ params: { jobNumber } });
    expect(at.service.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
      '"1"',
    ]);
  });

  test('are each caller’s own: what one does with them is not what the next one finds', async () => {
    await using at = await stage([tagged('"1"')], { rememberedMax: 1 });
    const read = async () => (await at.client.trackDelivery({ params: { jobNumber } })).data;
    const spoil = (data: Awaited<ReturnType<typeof read>>): unknown =>
      Object.assign(data, { version: 'mine' });
    spoil(await read());
    const [one, other] = await Promise.all([read(), read()]);
    expect(one.version).toBe('"1"');
    spoil(one);
    expect(other.version).toBe('"1"');
    expect((await read()).version).toBe('"1"');
  });

  test('a 304 that nobody asked about is no answer', async () => {
    await using at = await stage([(response) => response.writeHead(304).end()]);
    expect(await failureOf(at.client.getDelivery({ params: { jobNumber } }))).toMatchObject({
      code: 'INVALID_ANSWER',
      status: 304,
    });
  });
});
