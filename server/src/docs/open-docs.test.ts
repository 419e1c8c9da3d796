import { gunzipSync } from 'node:zlib';
import { ERRORS, eventKinds, operations } from '@cottontree/contract';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openAssets } from '../pages/index.ts';
import { GUIDES } from './guides/guide-list.ts';
import { openDocs, type Docs } from './index.ts';
import { LANGUAGES } from './samples/samples.ts';

const BASE_URL = 'https://ship.example.sl';
/** What other parts of the server show. */
const ELSEWHERE = [
  '/',
  '/dashboard',
  '/dashboard/developers',
  '/v1/openapi.json',
  '/favicon.svg',
  '/docs/search',
];
/** Of a page's own text; the longest are those of the largest bodies and the catalogue of errors. */
const GZIPPED_BYTES_MAX = 20_000;

type Seen = { readonly status: number; readonly text: string; readonly bytes: number };

let docs: Docs;
const seen = new Map<string, Seen>();

async function look(path: string, headers: Readonly<Record<string, string>> = {}) {
  const [address = '', query = ''] = path.split('?');
  const handle = docs.routes.find((route) => route.path === '/docs/*')?.handle;
  if (!handle) throw new Error('The documentation has no routes.');
  return handle({
    requestId: 'req_1',
    isHead: false,
    path: address,
    params: {},
    query: Object.fromEntries(new URLSearchParams(query)),
    form: {},
    headers,
    address: '127.0.0.1',
    now: new Date(0),
  });
}

async function read(path: string): Promise<Seen> {
  const { status, body } = await look(path, { 'accept-encoding': 'gzip' });
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(String(body));
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { status, text: (isPacked ? gunzipSync(bytes) : bytes).toString(), bytes: bytes.length };
}

beforeAll(async () => {
  docs = openDocs({ assets: await openAssets(), baseUrl: () => BASE_URL });
  for (const path of docs.paths) seen.set(path, await read(path));
}, 300_000);

const hrefsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, target = '']) =>
    target.replaceAll('&amp;', '&'),
  );
