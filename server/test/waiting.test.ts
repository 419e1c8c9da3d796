import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { knowsWait } from '../src/http/hold-waiting.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';
import { kindOf, thingsOf, type Things } from './kit/things.ts';

const all = Object.values(operations) as readonly Operation[];
const waiting = all.filter(knowsWait).map(({ id }) => id as OperationId);
const streaming = all.filter(({ events }) => events !== undefined).map(({ id }) => id as OperationId);
/** What a node has room for; `hold-waiting.ts` and `event-streams.ts` say so too. */
const WAITING_PER_MERCHANT_MAX = 1_000;
const STREAMS_PER_KEY_MAX = 10;
const SOME = 20;

let service: TestService;
let shop: TestMerchant;
let stranger: TestMerchant;
const things: Record<string, Things> = {};
let hangUp: AbortController;

beforeAll(async () => {
  service = await startService();
  [shop, stranger] = [await service.merchant(), await service.merchant()];
  for (const { key } of [shop, stranger]) things[key] = await thingsOf(service, { key, clock: true });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  hangUp = new AbortController();
});
afterEach(() => hangUp.abort());

const server = () => service.server.server;

function ask(
  id: OperationId,
  {
    key,
    query = {},
    headers = {},
  }: {
    readonly key: string;
    readonly query?: Record<string, string>;
    readonly headers?: Record<string, string>;
  },
): Promise<Response> {
  const { path, method, example } = operations[id] as Operation;
  const filled = path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => things[key]?.[kindOf(example.params?.[name] ?? '')] ?? '',
  );
  return fetch(`${service.baseUrl}${filled}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: hangUp.signal,
  });
}

/** Waits for what will not happen; short, for a request keeps its place until it has ended. */
const wait = async (id: OperationId, key: string): Promise<Response> =>
  ask(id, { key, query: { ...(await endOfFeed(id, key)), wait: '5' } });
const listen = (id: OperationId, key: string): Promise<Response> =>
  ask(id, { key, headers: { accept: 'text/event-stream' } });

/** The feed of a webhook has something to say until it is read to its end. */
async function endOfFeed(id: OperationId, key: string): Promise<Record<string, string>> {
  if (id !== 'pollWebhookMessages') return { since_version: '9999' };
  const { data } = (await (await ask(id, { key, query: { limit: '100' } })).json()) as {
    readonly data: { readonly next: string };
  };
  return { after: data.next };
}

test('what knows wait, and what streams, is known', () => {
  expect(waiting).toEqual(expect.arrayContaining(['trackDelivery', 'getPayment', 'pollWebhookMessages']));
  expect(streaming).toEqual(expect.arrayContaining(['trackDelivery', 'followPayment', 'getScanStats']));
});

describe.each(waiting)('requests that wait for %s', (id) => {
  test('are no load, however many, and give their places back', async () => {
    const query = { ...(await endOfFeed(id, shop.key)), wait: '3' };
    const polls = Array.from({ length: SOME }, () => ask(id, { key: shop.key, query }));
    await expect.poll(() => server().waiting.taken(), { timeout: 60_000 }).toBe(SOME);
    expect(server().shedder.inFlight()).toBe(0);
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual(
      Array.from({ length: SOME }, () => 200),
    );
    await expect.poll(() => server().waiting.taken()).toBe(0);
  });

  test('of one merchant leave others their service, and their places', async () => {
    const leave = Array.from({ length: WAITING_PER_MERCHANT_MAX }, () =>
      server().waiting.take([{ owner: `merchant:${shop.id}`, max: Infinity }]),
    );
    try {
      const refused = await wait(id, shop.key);
      expect([
        refused.status,
        refused.headers.get('retry-after'),
        ((await refused.json()) as { readonly error: { readonly code: string } }).error.code,
      ]).toEqual([429, '5', 'RATE_LIMITED']);
      const query = { ...(await endOfFeed(id, stranger.key)), wait: '1' };
      expect((await ask(id, { key: stranger.key, query })).status).toBe(200);
      expect((await ask('listDeliveries', { key: stranger.key })).status).toBe(200);
      expect((await ask(id, { key: shop.key })).status).toBe(200);
      expect(server().shedder.inFlight()).toBe(0);
    } finally {
      for (const one of leave) one();
    }
  });
});

test('many who really wait with one key keep nobody else from anything', async () => {
  const query = { wait: '20', since_version: '9999' };
  const polls = Array.from({ length: 800 }, () =>
    ask('trackDelivery', { key: shop.key, query }).catch(() => null),
  );
  await expect.poll(() => server().waiting.taken(), { timeout: 60_000 }).toBe(800);
  for (let round = 0; round < 20; round += 1)
    expect((await ask('listDeliveries', { key: stranger.key })).status).toBe(200);
  hangUp.abort();
  await Promise.all(polls);
}, 300_000);

// A door's stream needs a device's token besides; it is opened by the same code.
describe.each(streaming.filter((id) => !id.endsWith('AtDoor')))('streams of %s', (id) => {
  test('are no load, so many for one key, and leave others theirs', async () => {
    const open = await Promise.all(Array.from({ length: STREAMS_PER_KEY_MAX }, () => listen(id, shop.key)));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: STREAMS_PER_KEY_MAX }, () => 200));
    const refused = await listen(id, shop.key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
    expect((await listen(id, stranger.key)).status).toBe(200);
    expect([server().streams.count(), server().shedder.inFlight()]).toEqual([STREAMS_PER_KEY_MAX + 1, 0]);
    hangUp.abort();
    await expect.poll(() => server().streams.count()).toBe(0);
  });
});

describe('answers that nobody reads', () => {
  test('are no load, and counted until they are taken', async () => {
    expect((await ask('listDeliveries', { key: shop.key })).status).toBe(200);
    expect(server().shedder.inFlight()).toBe(0);
    expect(server().metrics.text()).toMatch(/^cottontree_unread_answer_bytes \d+$/m);
    expect(server().metrics.text()).toMatch(/^cottontree_waiting_requests \d+$/m);
  });
});
