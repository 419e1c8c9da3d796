import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyEvents } from '../index.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const order = async (id: string, typeId: string, fields: object = {}) =>
  (
    await shop.client.createTicketOrder({
      params: { id },
      body: { items: [{ ticket_type_id: typeId, quantity: 2 }], ...fields },
    })
  ).data;
const statusOf = async (id: string) => (await shop.client.getTicketOrder({ params: { id } })).data.status;
const cancel = (id: string) =>
  shop.client.updateEvent({
    params: { id },
    body: { status: 'cancelled', cancel_reason: 'The hall was damaged.' },
  });

async function sold() {
  const event = await newEvent(shop, { status: 'published' });
  const typeId = event.ticket_types[0]?.id ?? '';
  return {
    id: event.id,
    typeId,
    paid: await order(event.id, typeId, { payment: { method: 'cash' } }),
    held: await order(event.id, typeId),
  };
}

test('calling an event off closes its sales at once, and then undoes all that was sold', async () => {
  const { id, typeId, paid, held } = await sold();
  expect((await cancel(id)).data).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'The hall was damaged.',
  });
  await expect(order(id, typeId)).rejects.toMatchObject({ status: 409 });
  await service.drain();
  expect([await statusOf(paid.id), await statusOf(held.id)]).toEqual(['refunded', 'cancelled']);
  expect(await service.query('SELECT DISTINCT status FROM tickets WHERE event_id = $1', [id])).toEqual([
    { status: 'void' },
  ]);
  expect(await (await fetch(paid.tickets_url ?? '', { headers: { accept: 'text/html' } })).text()).toContain(
    'any money paid for them goes back',
  );
  expect((await shop.client.getEvent({ params: { id } })).data).toMatchObject({
    total_tickets_sold: 2,
    tickets_held: 0,
    ticket_types: expect.arrayContaining([expect.objectContaining({ id: typeId, quantity_sold: 2 })]),
  });
  expect((await shop.client.getScanStats({ params: { id } })).data).toMatchObject({
    issued: 0,
    remaining: 0,
  });
  expect(
    await service.query(
      'SELECT finished_at IS NOT NULL AS finished FROM event_cancellations WHERE event_id = $1',
      [id],
    ),
  ).toEqual([{ finished: true }]);
});

test('tickets whose money had gone back before are void with all others', async () => {
  const { id, paid } = await sold();
  await shop.client.refundTicketOrder({ params: { id: paid.id }, body: { amount: paid.total } });
  await cancel(id);
  await service.drain();
  const order = (await shop.client.getTicketOrder({ params: { id: paid.id } })).data;
  expect([order.status, order.tickets.map(({ status }) => status)]).toEqual(['refunded', ['void', 'void']]);
  expect(order.refunds).toHaveLength(1);
  for (const ticket of paid.tickets)
    expect(
      await service.query(`SELECT FROM webhook_messages WHERE entity = $1 AND event = 'ticket.voided'`, [
        ticket.id,
      ]),
    ).toHaveLength(1);
});

test('what a node left undone when it died, another does, once', async () => {
  const { id, paid } = await sold();
  await cancel(id);
  // As a node that has taken the work and is gone.
  await service.query(`UPDATE event_cancellations SET next_at = $2 WHERE event_id = $1`, [
    id,
    new Date(service.server.runtime.context.world.now().getTime() + 60_000),
  ]);
  await service.drain();
  expect(await statusOf(paid.id)).toBe('paid');
  service.advance(60_000);
  await service.drain();
  expect(await statusOf(paid.id)).toBe('refunded');
  expect(
    await service.query(
      'SELECT count(*)::int AS refunds, sum(amount)::int AS amount FROM ticket_order_refunds WHERE order_id = $1',
      [paid.id],
    ),
  ).toEqual([{ refunds: 1, amount: 50_100 }]);
});

test('of buyers who come while an event is called off, each is refused or undone', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, typeId } = await sold();
    const buyers = Array.from({ length: 30 }, () =>
      order(id, typeId, { payment: { method: 'cash' } }).catch((error: { code: string }) => error.code),
    );
    const [answers] = await Promise.all([Promise.all(buyers), cancel(id)]);
    for (const answer of answers)
      if (typeof answer === 'string')
        expect(['EVENT_NOT_PUBLISHED', 'EVENT_CANCELLED', 'SALES_CLOSED']).toContain(answer);
    await service.drain();
    const [issued] = await service.query('SELECT count(*)::int AS tickets FROM tickets WHERE event_id = $1', [
      id,
    ]);
    expect((await shop.client.getEvent({ params: { id } })).data).toMatchObject({
      total_tickets_sold: issued?.['tickets'],
      tickets_held: 0,
    });
    expect(
      await service.query(
        `SELECT FROM ticket_orders WHERE event_id = $1 AND status IN ('held', 'awaiting_payment', 'paid')`,
        [id],
      ),
    ).toEqual([]);
  }
  expect(await readSnapshot(service.server.runtime.ownerConnection, verifyEvents)).toEqual([]);
});

test('what cancelling would undo is told exactly before: every order, not the last page of them', async () => {
  const event = await newEvent(shop, { status: 'published' });
  const typeId = event.ticket_types[0]?.id ?? '';
  const paid = [];
  for (let at = 0; at < 12; at += 1)
    paid.push(await order(event.id, typeId, { payment: { method: 'cash' } }));
  await order(event.id, typeId);
  const total = paid.reduce((sum, one) => sum + Math.round(Number(one.total) * 100), 0) / 100;
  const preview = async () => (await shop.client.previewCancellation({ params: { id: event.id } })).data;
  expect(await preview()).toEqual({
    event_id: event.id,
    currency: event.currency,
    orders_sold: 12,
    amount: total,
    orders_held: 1,
  });
  await cancel(event.id);
  await service.drain();
  expect(await preview()).toMatchObject({ orders_sold: 0, amount: 0, orders_held: 0 });
});
