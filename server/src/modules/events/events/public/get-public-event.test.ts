import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent, regular, vip } from '../../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { findPublicEvent } from './get-public-event.ts';

let service: TestService;
let shop: TestMerchant;
let page: ReturnType<typeof createClient>;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Aminata Stores' });
  page = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { kind: 'public', scopes: [] }),
    retries: 0,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async (id: string) => (await page.getPublicEvent({ params: { id } })).data;
const find = (id: string) => findPublicEvent(service.server.modules.events, id);

test('a public key reads what a buyer needs, and not how much was sold', async () => {
  const { id } = await newEvent(shop, {
    status: 'published',
    venue: 'Hall',
    ticket_types: [
      vip,
      { ...regular, status: 'hidden' },
      { name: 'Late', price: 5, quantity_available: 3, sales_start: '2099-12-20', max_per_order: 50 },
    ],
  });
  const event = await read(id);
  expect(event).toMatchObject({
    id,
    organizer: 'Aminata Stores',
    venue: 'Hall',
    status: 'published',
    ticket_types: [
      { name: 'VIP', price: 250.5, remaining: 'available', on_sale: true, max_per_order: 10 },
      { name: 'Late', remaining: 3, on_sale: false, max_per_order: 10 },
    ],
  });
  expect(JSON.stringify(event)).not.toMatch(/quantity|sold|held"|metadata/);
});

test('what is left is told from ten on, be it bounded by the type, a pool or the event', async () => {
  const {
    id,
    ticket_types: [one],
  } = await newEvent(shop, { status: 'published', capacity: 8 });
  expect((await read(id)).ticket_types.map(({ remaining }) => remaining)).toEqual([8, 8]);
  await shop.client.createPool({
    params: { id },
    body: { name: 'Stand', capacity: 2, ticket_type_ids: [one?.id ?? ''] },
  });
  service.advance(1_000);
  expect((await read(id)).ticket_types.map(({ remaining }) => remaining)).toEqual([2, 8]);
});

test('within a second the same is answered, and after it what is new', async () => {
  const { id } = await newEvent(shop, { status: 'published' });
  expect(await read(id)).toMatchObject({ venue: null });
  await shop.client.updateEvent({ params: { id }, body: { venue: 'Stadium' } });
  expect(await read(id)).toMatchObject({ venue: null });
  service.advance(1_000);
  expect(await read(id)).toMatchObject({ venue: 'Stadium' });
});

test('which tickets can be had is told where nobody takes payments', async () => {
  const live = await service.merchant({ livemode: true });
  const { id } = await newEvent(live, { status: 'published' });
  const told = async () => {
    service.advance(1_000);
    return (await live.client.getPublicEvent({ params: { id } })).data.obtainable;
  };
  expect(await told()).toBe('free');
  await live.client.createPromoCode({
    params: { id },
    body: { code: 'GUEST', type: 'percent', value: 100 },
  });
  expect(await told()).toBe('by_code');
  const { id: free } = await newEvent(live, {
    status: 'published',
    ticket_types: [{ name: 'Lawn', price: 0, quantity_available: 9 }],
  });
  expect((await live.client.getPublicEvent({ params: { id: free } })).data.obtainable).toBe('all');
  const test = await newEvent(shop, { status: 'published' });
  expect((await read(test.id)).obtainable).toBe('all');
});

test('who has seen it is told that nothing changed', async () => {
  const { id } = await newEvent(shop, { status: 'published' });
  const look = (headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}/public/events/${id}`, { headers: { 'x-api-key': shop.key, ...headers } });
  expect((await look({ 'if-none-match': (await look()).headers.get('etag') ?? '' })).status).toBe(304);
});

test("a draft, a cancelled event, another merchant's and none look the same", async () => {
  const draft = await newEvent(shop);
  const cancelled = await newEvent(shop, { status: 'published' });
  await shop.client.updateEvent({ params: { id: cancelled.id }, body: { status: 'cancelled' } });
  const foreign = await newEvent(await service.merchant(), { status: 'published' });
  for (const id of [draft.id, cancelled.id, foreign.id, 'evt_none'])
    await expect(read(id), id).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
      message: `There is no event ${id}.`,
    });
  expect(await find(draft.id)).toBeNull();
  expect(await find('evt_none')).toBeNull();
  expect(await find(cancelled.id)).toMatchObject({ event: { status: 'cancelled' } });
  expect(await find(foreign.id)).toMatchObject({ event: { status: 'published' } });
});