const idsOf = (text: string): readonly string[] =>
  [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

/** What merchants' developers type, and the page that tells it. */
const LOOKED_FOR = [
  ['refund', 'guides/payouts-reconciliation#refunds'],
  ['partial refund', 'guides/payouts-reconciliation#refunds'],
  ['webhook signature', 'guides/webhooks#verify-the-signature'],
  ['webook', 'guides/webhooks'],
  ['idempotancy', 'guides/conventions#idempotency'],
  ['authentification', 'guides/conventions#keys'],
  ['pagnation', 'guides/conventions#lists'],
  ['test card', 'guides/payments#test-mode'],
  ['COD', 'guides/dispatch#cash'],
  ['NLe', 'guides/conventions#money'],
  ['currency', 'guides/conventions#money'],
  ['mobile money', 'guides/payments'],
  ['429', 'guides/conventions#errors'],
  ['CSP', 'guides/widgets#your-pages-policy'],
  ['CORS', 'guides/hosted-pages#from-your-own-page'],
  ['printer', 'guides/pos#receipts'],
  ['localhost', 'guides/webhooks#on-your-own-machine'],
  ['SDK', 'guides/client'],
  ['VAT', 'guides/totals'],
  ['how do I verify webhooks in node', 'guides/webhooks#verify-the-signature'],
  ['how to rotate secret', 'guides/webhooks#changing-the-secret'],
] as const;

describe('the documentation', () => {
  test('has a page for every operation, error, kind of event and guide', () => {
    const guides = readdirSync(join(import.meta.dirname, '../../../docs'))
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => name.replace('.md', ''));
    expect(guides.filter((name) => !GUIDES.some((guide) => guide.name === name))).toEqual([]);
    const wanted = [...Object.keys(operations), ...Object.keys(ERRORS), ...eventKinds, ...GUIDES];
    expect(docs.paths.length).toBeGreaterThan(wanted.length);
    expect(new Set(docs.paths).size).toBe(docs.paths.length);
  });

  test('shows every page, light enough and with nothing of its own that its policy forbids', () => {
    expect([...seen].filter(([, { status }]) => status !== 200)).toEqual([]);
    expect(
      [...seen]
        .filter(([, { bytes }]) => bytes > GZIPPED_BYTES_MAX)
        .map(([path, { bytes }]) => [path, bytes]),
    ).toEqual([]);
    const forbidden = / style="|<style|<script(?![^>]* src=)| on\w+="|javascript:/;
    expect(
      [...seen]
        .filter(([, { text }]) => forbidden.test(text.replaceAll(/<code[\s\S]*?<\/code>/g, '')))
        .map(([path]) => path),
    ).toEqual([]);
    expect(
      [...seen].filter(([, { text }]) => (text.match(/<h1/g) ?? []).length !== 1).map(([path]) => path),
    ).toEqual([]);
    expect(
      [...seen]
        .filter(([, { text }]) => new Set(idsOf(text)).size !== idsOf(text).length)
        .map(([path]) => path),
    ).toEqual([]);
  });

  test('links only to what is there', () => {
    const assets = new Set([...docs.files.map(({ path }) => path), ...ELSEWHERE]);
    let links = 0;
    const broken = [...seen].flatMap(([path, { text }]) =>
      hrefsOf(text)
        .filter((target) => {
          links += 1;
          if (/^https?:/.test(target) || target.startsWith('/assets/')) return false;
          const [file = '', anchor] = target.split('#');
          const page = seen.get(file === '' ? path : file);
          if (page === undefined) return !assets.has(file.split('?')[0] ?? '');
          return anchor !== undefined && !idsOf(page.text).includes(decodeURIComponent(anchor));
        })
        .map((target) => `${path} → ${target}`),
    );
    expect([...new Set(broken)]).toEqual([]);
    expect(links).toBeGreaterThan(20_000);
  });

  test('answers an address that it does not know with a way on, and one that is known with what is new alone', async () => {
    const missing = await read('/docs/api/shipping/no-such-thing');
    expect([missing.status, missing.text.includes('/docs/search?q=no%20such%20thing')]).toEqual([404, true]);
    const { headers } = await look('/docs/errors/SOLD_OUT');
    const again = await look('/docs/errors/SOLD_OUT', { 'if-none-match': headers?.['etag'] ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
    const plain = await look('/docs/errors/SOLD_OUT');
    expect(plain.headers?.['content-encoding']).toBeUndefined();
    expect(String(plain.body)).toBe(seen.get('/docs/errors/SOLD_OUT')?.text);
  });

  test('shows a call in every language, and its answer as the API writes it', () => {
    const page = seen.get('/docs/api/shipping/create-delivery')?.text ?? '';
    for (const language of LANGUAGES) expect(page).toContain(`class="code of-${language}"`);
    expect(page).toContain(`${BASE_URL}/v1/shipping/deliveries`);
    const plain = page.replaceAll(/<\/?i[^>]*>/g, '').replaceAll('&quot;', '"');
    expect(plain).toContain('"success": true');
    expect(plain).toContain('"job_number": "SHP-7A9K-NZZK"');
  });

  test('finds operations by path and name, errors by code and guides by heading, without script', async () => {
    const first = async (question: string): Promise<string> => {
      const { text } = await read(`/docs/search?q=${encodeURIComponent(question)}`);
      const list = text.slice(text.indexOf('<h1>Find'));
      return /<ul class="calls"><li><a href="([^"]*)"/.exec(list)?.[1] ?? 'nothing';
    };
    expect(await first('sold_out')).toBe('/docs/errors/SOLD_OUT');
    expect(await first('POST /v1/payments/{id}/cancel')).toBe('/docs/api/payments/cancel-payment');
    expect(await first('verify the signature')).toBe('/docs/guides/webhooks#verify-the-signature');
    expect(await first('invoice.paid')).toBe('/docs/webhooks/invoice.paid');
    expect(await first('<b>')).toBe('nothing');
    expect(
      await Promise.all(LOOKED_FOR.map(async ([question]) => [question, await first(question)])),
    ).toEqual(LOOKED_FOR.map(([question, path]) => [question, `/docs/${path}`]));
    expect((await read('/docs/search?q=%3Cb%3E')).text).not.toContain('<b>”');
  });
});
