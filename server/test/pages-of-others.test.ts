import type { Operation } from '@cottontree/contract';
import { isForPages, operations } from '@cottontree/contract';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from './kit/browser.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let browser: TestBrowser;
let listed: Server;
let unlisted: Server;
let publicKey: string;
let eventUrl: string;
let linkUrl: string;

beforeAll(async () => {
  [service, browser, listed, unlisted] = await Promise.all([
    startService(),
    openBrowser(),
    openSite(),
    openSite(),
  ]);
  shop = await service.merchant();
  publicKey = await service.key(shop.id, { kind: 'public', scopes: [], origins: [originOf(listed)] });
  const { data: event } = await shop.client.createEvent({
    body: {
      name: 'Freetown Jazz',
      start_date: '2094-01-20T18:00:00Z',
      end_date: '2094-01-20T23:00:00Z',
      status: 'published',
      ticket_types: [{ name: 'Regular', price: 50, quantity_available: 100 }],
    },
  });
  const { data: link } = await shop.client.createPaymentLink({
    body: { type: 'fixed', amount: 350, title: 'School fees' },
  });
  eventUrl = `${service.baseUrl}/public/events/${event.id}`;
  linkUrl = `${service.baseUrl}/public/payment-links/${link.slug}/payments`;
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  for (const site of [listed, unlisted]) site.close();
  await service[Symbol.asyncDispose]();
});

/** Somebody's own site, with nothing on it. */
async function openSite(): Promise<Server> {
  const site = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': '' })
      .end('<!doctype html><link rel="icon" href="data:,"><title>Shop</title>'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return site;
}

const originOf = (site: Server): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const preflight = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example.sl', 'access-control-request-method': 'POST', ...headers },
  });

type Seen =
  | {
      readonly status: number;
      readonly code?: string;
      readonly name?: string;
      readonly headers: Readonly<Record<string, string | null>>;
    }
  | { readonly failed: string };

/** What a script in the page is let to see. */
async function fetchIn(page: Page, url: string, init: object): Promise<Seen> {
  return page.evaluate(`fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (answer) => {
    const { data, error } = await answer.json();
    const headers = Object.fromEntries(['x-request-id', 'ratelimit-remaining', 'retry-after', 'etag', 'idempotent-replayed'].map((name) => [name, answer.headers.get(name)]));
    return { status: answer.status, code: error?.code, name: data?.name, id: data?.id, headers };
  }, (error) => ({ failed: String(error) }))`);
}

async function visit(site: Server): Promise<Page> {
  return (await browser.look(`${originOf(site)}/`)).page;
}

describe('a page of a site that the public key lists', IN_A_BROWSER, () => {
  test('reads a published event, with the headers that tell it how to behave', async () => {
    const page = await visit(listed);
    const seen = await fetchIn(page, eventUrl, {
      headers: { authorization: `Bearer ${publicKey}`, 'x-request-id': 'page-1' },
    });
    expect(seen).toMatchObject({
      status: 200,
      name: 'Freetown Jazz',
      headers: {
        'x-request-id': 'page-1',
        'ratelimit-remaining': expect.stringMatching(/^\d+$/),
        etag: expect.stringMatching(/^W\//),
      },
    });
    await page.context().close();
  });

  test('begins a payment, and sent again it is the same one', async () => {
    const page = await visit(listed);
    const init = {
      method: 'POST',
      headers: { 'x-api-key': publicKey, 'content-type': 'application/json', 'idempotency-key': 'click-1' },
      body: JSON.stringify({ channel: 'card' }),
    };
    const [first, again] = [await fetchIn(page, linkUrl, init), await fetchIn(page, linkUrl, init)];
    expect([first, again]).toMatchObject([
      { status: 201, headers: { 'idempotent-replayed': null } },
      { status: 201, headers: { 'idempotent-replayed': 'true' } },
    ]);
    expect((again as { id?: string }).id).toBe((first as { id?: string }).id);
    await page.context().close();
  });

  test('reads why it is refused: an unknown key, a wrong body, an operation that is not for pages', async () => {
    const page = await visit(listed);
    const key = { authorization: `Bearer ${publicKey}` };
    expect(
      await fetchIn(page, eventUrl, { headers: { authorization: 'Bearer pk_test_nothing' } }),
    ).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    expect(
      await fetchIn(page, linkUrl, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: '{',
      }),
    ).toMatchObject({ status: 400, code: 'INVALID_JSON' });
    expect(await fetchIn(page, `${service.baseUrl}/events`, { headers: key })).toEqual({
      failed: 'TypeError: Failed to fetch',
    });
    await page.context().close();
  });
});

