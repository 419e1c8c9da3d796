import { createClient, type Client } from '@cottontree/client';
import { verifyWebhook } from '@cottontree/client/webhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const DAY_MS = 86_400_000;
let service: TestService;
let shop: TestMerchant;
let id: string;
let secret: string;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
  const { data } = await shop.client.createWebhook({
    body: { url: 'https://shop.invalid/hook', events: ['shipping.delivery.created'] },
  });
  [id, secret] = [data.id, data.secret];
  await shop.client.disableWebhook({ params: { id } });
});

type Asked = { readonly after?: string; readonly wait?: number; readonly limit?: number };
const poll = async (query: Asked = {}, client: Client = shop.client) =>
  (await client.pollWebhookMessages({ params: { id }, query })).data;
const create = async (): Promise<string> =>
  (await shop.client.createDelivery({ body: parcel })).data.job_number;
const jobOf = ({ body }: { readonly body: string }): string =>
  (JSON.parse(body) as { data: { object: { job_number: string } } }).data.object.job_number;

test('what matches comes oldest first, each once, with what a receiver would verify', async () => {
  const jobs = [await create(), await create(), await create()];
  await shop.client.advanceDelivery({
    params: { jobNumber: jobs[0] ?? '' },
    body: { to_status: 'assigned' },
  });
  await service.drain();
  const first = await poll({ limit: 2 });
  expect([first.messages.map(jobOf), first.has_more]).toEqual([jobs.slice(0, 2), true]);
  const second = await poll({ limit: 2, after: first.next });
  expect([second.messages.map(jobOf), second.has_more]).toEqual([jobs.slice(2), false]);
  expect(await poll({ after: second.next })).toMatchObject({ messages: [], has_more: false });
  for (const { id: messageId, event, body, headers } of [...first.messages, ...second.messages]) {
    expect(headers).toMatchObject({
      'webhook-id': messageId,
      'x-service-event': event,
      'content-type': 'application/json',
    });
    expect(await verifyWebhook({ headers, body, secrets: [secret] })).toMatchObject({
      event: 'shipping.delivery.created',
    });
    const { 'webhook-signature': _standard, ...plain } = headers;
    expect(await verifyWebhook({ headers: plain, body, secrets: [secret] })).toMatchObject({
      event: 'shipping.delivery.created',
    });
    expect((await shop.client.getMessage({ params: { id: messageId } })).data.body).toBe(body);
  }
});

test('who waits is answered as soon as something happens, without a turn of their own', async () => {
  const { next } = await poll();
  const waiting = poll({ after: next, wait: 25 });
  await expect.poll(() => service.server.modules.webhooks.feedWatch.size()).toBe(1);
  const job = await create();
  await service.drain();
  expect((await waiting).messages.map(jobOf)).toEqual([job]);
  expect(service.server.modules.webhooks.feedWatch.size()).toBe(0);
});

test('and after the time with nothing but a cursor that goes on', async () => {
  const { next } = await poll();
  const empty = await poll({ after: next, wait: 1 });
  expect(empty.messages).toEqual([]);
  const job = await create();
  await service.drain();
  expect((await poll({ after: empty.next })).messages.map(jobOf)).toEqual([job]);
});

test('many who wait are looked after by one look', async () => {
  const { next } = await poll();
  const waiting = Array.from({ length: 40 }, () => poll({ after: next, wait: 25 }));
  await expect.poll(() => service.server.modules.webhooks.feedWatch.size(), { timeout: 60_000 }).toBe(40);
  await create();
  await service.drain();
  expect((await Promise.all(waiting)).every(({ messages }) => messages.length === 1)).toBe(true);
});

test('a key that may not see codes gets no bodies', async () => {
  const blind = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['webhooks:read'] }),
    retries: 0,
  });
  await expect(poll({}, blind)).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    status: 403,
    details: { scope: 'shipping:read' },
  });
  const seeing = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['webhooks:read', 'shipping:read'] }),
    retries: 0,
  });
  expect((await poll({}, seeing)).messages).toEqual([]);
});

test.each(['x', 'MTIz', 'a'.repeat(200), Buffer.from('1.wd_a.99999999999999999').toString('base64url')])(
  '%s is no cursor',
  async (after) => {
    await expect(poll({ after })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'after' }] },
    });
  },
);

test('an endpoint that is not there', async () => {
  const stranger = await service.merchant();
  await expect(poll({}, stranger.client)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND', status: 404 });
});

test('a cursor older than what is kept says that messages may be missing', async () => {
  const { next } = await poll();
  await create();
  await service.drain();
  service.advance(30 * DAY_MS);
  expect((await poll({ after: next })).messages.length).toBe(1);
  service.advance(DAY_MS);
  await expect(poll({ after: next })).rejects.toMatchObject({ code: 'CURSOR_EXPIRED', status: 410 });
});

test(
  'of what two nodes make at once, whatever their clocks say, none is missed and none comes twice',
  { timeout: 300_000 },
  async () => {
    await using one = await startService();
    await using other = await startService({ running: true, databaseUrl: one.databaseUrl });
    await one.query('UPDATE merchants SET writes_per_second = 100000, reads_per_second = 100000');
    const busy = await one.merchant();
    const clients = [one, other].map(({ baseUrl }) =>
      createClient({ baseUrl, apiKey: busy.key, retries: 5 }),
    );
    const endpoint = (
      await busy.client.createWebhook({
        body: { url: 'https://shop.invalid/hook', events: ['shipping.delivery.created'] },
      })
    ).data;
    await busy.client.disableWebhook({ params: { id: endpoint.id } });
    // Which node fans out changes all the time, and one lives three seconds in the past.
    one.advance(-3_000);
    const made: string[] = [];
    let creating = true;
    const fanningOut = (async () => {
      while (creating) await one.server.modules.webhooks.fanOut();
    })();
    const load = clients.map(async (client) => {
      for (let round = 0; round < 12; round += 1)
        made.push(
          ...(await Promise.all(
            Array.from(
              { length: 10 },
              async () => (await client.createDelivery({ body: parcel })).data.job_number,
            ),
          )),
        );
    });
    const seen = clients.map(async (client) => {
      const jobs: string[] = [];
      let after: string | undefined;
      for (let empty = 0; jobs.length < 240 && empty < 3;) {
        const { data } = await client.pollWebhookMessages({
          params: { id: endpoint.id },
          query: { limit: 7, wait: 10, ...(after === undefined ? {} : { after }) },
        });
        after = data.next;
        empty = data.messages.length === 0 ? empty + 1 : 0;
        jobs.push(...data.messages.map(jobOf));
      }
      return jobs;
    });
    const [first, second] = await Promise.all(load)
      .then(() => Promise.all(seen))
      .finally(() => {
        creating = false;
        return fanningOut;
      });
    expect(first?.toSorted()).toEqual(made.toSorted());
    expect(second).toEqual(first);
  },
);
