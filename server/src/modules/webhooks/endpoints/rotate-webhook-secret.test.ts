import { createClient, type Client } from '@cottontree/client';
import { verifyWebhook } from '@cottontree/client/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTestReceiver, type Received, type TestReceiver } from '../../../../test/kit/open-receiver.ts';

const HOUR_MS = 3_600_000;
let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let id: string;
let old: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
  const { data } = await shop.client.createWebhook({ body: { url: receiver.url } });
  [id, old] = [data.id, data.secret];
});
afterEach(() => receiver.close());

const rotate = async (overlap_hours?: number) =>
  (
    await shop.client.rotateWebhookSecret({
      params: { id },
      ...(overlap_hours === undefined ? {} : { body: { overlap_hours } }),
    })
  ).data;
const promote = async () => (await shop.client.promoteWebhookSecret({ params: { id } })).data;
const roles = async () =>
  (await shop.client.getWebhook({ params: { id } })).data.secrets.map(({ role }) => role);

/** What one more message is signed by: which of the secrets make each signature. */
async function signers(
  secrets: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const before = receiver.received.length;
  await shop.client.createDelivery({ body: parcel });
  await service.drain();
  const sent = receiver.received[before];
  if (!sent) throw new Error('Nothing arrived.');
  const named: Record<string, string[]> = { standard: [], plain: [], next: [], previous: [] };
  for (const [name, secret] of Object.entries(secrets)) {
    if (await verifies(sent, secret, {})) named['standard']?.push(name);
    for (const [place, header] of [
      ['plain', 'x-service-signature'],
      ['next', 'x-service-signature-next'],
      ['previous', 'x-service-signature-previous'],
    ] as const) {
      if (
        sent.headers[header] &&
        (await verifies(sent, secret, { 'x-service-signature': String(sent.headers[header]) }))
      )
        named[place]?.push(name);
    }
  }
  return named;
}

/** By one secret, and where a header is given by that alone. */
async function verifies(
  { headers, body }: Received,
  secret: string,
  only: Readonly<Record<string, string>>,
): Promise<boolean> {
  const shown = Object.keys(only).length > 0 ? only : headers;
  const now = new Date(Number(headers['webhook-timestamp']) * 1_000);
  return verifyWebhook({ headers: shown, body, secrets: [secret], now }).then(
    () => true,
    () => false,
  );
}

test('a new secret signs beside the old one, is promoted, and the old one signs on until the overlap is over', async () => {
  const { secret: fresh, secrets } = await rotate(2);
  expect(fresh).toMatch(/^whsec_/);
  expect(
    secrets.map(({ role, promotes_at, expires_at }) => [role, promotes_at === null, expires_at === null]),
  ).toEqual([
    ['primary', true, false],
    ['next', false, true],
  ]);
  expect(JSON.stringify((await shop.client.getWebhook({ params: { id } })).data)).not.toContain(fresh);
  expect(await signers({ old, fresh })).toEqual({
    standard: ['old', 'fresh'],
    plain: ['old'],
    next: ['fresh'],
    previous: [],
  });
  expect((await promote()).secrets.map(({ role }) => role)).toEqual(['primary', 'previous']);
  expect(await signers({ old, fresh })).toEqual({
    standard: ['old', 'fresh'],
    plain: ['fresh'],
    next: [],
    previous: ['old'],
  });
  service.advance(2 * HOUR_MS + 1_000);
  expect(await signers({ old, fresh })).toEqual({
    standard: ['fresh'],
    plain: ['fresh'],
    next: [],
    previous: [],
  });
  expect(await roles()).toEqual(['primary']);
  expect(
    await service.query('SELECT count(*)::int AS kept FROM webhook_secrets WHERE endpoint_id = $1', [id]),
  ).toEqual([{ kept: 1 }]);
});

test('nobody need promote it: the end of the overlap does, also before it is written down', async () => {
  const { secret: fresh } = await rotate();
  service.advance(24 * HOUR_MS + 1_000);
  expect(await roles(), 'judged when it is read').toEqual(['primary', 'previous']);
  expect(
    await service.query('SELECT role FROM webhook_secrets WHERE endpoint_id = $1 ORDER BY created_at', [id]),
  ).toEqual([{ role: 'primary' }, { role: 'next' }]);
  const { webhooks } = service.server.modules;
  await shop.client.createDelivery({ body: parcel });
  await webhooks.fanOut();
  await webhooks.sender.turn();
  await receiver.got(1);
  const [sent] = receiver.received;
  expect(
    sent &&
      (await verifies(sent, fresh, { 'x-service-signature': String(sent.headers['x-service-signature']) })),
  ).toBe(true);
  await webhooks.sender.settled();
  await service.drain();
  expect(
    await service.query('SELECT role FROM webhook_secrets WHERE endpoint_id = $1 ORDER BY created_at', [id]),
  ).toEqual([{ role: 'previous' }, { role: 'primary' }]);
  await expect(promote()).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
});

