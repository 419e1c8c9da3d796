import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

test('a draft goes with everything below it', async () => {
  const {
    id,
    ticket_types: [type],
  } = await newEvent(shop);
  await shop.client.createPool({
    params: { id },
    body: { name: 'Stand', capacity: 5, ticket_type_ids: [type?.id ?? ''] },
  });
  expect((await shop.client.deleteEvent({ params: { id } })).data).toEqual({ id, deleted: true });
  for (const table of [
    'events',
    'ticket_types',
    'ticket_pools',
    'capacity_counters',
    'ticket_type_counters',
  ]) {
    expect(
      await service.query(`SELECT FROM ${table} WHERE ${table === 'events' ? 'id' : 'event_id'} = $1`, [id]),
      table,
    ).toEqual([]);
  }
});

test('an event that is not there cannot be deleted', async () => {
  await expect(shop.client.deleteEvent({ params: { id: 'evt_none' } })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
  });
});

test.each([
  ['published', 'Cancel it instead.'],
  ['cancelled', 'It stays to be found.'],
] as const)('a %s event stays', async (status, advice) => {
  const { id } = await newEvent(shop, { status: 'published' });
  await shop.client.updateEvent({ params: { id }, body: { status } });
  await expect(shop.client.deleteEvent({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    message: expect.stringContaining(advice),
    details: { from: status, to: 'deleted', allowed: [] },
  });
});

test('a draft changed since it was read stays', async () => {
  const { id } = await newEvent(shop);
  await shop.client.updateEvent({ params: { id }, body: { venue: 'Hall' } });
  await expect(shop.client.deleteEvent({ params: { id }, ifMatch: '"1"' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  });
});

test('a draft that many delete at once goes once, and the others find none', async () => {
  const { id } = await newEvent(shop);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.client.deleteEvent({ params: { id } }).then(
        () => 'deleted',
        ({ code }: { code: string }) => code,
      ),
    ),
  );
  expect(answers.toSorted()).toEqual([...Array<string>(7).fill('EVENT_NOT_FOUND'), 'deleted']);
});
