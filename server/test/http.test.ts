import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateMerchant } from '../src/modules/merchants/index.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let jobNumber: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  jobNumber = await newDelivery();
});
afterAll(() => service[Symbol.asyncDispose]());

async function newDelivery(body: Record<string, unknown> = {}): Promise<string> {
  const { data } = await shop.client.createDelivery({
    body: { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road', ...body },
  });
  return data.job_number;
}

type Plain = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** One request with exactly the headers given; nothing is added or decoded. */
function get(path: string, headers: Record<string, string | string[]> = {}, method = 'GET'): Promise<Plain> {
  return new Promise((resolve, reject) => {
    const url = new URL(path.startsWith('/') ? service.server.baseUrl + path : `${service.baseUrl}/${path}`);
    request(url, { method, headers: { authorization: `Bearer ${shop.key}`, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('a request', () => {
  test('keeps the id that its sender gave it, where that is well formed', async () => {
    expect(
      (await get('shipping/zones', { 'x-request-id': 'till-4:2026.11_21' })).headers['x-request-id'],
    ).toBe('till-4:2026.11_21');
    for (const id of ['with blanks', '<script>', 'a'.repeat(129), '{{7*7}}', '']) {
      expect((await get('shipping/zones', { 'x-request-id': id })).headers['x-request-id']).toMatch(
        /^req_[0-9a-f]{24}$/,
      );
    }
  });

  test('may send its key in either header, or the same one in both', async () => {
    for (const headers of [
      { authorization: `bearer  ${shop.key}` },
      { authorization: `Bearer ${shop.key}`, 'x-api-key': shop.key },
    ])
      expect((await get('shipping/zones', headers)).status).toBe(200);
    const only = await fetch(`${service.baseUrl}/shipping/zones`, { headers: { 'x-api-key': shop.key } });
    expect(only.status).toBe(200);
  });

  test('with two keys is refused, in whichever headers they stand', async () => {
    const other = await service.key(shop.id, { livemode: true });
    for (const headers of [
      { authorization: [`Bearer ${shop.key}`, `Bearer ${other}`] },
      { 'x-api-key': other },
      { 'x-api-key': [shop.key, other] },
    ]) {
      const { status, body } = await get('shipping/zones', headers);
      expect([status, JSON.parse(body.toString()).error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  test('is told that there is nothing at an unknown path, whoever asks', async () => {
    for (const path of [
      '/v1/shipping',
      '/v1/shipping/quotes',
      '/v1/shipping/zones/',
      '/v2/shipping/zones',
      '/v1/../etc/passwd',
    ]) {
      const { status, body } = await get(path);
      expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('with a target beyond 8,192 characters is refused', async () => {
    const { status, body, headers } = await get(`shipping/zones?q=${'a'.repeat(8_200)}`);
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([414, 'URI_TOO_LONG']);
    expect(headers['x-request-id']).toBeDefined();
  });

  test('whose numbers have no end is refused', async () => {
    for (const query of ['limit=Infinity', 'limit=1e400', 'page=-1e400', 'page=-Infinity']) {
      const { status, body } = await get(`shipping/deliveries?${query}`);
      expect(
        [status, (JSON.parse(body.toString()) as { error: { message: string } }).error.message],
        query,
      ).toEqual([400, `${query.split('=')[0]} must be a finite number.`]);
    }
  });

  test.each(['0x10', '1e1', '%205', '5%20', '2.0', '%2B5', ''])('is refused with limit=%s', async (limit) => {
    const { status, body } = await get(`shipping/deliveries?limit=${limit}`);
    expect(status).toBe(400);
    expect(JSON.parse(body.toString())).toMatchObject({
      error: { code: 'VALIDATION_ERROR', message: 'limit must be an integer.' },
    });
  });

  test.each(['limit', 'status'])('is refused with two values for %s, and told so', async (name) => {
    const { status, body } = await get(`shipping/deliveries?${name}=5&${name}=5`);
    expect([status, JSON.parse(body.toString()).error.message]).toEqual([
      400,
      `${name} must stand once in the query.`,
    ]);
    expect((await get('shipping/deliveries?else=5&else=6')).status).toBe(200);
  });

  test('from our own documentation page may carry a test key, but no live one', async () => {
    const ours = { origin: service.server.baseUrl, 'sec-fetch-site': 'same-origin' };
    expect((await get('shipping/zones', ours)).status).toBe(200);
    const live = await service.key(shop.id, { livemode: true });
    expect((await get('shipping/zones', { ...ours, authorization: `Bearer ${live}` })).status).toBe(403);
  });
});

test.each([
  ['POST', 'shipping/deliveries'],
  ['PATCH', 'merchant'],
] as const)('%s of %s without the body it needs names the body', async (method, path) => {
  const { status, body } = await get(path, {}, method);
  expect(status).toBe(400);
  expect(JSON.parse(body.toString()).error.details.fields).toEqual([
    { path: 'body', message: 'is required' },
  ]);
});

describe('HEAD', () => {
  test('answers what GET would, without the body', async () => {
    for (const path of [
      'shipping/zones',
      `shipping/deliveries/${jobNumber}`,
      `shipping/deliveries/${jobNumber}/track`,
      '/healthz',
      '/v1/openapi.json',
    ]) {
      const [head, full] = [await get(path, {}, 'HEAD'), await get(path)];
      expect(head.status).toBe(200);
      expect(head.body).toHaveLength(0);
      expect([head.headers['content-type'], head.headers.etag, head.headers['content-length']]).toEqual([
        full.headers['content-type'],
        full.headers.etag,
        full.headers['content-length'],
      ]);
    }
  });

  test('of what is not there is 404 as well', async () => {
    expect((await get('shipping/deliveries/SHP-0000-0000', {}, 'HEAD')).status).toBe(404);
  });
});

describe('an ETag', () => {
  test('spares the body while the delivery stays as it was', async () => {
    for (const path of [`shipping/deliveries/${jobNumber}`, `shipping/deliveries/${jobNumber}/track`]) {
      const { etag = '' } = (await get(path)).headers;
      expect(etag).toMatch(/^W\/".+"$/);
      for (const known of [etag, etag.replace('W/', ''), `"old", ${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': known });
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      }
    }
  });

  test('changes with the delivery', async () => {
    const moving = await newDelivery();
    const { etag = '' } = (await get(`shipping/deliveries/${moving}`)).headers;
    await shop.client.cancelDelivery({ params: { jobNumber: moving } });
    const after = await get(`shipping/deliveries/${moving}`, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(etag);
  });
});

describe('compression', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ])('of an answer above 1 KiB for %s', async (accepted, encoding) => {
    const { headers, body } = await get('shipping/zones?limit=20', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(Number(headers['content-length'])).toBe(body.length);
    const text = (encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString('utf8');
    expect(JSON.parse(text).data).toHaveLength(20);
  });

  test.each(['identity', 'gzip;q=0', 'deflate', ''])('is left out for %s', async (accepted) => {
    const { headers } = await get('shipping/zones?limit=20', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary, 'a cache must know that others get it compressed').toContain('Accept-Encoding');
  });

  test('is not worth it below 1 KiB', async () => {
    expect(
      (await get('/healthz', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('leaves what depends on the origin marked so', async () => {
    const { headers } = await get('shipping/zones?limit=20', {
      'accept-encoding': 'gzip',
      origin: service.server.baseUrl,
      'sec-fetch-site': 'same-origin',
    });
    expect(headers.vary).toBe('Accept, X-Amount-Format, Origin, Accept-Encoding');
  });
});

describe('a preflight', () => {
  test('is refused where only a secret key will do: no page may call that', async () => {
    const { status, headers } = await get(
      'shipping/deliveries',
      { origin: 'https://shop.example.sl', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(status).toBe(405);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.allow).toBe('POST, GET, HEAD');
  });
});

describe('the rate limit of a key', () => {
  test('is told on every answer and refuses what goes beyond it', async () => {
    const hasty = await service.merchant();
    await updateMerchant(service.server.runtime.context, hasty.id, { readsPerSecond: 2, writesPerSecond: 1 });
    const read = () => get('shipping/zones?limit=1', { authorization: `Bearer ${hasty.key}` });
    const answers = await Promise.all(Array.from({ length: 12 }, read));
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-limit': '4',
      'ratelimit-remaining': expect.stringMatching(/^\d$/),
      'ratelimit-reset': expect.stringMatching(/^\d$/),
    });
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    for (const { headers, body } of refused) {
      expect(headers).toMatchObject({ 'retry-after': '1', 'ratelimit-remaining': '0' });
      expect(JSON.parse(body.toString()).error).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringContaining('2 reads a second'),
      });
    }
  });

  test('is told for the address where no key is known yet', async () => {
    const answers = [
      await get('shipping/zones', { authorization: 'Bearer nothing' }),
      await get('nothing/here'),
      await get('shipping/deliveries', {}, 'DELETE'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 405]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'ratelimit-limit': '40',
        'ratelimit-remaining': expect.stringMatching(/^\d+$/),
        'ratelimit-reset': expect.stringMatching(/^\d+$/),
      });
  });

  test('counts writes apart from reads', async () => {
    const hasty = await service.merchant();
    await updateMerchant(service.server.runtime.context, hasty.id, {
      readsPerSecond: 1,
      writesPerSecond: 100,
    });
    await Promise.all(
      Array.from({ length: 5 }, () =>
        get('shipping/zones?limit=1', { authorization: `Bearer ${hasty.key}` }),
      ),
    );
    await expect(hasty.client.listZones()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(
      (await hasty.client.saveAddress({ body: { address: '3 Pademba Road', city: 'Freetown' } })).status,
    ).toBe(201);
  });

  test('is not used up by requests that the key may not make', async () => {
    const modest = await service.merchant();
    await updateMerchant(service.server.runtime.context, modest.id, { readsPerSecond: 1 });
    for (let tried = 0; tried < 5; tried += 1)
      expect(
        (
          await get('shipping/zones', {
            authorization: `Bearer ${modest.key}`,
            origin: 'https://evil.example',
          })
        ).status,
      ).toBe(403);
    expect((await modest.client.listZones()).data.length).toBeGreaterThan(0);
  });
});

test('an address that shows keys that do not open is refused for a while', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => get('shipping/zones', { authorization: 'Bearer sk_test_wrong' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect((await get('shipping/zones')).status, 'a key that opens is served nevertheless').toBe(200);
});

describe('a list as CSV', () => {
  test('has a line for each delivery and runs nothing in a spreadsheet', async () => {
    await newDelivery({
      recipient_name: '=HYPERLINK("http://evil.example")',
      package_description: 'Two "fine" shirts,\nfolded',
      order_number: '-1',
    });
    const { status, headers, body } = await get('shipping/deliveries', { accept: 'text/csv' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="listDeliveries.csv"');
    expect(headers['x-request-id']).toBeDefined();
    const text = body.toString('utf8');
    expect(text.split('\r\n')[0]).toMatch(/^job_number,transaction_id,order_number,/);
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
    expect(text).toContain('"Two ""fine"" shirts,\nfolded"');
    expect(text).toContain(",'-1,");
    expect(text.split('\r\n')[0]?.split(',')).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(pickup|delivery)_code$/)]),
    );
  });

  test.each(['text/csv;q=0, */*', '*/*', 'application/json, text/csv;q=0.5'])(
    'is not what a list comes as for %s',
    async (accept) => {
      const { headers } = await get('shipping/deliveries', { accept });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  test('goes beyond one page', async () => {
    const many = await service.merchant();
    await updateMerchant(service.server.runtime.context, many.id, { writesPerSecond: 1_000 });
    await Promise.all(
      Array.from({ length: 130 }, (_, at) =>
        many.client.createDelivery({
          body: {
            pickup_city: 'Freetown',
            delivery_city: 'Lumley',
            delivery_address: '27 Freetown Road',
            order_number: `N${at}`,
          },
        }),
      ),
    );
    const { body } = await get('shipping/deliveries', {
      accept: 'text/csv',
      authorization: `Bearer ${many.key}`,
    });
    const lines = body.toString('utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(131);
    expect(new Set(lines.map((line) => line.slice(0, 13))).size).toBe(131);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('travels compressed by %s', async (encoding, decompress) => {
    const [plain, small] = [
      await get('shipping/deliveries', { accept: 'text/csv' }),
      await get('shipping/deliveries', { accept: 'text/csv', 'accept-encoding': encoding }),
    ];
    expect([small.headers['content-encoding'], small.headers.vary]).toEqual([
      encoding,
      'Accept, X-Amount-Format, Accept-Encoding',
    ]);
    expect(decompress(small.body).equals(plain.body)).toBe(true);
    expect(small.body.length).toBeLessThan(plain.body.length / 2);
  });

  test('is refused as JSON where the request is wrong', async () => {
    const { status, body } = await get('shipping/deliveries?status=lost', { accept: 'text/csv' });
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
