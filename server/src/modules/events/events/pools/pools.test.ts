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

async function made() {
  const event = await newEvent(shop, { status: 'published' });
  const [one = '', other = ''] = event.ticket_types.map(({ id }) => id);
  return { id: event.id, one, other };
}
const add = (id: string, body: object = {}) =>
  shop.client.createPool({
    params: { id },
    body: { name: 'Main stand', capacity: 40, ticket_type_ids: [], ...body },
  });
const linksOf = async (id: string) =>
  (
    await service.query(
      'SELECT ticket_type_id, counter_id FROM ticket_type_counters WHERE event_id = $1 ORDER BY 1, 2',
      [id],
    )
  ).map(Object.values);

test('ticket types share a pool, and each ticket takes from it', async () => {
  const { id, one, other } = await made();
  const { data: pool } = await add(id, { ticket_type_ids: [one, other] });
  expect(pool).toMatchObject({
    name: 'Main stand',
    capacity: 40,
    quantity_sold: 0,
    quantity_held: 0,
    quantity_remaining: 40,
    ticket_type_ids: [one, other],
  });
  expect((await shop.client.getEvent({ params: { id } })).data).toMatchObject({
    pools: [pool],
    ticket_types: [{ pool_ids: [pool.id] }, { pool_ids: [pool.id] }],
  });
  expect(await linksOf(id)).toEqual(
    [one, other].toSorted().flatMap((type) => [
      [type, id],
      [type, pool.id],
      [type, type],
    ]),
  );
});

test('a pool changes its name, its room and who takes from it', async () => {
  const { id, one, other } = await made();
  const { data: pool } = await add(id, { ticket_type_ids: [one] });
  const params = { id, poolId: pool.id };
  expect(
    (await shop.client.updatePool({ params, body: { name: 'Balcony', ticket_type_ids: [other] } })).data,
  ).toMatchObject({ name: 'Balcony', capacity: 40, ticket_type_ids: [other] });
  expect((await shop.client.updatePool({ params, body: { capacity: 3 } })).data).toMatchObject({
    name: 'Balcony',
    capacity: 3,
    ticket_type_ids: [other],
  });
});

test('a pool goes, and its ticket types stay', async () => {
  const { id, one } = await made();
  const { data: pool } = await add(id, { ticket_type_ids: [one] });
  expect((await shop.client.deletePool({ params: { id, poolId: pool.id } })).data).toEqual({
    id: pool.id,
    deleted: true,
  });
  expect((await shop.client.getEvent({ params: { id } })).data).toMatchObject({
    pools: [],
    ticket_types: [{ pool_ids: [] }, {}],
  });
  expect((await linksOf(id)).flat()).not.toContain(pool.id);
});

test('of what is sold already no pool can count, nor cease to', async () => {
  const { id, one, other } = await made();
  const { data: pool } = await add(id, { ticket_type_ids: [one] });
  const params = { id, poolId: pool.id };
  await service.query('UPDATE capacity_counters SET sold = 2 WHERE event_id = $1 AND id = ANY ($2)', [
    id,
    [id, one, pool.id],
  ]);
  const refused = { code: 'TICKET_TYPE_HAS_SALES', details: { ticket_type_id: one, sold: 2, held: 0 } };
  await expect(add(id, { ticket_type_ids: [one] })).rejects.toMatchObject(refused);
  await expect(shop.client.updatePool({ params, body: { ticket_type_ids: [] } })).rejects.toMatchObject(
    refused,
  );
  await expect(shop.client.deletePool({ params })).rejects.toMatchObject(refused);
  await expect(shop.client.updatePool({ params, body: { capacity: 1 } })).rejects.toMatchObject({
    code: 'CAPACITY_BELOW_SOLD',
    details: { sold: 2, held: 0 },
  });
  expect(
    (await shop.client.updatePool({ params, body: { capacity: 2, ticket_type_ids: [one, other] } })).data,
  ).toMatchObject({ capacity: 2, quantity_remaining: 0, ticket_type_ids: [one, other] });
});

test('what is not there cannot be changed', async () => {
  const { id } = await made();
  await expect(add('evt_none')).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  await expect(add(id, { ticket_type_ids: ['tt_none'] })).rejects.toMatchObject({
    code: 'TICKET_TYPE_NOT_FOUND',
  });
  for (const call of [
    (params: { id: string; poolId: string }) => shop.client.updatePool({ params, body: { capacity: 1 } }),
    (params: { id: string; poolId: string }) => shop.client.deletePool({ params }),
  ]) {
    await expect(call({ id: 'evt_none', poolId: 'pool_none' })).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
    });
    await expect(call({ id, poolId: 'pool_none' })).rejects.toMatchObject({ code: 'POOL_NOT_FOUND' });
  }
  const { data: pool } = await add(id);
  const params = { id, poolId: pool.id };
  await expect(
    shop.client.updatePool({ params, body: { ticket_type_ids: ['tt_none'] } }),
  ).rejects.toMatchObject({ code: 'TICKET_TYPE_NOT_FOUND' });
  await expect(
    shop.client.updatePool({ params, body: { capacity: 1 }, ifMatch: '"999"' }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await expect(shop.client.deletePool({ params, ifMatch: '"999"' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  });
});
