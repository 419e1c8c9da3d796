import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openHttpReceiver,
  openReceiver,
  openTlsReceiver,
  type EgressReceiver,
} from '../../src/egress/fixtures/open-receiver.ts';
import { parcel } from '../kit/parcel.ts';
import { figure } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

/** Short, for many wait it out; in the short form long enough for a receiver that shares this process with others of the machine. */
const TIMEOUT_MS = figure(3_000, 600);
const GAPS_MS = [10_000, 300_000, 9_000_000] as const;
const RSS_GROWTH_MAX_BYTES = 150e6;
/** How late this process may notice that a time is over: in the long form it has the machine to itself. */
const LATE_MS_MAX = figure(3_000, 200);
/** From the end of an attempt until it is judged. */
const JUDGED_MS_MAX = figure(30_000, 1_000);

let service: TestService;
let shop: TestMerchant;
const open: EgressReceiver[] = [];

beforeAll(async () => {
  service = await startService({
    environment: {
      WEBHOOK_RETRY_BASE_MS: '10000',
      WEBHOOK_RETRY_FACTOR: '30',
      WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
    },
    // A name that was public when it was registered and is the metadata service when it is called.
    lookup: async (name) => (name === 'rebound.example.test' ? ['169.254.169.254'] : ['127.0.0.1']),
  });
  shop = await service.merchant();
});
afterAll(async () => {
  await Promise.all(open.map((receiver) => receiver.close()));
  await service[Symbol.asyncDispose]();
});

const keep = async (receiver: Promise<EgressReceiver>): Promise<number> => {
  open.push(await receiver);
  return open.at(-1)?.port ?? 0;
};
const http = async (answer: (response: ServerResponse) => void): Promise<string> =>
  `http://127.0.0.1:${await keep(openHttpReceiver((request, response) => void request.resume().on('end', () => answer(response))))}/hook`;
const status = (code: number, headers: Record<string, string> = {}) =>
  http((response) => response.writeHead(code, headers).end());
const raw = async (onConnection: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await keep(openReceiver(onConnection))}/hook`;
const tls = async (certificate: string): Promise<string> =>
  `https://127.0.0.1:${await keep(openTlsReceiver(certificate))}/hook`;

type Case = {
  readonly url: () => Promise<string>;
  readonly attempts: number;
  readonly error: string | null;
  readonly status: number | null;
};
const failing = (url: () => Promise<string>, error: string, code: number | null = null): Case => ({
  url,
  attempts: 4,
  error,
  status: code,
});
const received = (url: () => Promise<string>): Case => ({ url, attempts: 1, error: null, status: 200 });

const drip = (head: string) => () =>
  raw((socket) => {
    socket.resume().write(head);
    const timer = setInterval(() => socket.write('z'), 50);
    socket.on('close', () => clearInterval(timer));
  });

/** 1 GB, from one small piece and as fast as it is taken. */
function sendGigabyte(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1_024, 'z');
  let left = 16_384;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

const cases: Readonly<Record<string, Case>> = {
  'answers 200': received(() => status(200)),
  'answers 200 and a gigabyte': received(() => http(sendGigabyte)),
  'answers 200 and never ends': received(() =>
    http((response) => void response.writeHead(200).write('on and on')),
  ),
  'answers 201': failing(() => status(201), 'status', 201),
  'answers 204': failing(() => status(204), 'status', 204),
  'leads to the metadata service': failing(
    () => status(302, { location: 'http://169.254.169.254/latest/' }),
    'status',
    302,
  ),
  'answers 400': failing(() => status(400), 'status', 400),
  'answers 410': failing(() => status(410), 'status', 410),
  'answers 500': failing(() => status(500), 'status', 500),
  hangs: failing(() => raw((socket) => void socket.resume()), 'timeout'),
  'drips its headers': failing(drip('HTTP/1.1 200 OK\r\nx: '), 'timeout'),
  'resets the connection': failing(
    () => raw((socket) => void socket.once('data', () => socket.resetAndDestroy())),
    'reset',
  ),
  'has an expired certificate': failing(() => tls('expired'), 'tls'),
  'has a self-signed certificate': failing(() => tls('self-signed'), 'tls'),
  'has a certificate for another name': failing(() => tls('other-name'), 'tls'),
  'speaks no TLS': failing(async () => (await status(200)).replace('http:', 'https:'), 'tls'),
  'became the metadata service': failing(async () => 'http://rebound.example.test/hook', 'blocked'),
};

