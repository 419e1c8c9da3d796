import { eventKinds, liveNews } from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEvents } from '../../../../test/kit/events.ts';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { NEWS_MAX } from './watch-live.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const listen = (key = shop.key, lastEventId?: string) =>
  openEvents(`${service.baseUrl}/live`, {
    authorization: `Bearer ${key}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });
const ship = async (client = shop.client): Promise<string> => {
  const { data } = await client.createDelivery({ body: parcel });
  await service.drain();
  return data.job_number;
};

test('every kind of event is about something that some scope reads, but for tests', () => {
  expect(eventKinds.filter((event) => liveNews(event) === null)).toEqual(['webhook.test']);
});

test('a page hears of what changes, kinds and ids only, and what it would hear of without a stream', async () => {
  await using events = await listen();
  expect(await events.next()).toMatchObject({ name: 'resync', data: {} });
  const job = await ship();
  expect(await events.next()).toMatchObject({
    name: 'change',
    data: { kind: 'delivery', id: job, change: 'delivery.created' },
  });
  const narrow = await service.key(shop.id, { scopes: ['live:read', 'invoices:read'] });
  const answer = await fetch(`${service.baseUrl}/live`, { headers: { authorization: `Bearer ${narrow}` } });
  expect(await answer.json()).toMatchObject({ data: { kinds: ['invoice', 'credit_note'] } });
});

test("nobody hears another merchant's, the other mode's, or what its scopes do not read", async () => {
  const stranger = await service.merchant();
  const live = await service.key(shop.id, { livemode: true });
  const narrow = await service.key(shop.id, { scopes: ['live:read', 'customers:read'] });
  await using elsewhere = await listen(stranger.key);
  await using other = await listen(live);
  await using blind = await listen(narrow);
  for (const events of [elsewhere, other, blind]) expect((await events.next())?.name).toBe('resync');
  await ship();
  await shop.client.createCustomer({ body: { name: 'Isatu' } });
  await ship(stranger.client);
  expect((await blind.next())?.data).toMatchObject({ kind: 'customer' });
  expect((await elsewhere.next())?.data).toMatchObject({ kind: 'delivery', change: 'delivery.created' });
  const made = await fetch(`${service.baseUrl}/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Isatu' }),
  });
  expect(made.status).toBe(201);
  await service.drain();
  expect((await other.next())?.data).toMatchObject({ kind: 'customer' });
});

test('who was away hears what it missed, on any node; who was away for too long is told to ask again', async () => {
  await using first = await listen();
  const place = (await first.next())?.id ?? '';
  const jobs = [await ship(), await ship()];
  await using elsewhere = await startService({ databaseUrl: service.databaseUrl, running: true });
  await using again = await openEvents(`${elsewhere.baseUrl}/live`, {
    authorization: `Bearer ${shop.key}`,
    'last-event-id': place,
  });
  expect([(await again.next())?.data['id'], (await again.next())?.data['id']]).toEqual(jobs);
  for (const old of ['1.zz', 'nonsense']) {
    await using late = await listen(shop.key, old);
    expect((await late.next())?.name).toBe('resync');
  }
});

test('after more than is told one by one a listener is told to ask again', async () => {
  await using events = await listen();
  const place = (await events.next())?.id ?? '';
  await service.query(
    `INSERT INTO webhook_messages (merchant_id, livemode, created_at, id, event, entity, sequence, body)
     SELECT $1, false, now() + interval '1 second', 'msg_' || lpad(n::text, 26, '0'), 'customer.updated', 'cus_x', n, '\\x00' FROM generate_series(1, $2) AS n`,
    [shop.id, NEWS_MAX + 1],
  );
  await using again = await listen(shop.key, place);
  expect((await again.next())?.name).toBe('resync');
});

test('a stream ends when its key is revoked', async () => {
  const { data } = await shop.client.createKey({ body: { name: 'Page', scopes: ['live:read'] } });
  await using events = await listen(data.key);
  expect((await events.next())?.name).toBe('resync');
  await shop.client.revokeKey({ params: { id: data.id } });
  expect(await events.next()).toBeNull();
});
