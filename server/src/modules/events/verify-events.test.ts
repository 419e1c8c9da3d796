import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyEvents } from './index.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async () =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyEvents)).map(({ check }) => check);

/** Breaks something, looks, and puts it right again. */
async function seen(
  breaking: string,
  mending: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  await service.query(breaking, values);
  const found = await broken();
  await service.query(mending, values);
  expect(await broken()).toEqual([]);
  return found;
}

test('events that were made, sold, changed and called off keep every promise', async () => {
  const event = await newEvent(shop, { status: 'published' });
  const [one = ''] = event.ticket_types.map(({ id }) => id);
  await shop.client.createPool({
    params: { id: event.id },
    body: { name: 'Stand', capacity: 5, ticket_type_ids: [one] },
  });
  await shop.client.createTicketOrder({
    params: { id: event.id },
    body: { items: [{ ticket_type_id: one, quantity: 2 }] },
  });
  await shop.client.updateEvent({ params: { id: event.id }, body: { status: 'cancelled' } });
  await service.drain();
  expect(await broken()).toEqual([]);
});

test('a counter that is open while its event is not, is seen', async () => {
  const { id } = await newEvent(shop);
  expect(
    await seen(
      'UPDATE capacity_counters SET open = true WHERE id = $1',
      'UPDATE capacity_counters SET open = false WHERE id = $1',
      [id],
    ),
  ).toEqual(['verify.everythingSoldHasItsCounter']);
});

test('a ticket type that takes nothing from its event is seen', async () => {
  const { id } = await newEvent(shop);
  const gone = 'DELETE FROM ticket_type_counters WHERE counter_id = $1';
  const back =
    'INSERT INTO ticket_type_counters SELECT merchant_id, livemode, event_id, id, event_id FROM ticket_types WHERE event_id = $1';
  expect(await seen(gone, back, [id])).toEqual(['verify.ticketTypesTakeFromTheirEvent']);
});

test('what is sold of an event and of no type of it is seen', async () => {
  const { id } = await newEvent(shop);
  expect(
    await seen(
      'UPDATE capacity_counters SET sold = 1 WHERE id = $1',
      'UPDATE capacity_counters SET sold = 0 WHERE id = $1',
      [id],
    ),
  ).toContain('verify.ticketTypesAddUpToPoolsAndEvents');
});

test('an event that is called off and that nothing undoes is seen', async () => {
  const { id } = await newEvent(shop);
  await shop.client.updateEvent({ params: { id }, body: { status: 'cancelled' } });
  const kept = await service.query('SELECT * FROM event_cancellations WHERE event_id = $1', [id]);
  await service.query('DELETE FROM event_cancellations WHERE event_id = $1', [id]);
  expect(await broken()).toEqual(['verify.cancelledEventsAreUndone']);
  await service.query(
    'INSERT INTO event_cancellations SELECT * FROM jsonb_populate_record(NULL::event_cancellations, $1)',
    [JSON.stringify(kept[0])],
  );
  expect(await broken()).toEqual([]);
});

test('a change that nobody was told of is seen', async () => {
  const { id } = await newEvent(shop);
  expect(
    await seen(
      'UPDATE events SET sequence = sequence + 1 WHERE id = $1',
      'UPDATE events SET sequence = sequence - 1 WHERE id = $1',
      [id],
    ),
  ).toEqual(['verify.everyChangeOfAnEventIsTold']);
});
