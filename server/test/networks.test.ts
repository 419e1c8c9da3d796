import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeHoldTurn } from '../src/modules/events/orders/public-ticket-orders.ts';
import type { Call } from '../src/kernel/call/call.ts';
import { createProbe } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

/** What one subscriber was given. */
const NETWORK = '2001:db8:1:2';
/** Tells a whole address from its network wherever it is kept. */
const OWN_HALF = 'cafe:cafe';
/** More than any of these limits, twice, so that it is met also where a minute ends meanwhile. */
const TRIES_MAX = 1_300;

let service: TestService;
let shop: TestMerchant;
let publicKey: string;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  publicKey = await service.key(shop.id, { kind: 'public', scopes: [] });
});
afterAll(() => service[Symbol.asyncDispose]());

const another = (number: number, network = NETWORK): string =>
  `${network}:${OWN_HALF}:1:${number.toString(16)}`;
/** So that what was counted in one test is not met in the next. */
let networks = 0;

/** The status once every request of one network, each from an address of its own, has been too many; and next door's then. */
async function exhaust(
  ask: (address: string) => Promise<number>,
): Promise<readonly [statuses: ReadonlySet<number>, nextDoor: number]> {
  const statuses = new Set<number>();
  networks += 2;
  for (let tries = 0; tries < TRIES_MAX && !statuses.has(429); tries += 1)
    statuses.add(await ask(another(tries, `2001:db8:2:${networks}`)));
  return [statuses, await ask(another(0, `2001:db8:2:${networks + 1}`))];
}

async function statusOf(path: string, address: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(new URL(path, service.server.baseUrl), {
    ...init,
    headers: { 'x-forwarded-for': address, ...init.headers },
  });
  await response.arrayBuffer();
  return response.status;
}

const asJson = (body: object, key?: string): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  },
});

describe('every operation counts whoever has no secret key by network', () => {
  test.each(Object.keys(operations) as OperationId[])('%s', async (id) => {
    const probe = createProbe(service.baseUrl);
    const { publicKey: takesPublic, by } = operations[id] as Operation;
    for (const key of [undefined, ...(takesPublic ? [publicKey] : [])])
      await probe.ask(id, {
        key,
        params: (operations[id] as Operation).example.params ?? {},
        headers: { 'x-forwarded-for': another(1) },
      });
    const buckets = [...service.server.server.rateLimiter.usage().keys()];
    expect(buckets.filter((bucket) => bucket.includes(OWN_HALF))).toEqual([]);
    expect(buckets).toContain(
      by === 'anyone'
        ? `open:${id}:${NETWORK}::/64:${operations[id].method === 'GET' ? 'read' : 'write'}`
        : `address:${NETWORK}::/64`,
    );
    if (takesPublic)
      expect(buckets.filter((bucket) => bucket.endsWith(`:${NETWORK}::/64`)).length).toBeGreaterThan(1);
  });
});

describe('one network cannot go around a limit by changing its address', () => {
  test.each(['/track', '/robots.txt', '/v1/openapi.json'])('for %s', async (path) => {
    expect(await exhaust((address) => statusOf(path, address, { method: 'HEAD' }))).toEqual([
      new Set([200, 429]),
      200,
    ]);
  });

  test('for callbacks that nobody gave an address', async () => {
    expect(
      await exhaust((address) => statusOf('/callbacks/test/unknown', address, { method: 'POST' })),
    ).toEqual([new Set([404, 429]), 404]);
  });

  test("for guesses at a parcel's recipient", async () => {
    const guess = (address: string): Promise<number> =>
      statusOf('/track', address, {
        method: 'POST',
        body: new URLSearchParams({ number: 'SHP-0000-0000', digits: '0000' }),
      });
    expect(await exhaust(guess)).toEqual([new Set([404, 429]), 404]);
  });

  test.each(['dispatch', 'driver'])('for guesses at a secret of somebody of %s', async (module) => {
    let somebody = 0;
    const guess = (address: string): Promise<number> => {
      somebody += 1;
      return statusOf(
        `/v1/${module}/login`,
        address,
        asJson(
          module === 'driver'
            ? { phone: `+2327655${String(somebody).padStart(4, '0')}`, pin: '482913' }
            : { email: `nobody-${somebody}@example.sl`, password: 'Wrong, but long enough' },
        ),
      );
    };
    // Nobody runs into it sooner, for each guess is at somebody else's.
    const [statuses, nextDoor] = await exhaust(guess);
    expect([statuses, nextDoor]).toEqual([new Set([401, 429]), 401]);
  });

  test("for guesses at a scanner's pairing code", async () => {
    const guess = (address: string): Promise<number> =>
      statusOf('/v1/public/scanner/pair', address, asJson({ pairing_code: 'ABCD2345' }, publicKey));
    const [statuses, nextDoor] = await exhaust(guess);
    expect(statuses).toContain(429);
    expect(nextDoor).not.toBe(429);
  });

  test("for guesses at a till's pairing code", async () => {
    const guess = (address: string): Promise<number> =>
      statusOf(
        `/v1${operations.claimTerminal.path}`,
        address,
        asJson({ pairing_code: 'ABCD2345' }, publicKey),
      );
    const [statuses, nextDoor] = await exhaust(guess);
    expect(statuses).toContain(429);
    expect(nextDoor).not.toBe(429);
  });

  test('for holds of tickets', async () => {
    const { events } = service.server.modules;
    const tenant = { merchantId: shop.id, livemode: false };
    const hold = async (address: string): Promise<number> => {
      try {
        takeHoldTurn(events, { caller: { kind: 'public' }, tenant, address } as Call);
        return 201;
      } catch {
        return 429;
      }
    };
    expect(await exhaust(hold)).toEqual([new Set([201, 429]), 201]);
  });
});

test('a key that is bound to addresses is bound to just these, not to their network', async () => {
  const bound = await service.key(shop.id, { ipRanges: [`${NETWORK}::7`, '203.0.113.9'] });
  const ask = (address: string): Promise<number> =>
    statusOf('/v1/shipping/zones', address, { headers: { authorization: `Bearer ${bound}` } });
  expect([
    await ask(`${NETWORK}::7`),
    await ask(`${NETWORK}::8`),
    await ask('203.0.113.9'),
    await ask('::ffff:203.0.113.9'),
    await ask('203.0.113.10'),
  ]).toEqual([200, 403, 200, 200, 403]);
});