test('after a leak no overlap is wanted: every secret before it is dead at once', async () => {
  const { secret: second } = await rotate();
  const { secret: third, secrets } = await rotate(0);
  expect(secrets.map(({ role, expires_at }) => [role, expires_at])).toEqual([['primary', null]]);
  expect(await signers({ old, second, third })).toEqual({
    standard: ['third'],
    plain: ['third'],
    next: [],
    previous: [],
  });
});

test('the same request twice makes one secret', async () => {
  const call = { params: { id }, idempotencyKey: 'rotate-1' };
  const first = await shop.client.rotateWebhookSecret(call);
  expect(await shop.client.rotateWebhookSecret(call)).toMatchObject({ data: first.data, replayed: true });
  expect(await roles()).toEqual(['primary', 'next']);
});

test('of many rotations at once one takes place', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => rotate()));
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect(await roles()).toEqual(['primary', 'next']);
});

test('an endpoint that is not there', async () => {
  const params = { id: 'we_00000000000000000000000000' };
  await expect(shop.client.rotateWebhookSecret({ params })).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_FOUND',
    status: 404,
  });
  await expect(shop.client.promoteWebhookSecret({ params })).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_FOUND',
    status: 404,
  });
});

test('while one waits, another has to wait for it', async () => {
  await rotate();
  await expect(rotate()).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    status: 409,
    details: { from: 'next' },
    message: expect.stringContaining('overlap_hours 0'),
  });
  await promote();
  await expect(promote()).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
});

test('at most five sign at once', async () => {
  for (let made = 1; made < 5; made += 1) {
    await rotate(168);
    await promote();
  }
  expect(await roles()).toEqual(['primary', 'previous', 'previous', 'previous', 'previous']);
  await expect(rotate()).rejects.toMatchObject({
    code: 'TOO_MANY_SECRETS',
    status: 409,
    details: { secrets_max: 5, next_end: expect.any(String) },
  });
  expect((await rotate(0)).secrets.length).toBe(1);
});

describe('under load, on two nodes', () => {
  test(
    'a receiver that holds the old and the new secret refuses no message',
    { timeout: 300_000 },
    async () => {
      // Receivers go by the true time, which both nodes must therefore tell.
      service.advance(Date.now() - service.server.runtime.context.world.systemNow().getTime());
      const second = await startService({ running: true, databaseUrl: service.databaseUrl });
      const busy = await openTestReceiver();
      try {
        const merchant = await service.merchant();
        await service.query('UPDATE merchants SET writes_per_second = 100000');
        const [here, elsewhere] = [service, second].map(({ baseUrl }) =>
          createClient({ baseUrl, apiKey: merchant.key, retries: 5 }),
        ) as [Client, Client];
        const endpoint = (await merchant.client.createWebhook({ body: { url: busy.url, max_in_flight: 64 } }))
          .data;
        const secrets = [endpoint.secret];
        const refused: string[] = [];
        let judged = 0;
        busy.answer((response, { headers, body }) => {
          judged += 1;
          // A merchant puts the new secret in place before it is promoted: what is held here is all that was shown so far.
          const standard = secrets.some((secret) =>
            tries(() => new Webhook(secret).verify(body, headers as Record<string, string>)),
          );
          void verifyWebhook({ headers, body, secrets: [...secrets] }).then(
            () => standard || refused.push(`standardwebhooks refuses ${String(headers['webhook-id'])}`),
            (error: unknown) => refused.push(String(error)),
          );
          response.writeHead(200).end();
        });
        let creating = true;
        const { webhooks } = service.server.modules;
        const working = (async () => {
          while (creating) {
            await webhooks.fanOut();
            await webhooks.sender.turn();
          }
          await webhooks.sender.settled();
        })();
        const load = [here, elsewhere].map(async (client) => {
          while (creating)
            await Promise.all(Array.from({ length: 8 }, () => client.createDelivery({ body: parcel })));
        });
        for (const client of [elsewhere, here, elsewhere]) {
          await busy.got(busy.received.length + 25);
          const rotated = await client.rotateWebhookSecret({
            params: { id: endpoint.id },
            body: { overlap_hours: 1 },
          });
          secrets.push(rotated.data.secret);
          await busy.got(busy.received.length + 25);
          await client.promoteWebhookSecret({ params: { id: endpoint.id } });
          secrets.splice(0, secrets.length - 2);
          await busy.got(busy.received.length + 25);
        }
        creating = false;
        await Promise.all([...load, working]);
        expect(refused).toEqual([]);
        expect(judged).toBeGreaterThan(200);
      } finally {
        await busy.close();
        await second[Symbol.asyncDispose]();
      }
    },
  );
});

function tries(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
