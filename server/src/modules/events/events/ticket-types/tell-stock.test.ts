import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

test('a merchant is told once when a ticket type runs low, and once when it is sold out', async () => {
  const event = await newEvent(shop, {
    status: 'published',
    ticket_types: [{ name: 'VIP', price: 5, quantity_available: 10 }],
  });
  const typeId = event.ticket_types[0]?.id ?? '';
  for (const quantity of [8, 1, 1])
    await shop.client.createTicketOrder({
      params: { id: event.id },
      body: { items: [{ ticket_type_id: typeId, quantity }], payment: { method: 'cash' } },
    });
  await service.drain();
  const messages = (await shop.client.listMessages({ query: { limit: 100 } })).data.filter(
    (message) => message.entity === typeId,
  );
  const told = await Promise.all(
    messages.map(async ({ id }) =>
      JSON.parse(String((await shop.client.getMessage({ params: { id } })).data.body)),
    ),
  );
  const common = {
    id: typeId,
    event_id: event.id,
    name: 'VIP',
    event_name: event.name,
    quantity_available: 10,
    quantity_held: 0,
  };
  expect(Object.fromEntries(told.map(({ event: kind, data }) => [kind, data.object]))).toEqual({
    'ticket_type.low_stock': { ...common, status: 'low_stock', quantity_sold: 9 },
    'ticket_type.sold_out': { ...common, status: 'sold_out', quantity_sold: 10 },
  });
  expect(told).toHaveLength(2);
});
