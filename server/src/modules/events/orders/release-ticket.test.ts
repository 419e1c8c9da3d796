import { afterAll, beforeAll, expect, test } from 'vitest';
import { sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The last two places of an event, sold at the box office. */
async function soldOut() {
  const { eventId, typeId } = await sale(shop, { quantity_available: 2 });
  const { data } = await shop.client.createTicketOrder({
    params: { id: eventId },
    body: { items: [{ ticket_type_id: typeId, quantity: 2 }], payment: { method: 'cash' } },
  });
  const remaining = async () =>
    (await shop.client.getEvent({ params: { id: eventId } })).data.ticket_types[0]?.quantity_remaining;
  return { eventId, typeId, orderId: data.id, ids: data.tickets.map(({ id }) => id), remaining };
}

test("a voided ticket's place stays taken unless it is released, and is then sold again", async () => {
  const {
    eventId,
    typeId,
    ids: [first = '', second = ''],
    remaining,
  } = await soldOut();
  await shop.client.voidTicket({ params: { id: first } });
  expect(await remaining()).toBe(0);
  const released = await shop.client.voidTicket({
    params: { id: second },
    body: { release: true, reason: 'sold twice' },
    idempotencyKey: 'release-1',
  });
  expect(released.data.status).toBe('void');
  expect(await remaining()).toBe(1);
  const again = await shop.client.voidTicket({
    params: { id: second },
    body: { release: true, reason: 'sold twice' },
    idempotencyKey: 'release-1',
  });
  expect(again.data).toEqual(released.data);
  await shop.client.voidTicket({ params: { id: second }, body: { release: true } });
  expect(await remaining()).toBe(1);
  await shop.client.createTicketOrder({
    params: { id: eventId },
    body: { items: [{ ticket_type_id: typeId, quantity: 1 }], payment: { method: 'cash' } },
  });
  expect(await remaining()).toBe(0);
});

test('of the same request with its key at once one is the first, and the others are told that they repeat it', async () => {
  const {
    ids: [id = ''],
  } = await soldOut();
  const params = { id };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      shop.client.voidTicket({ params, body: { release: true }, idempotencyKey: 'release-at-once' }),
    ),
  );
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('several who release one ticket at once free one place and tell it once', async () => {
  const {
    ids: [id = ''],
    remaining,
  } = await soldOut();
  await Promise.all(
    [1, 2, 3, 4].map(() => shop.client.voidTicket({ params: { id }, body: { release: true } })),
  );
  expect(await remaining()).toBe(1);
  await service.drain();
  expect(
    await service.query(
      `SELECT count(*)::int AS messages FROM webhook_messages WHERE entity = $1 AND event = 'ticket.voided'`,
      [id],
    ),
  ).toEqual([{ messages: 1 }]);
});

test('a used ticket is released only by force', async () => {
  const {
    ids: [id = ''],
    remaining,
  } = await soldOut();
  await service.query(`UPDATE tickets SET status = 'used', used_at = now() WHERE id = $1`, [id]);
  await expect(shop.client.voidTicket({ params: { id }, body: { release: true } })).rejects.toMatchObject({
    code: 'TICKET_ALREADY_USED',
  });
  await shop.client.voidTicket({ params: { id }, body: { release: true, force: true } });
  expect(await remaining()).toBe(1);
});
