import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyEvents } from '../index.ts';

const ROUNDS = 8;
const BUYERS = 24;
let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const codeOf = (error: { readonly code: string }): string => error.code;
const buy = (id: string, typeId: string) =>
  shop.client
    .createTicketOrder({ params: { id }, body: { items: [{ ticket_type_id: typeId, quantity: 2 }] } })
    .then(() => 'held', codeOf);
const counter = (answers: readonly string[], answer: string): number =>
  answers.filter((one) => one === answer).length;
const sound = async () =>
  expect(await readSnapshot(service.server.runtime.ownerConnection, verifyEvents)).toEqual([]);

test('room that is taken away while people buy is never sold, and what was sold is never taken away', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const event = await newEvent(shop, {
      status: 'published',
      ticket_types: [{ name: 'VIP', price: 1, quantity_available: 40 }],
    });
    const ttId = event.ticket_types[0]?.id ?? '';
    const lower = (to: number) =>
      shop.client
        .updateTicketType({ params: { id: event.id, ttId }, body: { quantity_available: to } })
        .then(() => to, codeOf);
    const [answers, changes] = await Promise.all([
      Promise.all(Array.from({ length: BUYERS }, () => buy(event.id, ttId))),
      Promise.all([6 + round * 4, 20, 12].map(lower)),
    ]);
    const [row] = await service.query('SELECT capacity, held FROM capacity_counters WHERE id = $1', [ttId]);
    const held = Number(row?.['held']);
    expect(held).toBe(2 * counter(answers, 'held'));
    expect(held).toBeLessThanOrEqual(Number(row?.['capacity']));
    expect(
      changes.filter((change) => typeof change === 'string' && change !== 'CAPACITY_BELOW_SOLD'),
    ).toEqual([]);
    expect(
      answers.filter((answer) => !['held', 'SOLD_OUT', 'INSUFFICIENT_QUANTITY'].includes(answer)),
    ).toEqual([]);
    expect([await lower(held - 1), await lower(held)]).toEqual(['CAPACITY_BELOW_SOLD', held]);
  }
  await sound();
});

test('an event becomes a draft again or sells, never both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const event = await newEvent(shop, { status: 'published' });
    const typeId = event.ticket_types[0]?.id ?? '';
    const [answers, change] = await Promise.all([
      Promise.all(Array.from({ length: 3 }, () => buy(event.id, typeId))),
      shop.client
        .updateEvent({ params: { id: event.id }, body: { status: 'draft' } })
        .then(() => 'draft', codeOf),
    ]);
    expect(
      change === 'draft' ? counter(answers, 'held') === 0 : change === 'EVENT_HAS_SALES',
      `${change}: ${answers.join(', ')}`,
    ).toBe(true);
  }
  await sound();
});

test('a ticket type enters a pool or sells; no ticket is outside the pool that its type is in', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const event = await newEvent(shop, { status: 'published' });
    const typeId = event.ticket_types[0]?.id ?? '';
    await Promise.all([
      ...Array.from({ length: 4 }, () => buy(event.id, typeId)),
      shop.client
        .createPool({
          params: { id: event.id },
          body: { name: 'Stand', capacity: 4, ticket_type_ids: [typeId] },
        })
        .catch((error: { code: string }) => expect(error.code).toBe('TICKET_TYPE_HAS_SALES')),
    ]);
  }
  await sound();
});

test('a price that changes while people buy is the old one or the new one for each whole order', async () => {
  const event = await newEvent(shop, {
    status: 'published',
    ticket_types: [{ name: 'VIP', price: 10, quantity_available: 1_000 }],
  });
  const ttId = event.ticket_types[0]?.id ?? '';
  await Promise.all([
    ...Array.from({ length: BUYERS }, () => buy(event.id, ttId)),
    shop.client.updateTicketType({ params: { id: event.id, ttId }, body: { price: 25 } }),
  ]);
  const totals = await service.query(
    'SELECT DISTINCT total::int AS total FROM ticket_orders WHERE event_id = $1',
    [event.id],
  );
  for (const { total } of totals) expect([2_000, 5_000]).toContain(total);
  expect(
    (
      await service.query('SELECT count(*)::int AS orders FROM ticket_orders WHERE event_id = $1', [event.id])
    )[0],
  ).toEqual({ orders: BUYERS });
});
