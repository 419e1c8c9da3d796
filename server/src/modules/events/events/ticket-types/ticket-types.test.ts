import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEvent, regular } from '../../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

const table = { name: 'Table', price: 2_000, quantity_available: 10, admits: 8 };
let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const typesOf = async (id: string) => (await shop.client.getEvent({ params: { id } })).data.ticket_types;

/** An event, the path of its first ticket type, and that sold as orders would. */
async function made(sold = 0) {
  const event = await newEvent(shop, { status: 'published' });
  const ttId = event.ticket_types[0]?.id ?? '';
  await service.query('UPDATE capacity_counters SET sold = $3 WHERE event_id = $1 AND id IN ($1, $2)', [
    event.id,
    ttId,
    sold,
  ]);
  return { id: event.id, params: { id: event.id, ttId } };
}

describe('adding a ticket type', () => {
  test('puts it last on the list', async () => {
    const { id } = await made();
    const { data } = await shop.client.createTicketType({ params: { id }, body: table });
    expect(data).toMatchObject({
      ...table,
      status: 'active',
      quantity_sold: 0,
      quantity_remaining: 10,
      position: 2,
    });
    expect((await typesOf(id)).map(({ name }) => name)).toEqual(['VIP', 'Regular', 'Table']);
  });

  test('takes a donation with a least price', async () => {
    const { id } = await made();
    const { data } = await shop.client.createTicketType({
      params: { id },
      body: { name: 'Gift', kind: 'donation', price: 50, min_price: 5, quantity_available: 10 },
    });
    expect(data).toMatchObject({ kind: 'donation', price: 50, min_price: 5 });
  });

  test('is refused with a wrong price, for no event, into no pool, and under a name that is taken', async () => {
    const { id } = await made();
    const add = (body: object, of = id) =>
      shop.client.createTicketType({ params: { id: of }, body: { ...table, ...body } });
    await expect(add({ price: 1.005 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      details: { fields: [{ path: 'price' }] },
    });
    await expect(add({}, 'evt_none')).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
    await expect(add({ pool_ids: ['pool_none'] })).rejects.toMatchObject({ code: 'POOL_NOT_FOUND' });
    await expect(add({ name: 'REGULAR' })).rejects.toMatchObject({ code: 'DUPLICATE_TICKET_TYPE' });
    await expect(add({ id: 'tt_mine' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await typesOf(id)).toHaveLength(2);
  });
});

describe('changing a ticket type', () => {
  test('changes the fields given and clears with null', async () => {
    const { params } = await made();
    await shop.client.updateTicketType({ params, body: { description: 'Front row', max_per_order: 4 } });
    expect(
      (await shop.client.updateTicketType({ params, body: { max_per_order: null, status: 'paused' } })).data,
    ).toMatchObject({ name: 'VIP', description: 'Front row', max_per_order: null, status: 'paused' });
  });

  test('an archived one gives its name free', async () => {
    const { id, params } = await made();
    await shop.client.updateTicketType({ params, body: { status: 'archived' } });
    expect(
      (await shop.client.createTicketType({ params: { id }, body: { ...table, name: 'VIP' } })).data.name,
    ).toBe('VIP');
  });

  test('is refused in the ways that adding is, and below what is sold', async () => {
    const { params } = await made(3);
    const change = (body: object, of: object = params) =>
      shop.client.updateTicketType({ params: of as never, body });
    await expect(change({ price: 1.005 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(change({ price: 1 }, { ...params, id: 'evt_none' })).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
    });
    await expect(change({ price: 1 }, { ...params, ttId: 'tt_none' })).rejects.toMatchObject({
      code: 'TICKET_TYPE_NOT_FOUND',
    });
    await expect(change({ pool_ids: ['pool_none'] })).rejects.toMatchObject({ code: 'POOL_NOT_FOUND' });
    const { data: pool } = await shop.client.createPool({
      params: { id: params.id },
      body: { name: 'Stand', capacity: 9, ticket_type_ids: [] },
    });
    await expect(change({ pool_ids: [pool.id] })).rejects.toMatchObject({
      code: 'TICKET_TYPE_HAS_SALES',
      details: { sold: 3, held: 0 },
    });
    await expect(change({ name: regular.name })).rejects.toMatchObject({ code: 'DUPLICATE_TICKET_TYPE' });
    await expect(change({ quantity_available: 2 })).rejects.toMatchObject({
      code: 'CAPACITY_BELOW_SOLD',
      details: { sold: 3, held: 0 },
    });
    await expect(change({})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(
      shop.client.updateTicketType({ params, body: { price: 1 }, ifMatch: '"999"' }),
    ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });
});

describe('removing a ticket type', () => {
  test('takes it off the list for good, and its place is never given again', async () => {
    const { id, params } = await made();
    expect((await shop.client.deleteTicketType({ params })).data).toEqual({ id: params.ttId, deleted: true });
    expect((await typesOf(id)).map(({ name }) => name)).toEqual(['Regular']);
    await shop.client.createTicketType({ params: { id }, body: table });
    expect(
      (await service.query('SELECT type_index FROM ticket_types WHERE event_id = $1 ORDER BY 1', [id])).map(
        ({ type_index: place }) => place,
      ),
    ).toEqual([0, 1, 2]);
    await expect(shop.client.deleteTicketType({ params })).rejects.toMatchObject({
      code: 'TICKET_TYPE_NOT_FOUND',
    });
  });

  test('is refused of no event, and while any is sold', async () => {
    const { params } = await made(1);
    await expect(
      shop.client.deleteTicketType({ params: { ...params, id: 'evt_none' } }),
    ).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
    await expect(shop.client.deleteTicketType({ params })).rejects.toMatchObject({
      code: 'TICKET_TYPE_HAS_SALES',
      details: { sold: 1, held: 0 },
    });
    await expect(shop.client.deleteTicketType({ params, ifMatch: '"999"' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
  });
});
