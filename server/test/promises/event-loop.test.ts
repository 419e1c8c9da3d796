import { setTimeout as sleep } from 'node:timers/promises';
import { operations, type Operation } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costlyBodies, type CostlyBody } from '../kit/costly-bodies.ts';
import { openForeignClient, type ForeignClient } from '../kit/foreign-client.ts';
import { heldMs } from '../kit/held-ms.ts';
import { isLong, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

/** What is promised, of processor time: the time of the wall also tells of whatever else the machine does. */
const HELD_MS_MAX = 50;
/** The first of its kind pays for what is compiled on the way, and collecting garbage falls to whoever comes next. */
const TRIES_MAX = 8;
/** For what else the machine does to be over, whose share of the caches and of the clock nobody can count. */
const REST_MS = 200;
/** Ten large files, each some seconds of work in turns, several times over where the machine is busy. */
const LARGE_BODIES_MS_MAX = 900_000;

let service: TestService;
let shop: TestMerchant;
let client: ForeignClient;
const worst: { ms: number; what: string }[] = [];

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  client = await openForeignClient();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  worst.sort((one, other) => other.ms - one.ms);
  tell(
    `R21: worst turns of the event loop: ${worst
      .slice(0, 3)
      .map(({ ms, what }) => `${ms.toFixed(1)} ms of the processor (${what})`)
      .join(', ')}`,
  );
});

let visitors = 0;

function headersOf({ by }: Operation): Record<string, string> {
  visitors += 1;
  return {
    'x-forwarded-for': `10.1.${(visitors >> 8) & 255}.${visitors & 255}`,
    'idempotency-key': `held-${visitors}`,
    ...(by === 'anyone' || by === 'driver' ? {} : { authorization: `Bearer ${shop.key}` }),
  };
}

function urlOf({ path, example }: Operation): string {
  return (
    service.baseUrl +
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? 'x'))
  );
}

/** Sends it until one try stays within the promise; answers how long the best of them held the loop. */
async function leastHeldMs(
  operation: Operation,
  what: string,
  send: () => ReturnType<ForeignClient['send']>,
): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES_MAX && least >= HELD_MS_MAX; tries += 1) {
    if (tries > 1) await sleep(REST_MS * tries);
    const answered = send();
    least = Math.min(least, await heldMs(answered));
    const { status, text } = await answered;
    expect(status, `${what}: ${text}`).toBeGreaterThanOrEqual(200);
    expect(status, `${what}: ${text}`).toBeLessThan(500);
  }
  worst.push({ ms: least, what: `${operation.id}: ${what}` });
  return least;
}

const all = Object.values(operations) as readonly Operation[];
/** What nobody reads goes the same way for all; the long form sends it to each nevertheless. */
const isWanted = (operation: Operation, { kind }: CostlyBody, at: number): boolean =>
  isLong ||
  operation.largeBody === true ||
  kind.startsWith('every field') ||
  at % 6 === all.indexOf(operation) % 12;

describe('the costliest body of the largest size holds nobody up', () => {
  test.each(
    all.filter(({ body }) => body !== undefined).map((operation) => [operation.id, operation] as const),
  )(
    'of %s',
    async (_id, operation) => {
      for (const [at, body] of costlyBodies(operation).entries()) {
        if (!isWanted(operation, body, at)) continue;
        const bytes = body.bytes();
        const held = await leastHeldMs(operation, body.kind, () =>
          client.send({
            url: urlOf(operation),
            method: operation.method,
            headers: { ...headersOf(operation), 'content-type': body.type },
            body: bytes,
          }),
        );
        expect(held, `${body.kind}, ${bytes.length} bytes`).toBeLessThan(HELD_MS_MAX);
      }
    },
    LARGE_BODIES_MS_MAX,
  );
});

describe('the costliest head of the largest size holds nobody up', () => {
  const texts = [
    'a'.repeat(7_000),
    '\u0301\u0316'.repeat(580),
    'é'.repeat(1_160),
    '%'.repeat(2_300),
    '1'.repeat(7_000),
  ];

  test.each(all.map((operation) => [operation.id, operation] as const))('of %s', async (_id, operation) => {
    const fields = [...Object.keys(operation.query?.properties ?? {}), 'unread'];
    const [text = ''] = [texts[all.indexOf(operation) % texts.length]];
    const queries = [
      `${fields[visitors % fields.length] ?? ''}=${encodeURIComponent(text)}`,
      'a=1&'.repeat(1_900),
    ];
    const headers = {
      accept: ', '.repeat(3_000),
      'accept-encoding': ';q=0 '.repeat(1_000),
      cookie: 'a=b; '.repeat(1_000),
      'if-none-match': '"a", W/'.repeat(700),
    };
    for (const query of queries) {
      const held = await leastHeldMs(operation, 'query', () =>
        client.send({
          url: `${urlOf(operation)}?${query}`,
          method: operation.method,
          headers: { ...headersOf(operation), ...headers },
        }),
      );
      expect(held, query.slice(0, 40)).toBeLessThan(HELD_MS_MAX);
    }
  });
});