describe('a page of another site', IN_A_BROWSER, () => {
  test('is refused, and may read that', async () => {
    const page = await visit(unlisted);
    expect(
      await fetchIn(page, eventUrl, { headers: { authorization: `Bearer ${publicKey}` } }),
    ).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
    await page.context().close();
  });

  test('never gets cookies or another origin allowed', async () => {
    const answer = await fetch(eventUrl, {
      headers: { authorization: `Bearer ${publicKey}`, origin: originOf(unlisted) },
    });
    expect([
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-credentials'),
      answer.headers.get('vary'),
    ]).toEqual([originOf(unlisted), null, expect.stringContaining('Origin')]);
    const plain = await fetch(eventUrl, { headers: { authorization: `Bearer ${shop.key}` } });
    expect([plain.headers.get('access-control-allow-origin'), plain.headers.get('vary')]).toEqual([
      null,
      expect.stringContaining('Origin'),
    ]);
  });
});

describe('a preflight', IN_A_BROWSER, () => {
  const all = Object.values(operations) as Operation[];
  const isPagePath = (path: string): boolean => all.some((one) => isForPages(one) && one.path === path);

  test.each(all.filter(isForPages).map((one) => [one.id, one] as const))(
    'to %s is told its method and headers, without a key',
    async (_id, { path, method }) => {
      const answer = await preflight(`${service.baseUrl}${path.replaceAll(/:\w+/g, 'x')}`);
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      const told = Object.fromEntries(
        [
          'access-control-allow-origin',
          'access-control-max-age',
          'vary',
          'access-control-allow-credentials',
        ].map((name) => [name, answer.headers.get(name)]),
      );
      expect(told).toEqual({
        'access-control-allow-origin': 'https://shop.example.sl',
        'access-control-max-age': '7200',
        vary: 'Origin',
        'access-control-allow-credentials': null,
      });
      expect(answer.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
      for (const name of [
        'Authorization',
        'X-API-Key',
        'Content-Type',
        'Idempotency-Key',
        'X-Client-Secret',
        'X-Scanner-Token',
        'X-Terminal-Token',
        'If-Match',
        'X-Request-Id',
        'X-Amount-Format',
      ]) {
        expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toContain(name);
      }
    },
  );

  test('tells of no method that pages may not use', async () => {
    const answer = await preflight(`${service.baseUrl}/payments`);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
  });

  test.each(all.filter(({ path }) => !isPagePath(path)).map((one) => [one.id, one] as const))(
    'to %s is refused: no page may call it',
    async (_id, { path }) => {
      const answer = await preflight(`${service.baseUrl}${path.replaceAll(/:\w+/g, 'x')}`);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    },
  );
});

test('one address cannot use up what a public key may ask', IN_A_BROWSER, async () => {
  const ask = async () =>
    fetch(eventUrl, { headers: { authorization: `Bearer ${publicKey}`, origin: originOf(listed) } });
  const askAtOnce = async () =>
    (await Promise.all(Array.from({ length: 200 }, ask))).filter(({ status }) => status === 429);
  // A crowded machine may serve them more slowly than they are allowed.
  let refused: readonly Response[] = [];
  for (let round = 0; refused.length <= 5 && round < 10; round += 1) refused = await askAtOnce();
  expect(refused.length).toBeGreaterThan(5);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(refused[0]?.headers.get('access-control-allow-origin')).toBe(originOf(listed));
  expect(Number(refused[0]?.headers.get('ratelimit-remaining'))).toBeGreaterThan(100);
});