test(
  'whatever a receiver does, a message is sent at most 1 + 3 times, at the stated times, in flat memory',
  { timeout: 300_000 },
  async () => {
    const names = new Map<string, string>();
    for (const [name, { url }] of Object.entries(cases))
      names.set(
        (await shop.client.createWebhook({ body: { url: await url(), description: name } })).data.id,
        name,
      );
    const before = process.memoryUsage.rss();
    await shop.client.createDelivery({ body: parcel });

    const listed = async () =>
      (await shop.client.listWebhookDeliveries({ query: { limit: 100, event: 'shipping.delivery.created' } }))
        .data;
    for (const [made, gapMs] of GAPS_MS.entries()) {
      await service.drain();
      for (const { endpoint_id, next_attempt_at, attempts } of await listed()) {
        const last = attempts.at(-1);
        if (cases[names.get(endpoint_id) ?? '']?.attempts === 1 || !last) continue;
        expect([names.get(endpoint_id), attempts.length]).toEqual([names.get(endpoint_id), made + 1]);
        const waitMs =
          new Date(next_attempt_at ?? 0).getTime() - new Date(last.at).getTime() - last.duration_ms;
        expect(waitMs, names.get(endpoint_id)).toBeGreaterThanOrEqual(gapMs * 0.8);
        expect(waitMs, names.get(endpoint_id)).toBeLessThanOrEqual(gapMs * 1.2 + JUDGED_MS_MAX);
      }
      service.advance(gapMs * 1.25);
    }
    await service.drain();
    service.advance(100 * 3_600_000);
    await service.drain();
    expect(process.memoryUsage.rss() - before).toBeLessThan(RSS_GROWTH_MAX_BYTES);

    const seen = (await listed()).map(({ endpoint_id, status: ended, attempts }) => ({
      name: names.get(endpoint_id),
      ended,
      attempts: attempts.length,
      errors: [...new Set(attempts.map(({ error }) => error))],
      statuses: [...new Set(attempts.map(({ response_status }) => response_status))],
    }));
    const expected = Object.entries(cases).map(([name, wanted]) => ({
      name,
      ended: wanted.error === null ? 'succeeded' : 'failed',
      attempts: wanted.attempts,
      errors: [wanted.error],
      statuses: [wanted.status],
    }));
    const byName = (left: { name?: string | undefined }, right: { name?: string | undefined }): number =>
      (left.name ?? '').localeCompare(right.name ?? '');
    expect(seen.toSorted(byName)).toEqual(expected.toSorted(byName));
  },
);

test('a connection that dies on its second use costs one attempt and is not silently tried again', async () => {
  const merchant = await service.merchant();
  let requests = 0;
  const url = await raw((socket) => {
    let uses = 0;
    socket.on('data', () => {
      requests += 1;
      uses += 1;
      if (uses === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      else socket.resetAndDestroy();
    });
  });
  await merchant.client.createWebhook({ body: { url } });
  for (let number = 0; number < 2; number += 1) {
    await merchant.client.createDelivery({ body: parcel });
    await service.drain();
  }
  expect(requests).toBe(2);
  service.advance(15_000);
  await service.drain();
  const [second] = (await merchant.client.listWebhookDeliveries({ query: {} })).data;
  expect(second).toMatchObject({
    status: 'succeeded',
    attempts: [
      { error: 'reset', response_status: null },
      { error: null, response_status: 200 },
    ],
  });
  expect(requests).toBe(3);
});

test('a receiver has 10.0 seconds in all, whether it is silent or drips', { timeout: 300_000 }, async () => {
  await using patient = await startService();
  const merchant = await patient.merchant();
  for (const url of [await cases['hangs']?.url(), await cases['drips its headers']?.url()])
    await merchant.client.createWebhook({ body: { url: url ?? '' } });
  await merchant.client.createDelivery({ body: parcel });
  await patient.server.modules.webhooks.fanOut();
  await patient.server.modules.webhooks.sender.turn();
  await patient.server.modules.webhooks.sender.settled();
  const attempts = (await merchant.client.listWebhookDeliveries({ query: {} })).data.flatMap(
    (delivery) => delivery.attempts,
  );
  expect(attempts.map(({ error }) => error)).toEqual(['timeout', 'timeout']);
  for (const { duration_ms } of attempts) {
    expect(duration_ms).toBeGreaterThanOrEqual(9_800);
    expect(duration_ms).toBeLessThanOrEqual(10_000 + LATE_MS_MAX);
  }
});
