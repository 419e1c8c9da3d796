import { createHook } from 'node:async_hooks';
import { request, type IncomingHttpHeaders } from 'node:http';
import { operations, type Operation } from '@cottontree/contract';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel } from './kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await shop.client.createDelivery({ body: parcel });
});
afterAll(() => service[Symbol.asyncDispose]());

type Seen = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** One request with exactly the headers given; nothing is decoded. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    request(new URL(path, service.server.baseUrl), { method, headers }, (response) => {
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

/** Public pictures of a public address. */
const PICTURES = new Set(['/l/:slug/qr.svg', '/l/:slug/qr.png']);
const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
const routes = () => service.server.server.routes.all();
const filled = (url: string): string => url.replaceAll(/:\w+/g, TOKEN);

/** The paths of what is the same for everybody. */
async function files(): Promise<readonly string[]> {
  const paths = routes()
    .filter(({ method, url }) => method === 'GET' && !url.includes(':'))
    .map(({ url }) => url);
  const seen = await Promise.all(paths.map(async (path) => [path, await ask(path)] as const));
  return seen
    .filter(([, { headers }]) => headers['cache-control']?.startsWith('public'))
    .map(([path]) => path);
}

describe('no cache keeps what a key, a session or a token opened, or was refused to', () => {
  test('at any path, with any method, whoever asks', async () => {
    const publicFiles = new Set(await files());
    let looked = 0;
    for (const { method, url } of routes()) {
      if (publicFiles.has(url) || PICTURES.has(url)) continue;
      for (const headers of [{}, { authorization: `Bearer ${shop.key}` }]) {
        for (const asked of [method, 'OPTIONS']) {
          const { status, headers: given } = await ask(filled(url), { method: asked, headers });
          // What somebody typed is gone back to in their own browser, and nowhere else.
          const kept = `${asked} ${url}` === 'POST /track' ? 'private, no-cache' : 'no-store';
          expect(given['cache-control'], `${asked} ${url} ${status}`).toBe(kept);
          looked += 1;
        }
      }
    }
    expect(looked).toBeGreaterThan(Object.keys(operations).length * 4);
  }, 300_000);

  test('neither a list nor its CSV', async () => {
    const lists = (Object.values(operations) as Operation[]).filter(
      ({ list, by, method, path }) => list && by === undefined && method === 'GET' && !path.includes(':'),
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const { path, csvPath } of lists) {
      for (const [url, accept] of [
        [path, 'application/json'],
        [path, 'text/csv'],
        ...(csvPath ? [[csvPath, '*/*']] : []),
      ] as [string, string][]) {
        const { status, headers } = await ask(`/v1${url}`, {
          headers: { authorization: `Bearer ${shop.key}`, accept, 'accept-encoding': 'br' },
        });
        expect([url, status < 500, headers['cache-control']]).toEqual([url, true, 'no-store']);
      }
    }
  });

  test('nor what stands at no path at all, nor what cannot be read', async () => {
    for (const path of [
      '/v1/nothing',
      '/nothing',
      '/v1/%E0%A4%A',
      `/v1/shipping/zones?q=${'a'.repeat(8_200)}`,
    ])
      expect([path, (await ask(path)).headers['cache-control']]).toEqual([path, 'no-store']);
  });
});

describe('what is answered in the form that is asked for', () => {
  const varies = async (path: string, headers: Record<string, string> = {}): Promise<readonly string[]> =>
    ((await ask(path, { headers: { authorization: `Bearer ${shop.key}`, ...headers } })).headers.vary ?? '')
      .split(', ')
      .filter(Boolean);

  test('says by which header, whichever form it has: a list that comes as CSV too, what comes as events, amounts as text', async () => {
    const read = (Object.values(operations) as Operation[]).filter(
      ({ method, by }) => method === 'GET' && by === undefined,
    );
    const chosen = read.filter(({ list, events }) => list || events !== undefined);
    expect(chosen.length).toBeGreaterThan(40);
    for (const { path } of chosen)
      for (const accept of ['application/json', 'text/csv'])
        expect([path, await varies(`/v1${filled(path)}`, { accept })]).toEqual([
          path,
          expect.arrayContaining(['Accept']),
        ]);
    const deliveries = await varies('/v1/shipping/deliveries', {
      'accept-encoding': 'br',
      accept: 'text/csv',
    });
    expect(deliveries.toSorted()).toEqual(['Accept', 'Accept-Encoding', 'X-Amount-Format']);
    expect(await varies('/v1/me/none')).not.toContain('X-Amount-Format');
  });

  test('so does what is not there: a page for people, an envelope for programs', async () => {
    expect(await varies('/nothing')).toEqual(['Accept']);
    expect(await varies('/nothing', { accept: 'text/html' })).toEqual(
      expect.arrayContaining(['Accept', 'Accept-Language']),
    );
  });
});

describe('a file that is the same for everybody', () => {
  test('is named: there is none besides', async () => {
    expect((await files()).map((path) => path.replace(/\.[\w-]{12}\./, '.'))).toEqual(
      expect.arrayContaining([
        '/v1/openapi.json',
        '/docs/index.json',
        '/docs/files/verifier.mjs',
        '/assets/docs.css',
        '/assets/docs.js',
        '/assets/page.css',
        '/assets/parcel.js',
        '/favicon.svg',
        '/favicon.ico',
        '/robots.txt',
      ]),
    );
  });

  test.each(['/assets/', '/app/assets/'])(
    'in %s is told from one that is not there, and has no other method than its own',
    async (folder) => {
      const path = (await files()).find((one) => one.startsWith(folder)) ?? expect.fail('there is none');
      const beside = `${folder}nothing.js`;
      for (const method of ['GET', 'POST']) {
        const { status, headers, body } = await ask(beside, { method });
        expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
        expect(body.toString()).toContain(`There is nothing at ${beside}.`);
      }
      expect(await ask(path, { method: 'POST' })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
      });
      const { status, headers, body } = await ask(path, { method: 'HEAD' });
      expect([status, body.length, headers.etag]).toEqual([200, 0, (await ask(path)).headers.etag]);
    },
  );

  test('is compressed once for each encoding, however often and however many at once ask', async () => {
    const paths = await files();
    const encodings = ['br', 'gzip', 'identity'];
    // One file after the other, each by many at once: all of them at once are more than two cores answer in time.
    const askAll = async (): Promise<void> => {
      for (const path of paths)
        await Promise.all(
          encodings.flatMap((encoding) =>
            Array.from({ length: 4 }, () => ask(path, { headers: { 'accept-encoding': encoding } })),
          ),
        );
    };
    const compressions = countCompressions();
    await askAll();
    const large = (await Promise.all(paths.map((path) => ask(path)))).filter(
      ({ body }) => body.length >= 1_024,
    ).length;
    expect(compressions.count()).toBeLessThanOrEqual(2 * large);
    const before = compressions.count();
    await askAll();
    expect(compressions.end() - before).toBe(0);
  });

  test('is the same in every encoding, and has one entity tag that saves sending it again', async () => {
    for (const path of await files()) {
      const plain = await ask(path, { headers: { 'accept-encoding': 'identity' } });
      const { etag, vary } = plain.headers;
      expect([path, plain.status, plain.headers['content-encoding']]).toEqual([path, 200, undefined]);
      expect(etag, path).toMatch(/^W\/"[\w-]{22}"$/);
      expect(vary, path).toBe('Accept-Encoding');
      for (const [encoding, decoded] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, body } = await ask(path, { headers: { 'accept-encoding': encoding } });
        expect([path, headers['content-encoding'], headers.etag]).toEqual([
          path,
          plain.body.length < 1_024 ? undefined : encoding,
          etag,
        ]);
        expect((headers['content-encoding'] ? decoded(body) : body).equals(plain.body), path).toBe(true);
        const again = await ask(path, {
          headers: { 'accept-encoding': encoding, 'if-none-match': `"other", ${etag}` },
        });
        expect([
          path,
          again.status,
          again.body.length,
          again.headers.etag,
          again.headers['cache-control'],
        ]).toEqual([path, 304, 0, etag, headers['cache-control']]);
      }
      expect((await ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });
});

/** Every compressor that this process makes announces itself. */
function countCompressions(): { readonly count: () => number; readonly end: () => number } {
  let made = 0;
  const hook = createHook({ init: (_id, type) => void (made += Number(type === 'ZLIB')) }).enable();
  return {
    count: () => made,
    end() {
      hook.disable();
      return made;
    },
  };
}
