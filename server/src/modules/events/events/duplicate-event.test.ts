import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent, regular, vip } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

test('a copy is a draft with the same types and pools under ids of its own, and nothing sold', async () => {
  const source = await newEvent(shop, {
    status: 'published',
    venue: 'Hall',
    ticket_types: [{ ...vip, sales_end: '2099-12-19T12:00:00Z' }, regular],
    sales_end: '2099-12-20T17:00:00Z',
  });
  const [first] = source.ticket_types;
  await shop.client.createPool({
    params: { id: source.id },
    body: { name: 'Stand', capacity: 5, ticket_type_ids: [first?.id ?? ''] },
  });
  await service.query('UPDATE capacity_counters SET sold = 2 WHERE event_id = $1', [source.id]);
  const { data: copy } = await shop.client.duplicateEvent({
    params: { id: source.id },
    body: { name: 'Jazz again', start_date: '2099-12-27T18:00:00Z' },
  });
  expect(copy).toMatchObject({
    name: 'Jazz again',
    venue: 'Hall',
    status: 'draft',
    published_at: null,
    total_tickets_sold: 0,
    start_date: '2099-12-27T18:00:00.000Z',
    end_date: '2099-12-27T23:00:00.000Z',
    sales_end: '2099-12-27T17:00:00.000Z',
    ticket_types: [
      {
        name: 'VIP',
        price: 250.5,
        quantity_available: 500,
        quantity_sold: 0,
        sales_end: '2099-12-26T12:00:00.000Z',
      },
      { name: 'Regular' },
    ],
    pools: [{ name: 'Stand', capacity: 5, quantity_sold: 0 }],
  });
  expect(copy.id).not.toBe(source.id);
  expect(copy.ticket_types[0]?.pool_ids).toEqual([copy.pools[0]?.id]);
  expect(copy.pools[0]?.ticket_type_ids).toEqual([copy.ticket_types[0]?.id]);
  expect((await shop.client.getEvent({ params: { id: copy.id } })).data).toEqual(copy);
});

test('without a body everything is the same', async () => {
  const source = await newEvent(shop);
  const { data: copy } = await shop.client.duplicateEvent({ params: { id: source.id } });
  expect(copy).toMatchObject({
    name: source.name,
    start_date: source.start_date,
    end_date: source.end_date,
    status: 'draft',
  });
});

test('an event that is not there cannot be copied', async () => {
  await expect(shop.client.duplicateEvent({ params: { id: 'evt_none' } })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
  });
});
