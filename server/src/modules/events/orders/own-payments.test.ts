import type { Payment } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSnapshot } from '../../../store/index.ts';
import { verifyEvents } from '../index.ts';
import { sale, type Sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const SUCCEEDS = '+23200000001';
const SUCCEEDS_LATE = '+23200000004';
const REFUND_FAILS = '+23200000009';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyEvents)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const order = async ({ eventId, typeId }: Sale, body: object) =>
  (
    await shop.client.createTicketOrder({
      params: { id: eventId },
      body: { items: [{ ticket_type_id: typeId, quantity: 2 }], ...body },
    })
  ).data;
const refund = async (id: string, body: object = {}) =>
  (await shop.client.refundTicketOrder({ params: { id }, body })).data;
const direct = async (id: string, body: { amount?: number } = {}) =>
  (await shop.client.createRefund({ params: { id }, body })).data;
const read = async (id: string) => (await shop.client.getTicketOrder({ params: { id } })).data;
const paymentOf = async (id: string): Promise<Payment> =>
  (await shop.client.getPayment({ params: { id } })).data;

async function settle(): Promise<void> {
  service.advance(15_000);
  await service.drain();
}

/** An order of NLe 300.00, and the payment by phone that made it paid. */
async function paidByPhone(
  phone: string,
): Promise<{ readonly id: string; readonly paymentId: string; readonly jazz: Sale }> {
  const jazz = await sale(shop);
  const { id } = await order(jazz, { payment: { method: 'mobile_money', phone } });
  await settle();
  const { status, payment_id: paymentId } = await read(id);
  expect(status).toBe('paid');
  return { id, paymentId: paymentId ?? '', jazz };
}

describe('money that a ticket order counts on', () => {
  test('goes back through the order alone, which the refusal says', async () => {
    const {
      id,
      payment_id: paymentId,
      tickets,
    } = await order(await sale(shop), { payment: { method: 'cash' } });
    await expect(direct(paymentId ?? '', { amount: 1 })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
      details: { refundable: 0 },
      message: `The ticket order ${id} counts on NLe 300.00 of the payment ${paymentId}: send that back with POST /v1/ticket-orders/${id}/refund, so that it is known there.`,
    });
    await refund(id, { ticket_ids: [tickets[0]?.id ?? ''] });
    await expect(direct(paymentId ?? '')).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringContaining('NLe 150.00'),
    });
    expect(await read(id)).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 150,
      payment: { amount_refunded: 150 },
    });
    await refund(id);
    await expect(direct(paymentId ?? '')).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      status: 422,
    });
    expect(await read(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 300,
      payment: { amount_refunded: 300 },
    });
  });

  test('never goes back twice, whoever asks where at once', async () => {
    const { id, paymentId } = await paidByPhone(SUCCEEDS);
    const asked = Array.from({ length: 32 }, (_, at) =>
      at % 2 === 0 ? direct(paymentId, { amount: 100 }) : refund(id, { amount: 100 }),
    );
    const codes = (await Promise.allSettled(asked)).map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : null,
    );
    expect(
      codes.filter(
        (code, at) => at % 2 === 0 && code !== 'STATE_CONFLICT' && code !== 'REFUND_EXCEEDS_PAYMENT',
      ),
    ).toEqual([]);
    expect(codes.filter((code, at) => at % 2 === 1 && code === null)).toHaveLength(3);
    await settle();
    expect(await read(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 300,
      refunds: [{ status: 'done' }, { status: 'done' }, { status: 'done' }],
      payment: { amount_refunded: 300 },
    });
  });

  test('stays with the order while it is being called off, whoever asks payments at once', async () => {
    const { id, paymentId, jazz } = await paidByPhone(SUCCEEDS);
    const [, ...asked] = await Promise.allSettled([
      shop.client.updateEvent({ params: { id: jazz.eventId }, body: { status: 'cancelled' } }),
      service.drain(),
      ...Array.from({ length: 8 }, () => direct(paymentId)),
    ]);
    expect(asked.slice(1).every(({ status }) => status === 'rejected')).toBe(true);
    await settle();
    expect(await read(id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 300,
      refunds: [{ status: 'done' }],
      payment: { amount_refunded: 300 },
    });
  });

  test('is free where the provider would not send back what the order gave up, so that it can be tried again', async () => {
    const { id, paymentId } = await paidByPhone(REFUND_FAILS);
    await refund(id, { amount: 100 });
    await settle();
    await expect(direct(paymentId, { amount: 100.01 })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { refundable: 100 },
      message: expect.stringContaining('Beside that NLe 100.00 can be refunded here.'),
    });
    expect(await direct(paymentId)).toMatchObject({ amount: 100, status: 'failed' });
  });

  test('is counted whole while nobody has decided about it', async () => {
    const { payment_id: paymentId } = await order(await sale(shop), { payment: { method: 'cash' } });
    const [row] = await service.query(
      'DELETE FROM ticket_order_payments WHERE payment_id = $1 RETURNING to_jsonb(ticket_order_payments) AS decided',
      [paymentId],
    );
    await expect(direct(paymentId ?? '')).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringContaining('NLe 300.00'),
    });
    await service.query(
      'INSERT INTO ticket_order_payments SELECT * FROM jsonb_populate_record(NULL::ticket_order_payments, $1)',
      [row?.['decided']],
    );
  });
});

test('money that came too late for a ticket order goes back whole, though somebody sends a part of it by hand', async () => {
  const jazz = await sale(shop, { quantity_available: 2 });
  const held = await order(jazz, {});
  const { data: payment } = await shop.client.payTicketOrder({
    params: { id: held.id },
    body: { method: 'mobile_money', phone: SUCCEEDS_LATE },
  });
  service.advance(1_800_001);
  await order(jazz, { payment: { method: 'cash' } });
  const late = shop.client.simulatePayment({
    params: { id: payment.id },
    body: { outcome: 'succeeded_late' },
  });
  await Promise.all([late, service.drain(), direct(payment.id, { amount: 10 }).catch(() => null)]);
  for (let round = 0; round < 5; round += 1) await settle();
  expect(await read(held.id)).toMatchObject({ status: 'refunded', amount_refunded: 300 });
  expect(await paymentOf(payment.id)).toMatchObject({ amount_refunded: 300 });
});

test('money that comes when its event is over buys no ticket to it, though there are some: it goes back', async () => {
  const jazz = await sale(shop);
  const params = { id: jazz.eventId };
  const nowMs = Date.parse((await shop.client.getEvent({ params })).data.created_at);
  const inMinutes = (minutes: number): string => new Date(nowMs + minutes * 60_000).toISOString();
  await shop.client.updateEvent({ params, body: { start_date: inMinutes(10), end_date: inMinutes(20) } });
  const held = await order(jazz, {});
  const { data: payment } = await shop.client.payTicketOrder({
    params: { id: held.id },
    body: { method: 'mobile_money', phone: SUCCEEDS_LATE },
  });
  service.advance(1_800_001);
  await service.drain();
  expect((await read(held.id)).status).toBe('expired');
  await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded_late' } });
  for (let round = 0; round < 3; round += 1) await settle();
  expect(await read(held.id)).toMatchObject({ status: 'refunded', amount_refunded: 300, tickets: [] });
  expect(await paymentOf(payment.id)).toMatchObject({ amount_refunded: 300 });
});

test('an order whose late money went back is refunded, however many wait for money that its provider does not send back', async () => {
  const late = async (phone: string): Promise<string> => {
    const jazz = await sale(shop, { quantity_available: 2 });
    const held = await order(jazz, {});
    const body = { method: 'mobile_money', phone } as const;
    const { data: payment } = await shop.client.payTicketOrder({ params: { id: held.id }, body });
    service.advance(1_800_001);
    await order(jazz, { payment: { method: 'cash' } });
    await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded_late' } });
    return held.id;
  };
  const stuck = await late(REFUND_FAILS);
  expect((await read(stuck)).status).toBe('refund_pending');
  await service.query(
    `INSERT INTO ticket_orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', o.id || nth, 'order_number', o.order_number || nth, 'link_token', o.link_token || nth))).*
     FROM ticket_orders o, generate_series(1, 100) nth WHERE o.id = $1`,
    [stuck],
  );
  const sent = await late(SUCCEEDS_LATE);
  for (let round = 0; round < 3; round += 1) await settle();
  expect((await read(sent)).status).toBe('refunded');
  await service.query('DELETE FROM ticket_orders WHERE id LIKE $1', [`${stuck}_%`]);
});

test('money for tickets goes back at the time of the test clock, in payments and books as in the order', async () => {
  const { client } = await service.merchant();
  const { data: clock } = await client.createTestClock({ body: { now: '2029-03-01T10:00:00Z' } });
  const tick = (to: string) => client.advanceTestClock({ params: { id: clock.id }, body: { to } });
  const { eventId, typeId } = await sale({ client }, { quantity_available: 2 });
  const body = { items: [{ ticket_type_id: typeId, quantity: 2 }] };
  const { data: held } = await client.createTicketOrder({ params: { id: eventId }, body });
  const { data: payment } = await client.payTicketOrder({
    params: { id: held.id },
    body: { method: 'mobile_money', phone: SUCCEEDS_LATE },
  });
  await tick('2029-03-01T11:00:00Z');
  const cash = { ...body, payment: { method: 'cash' } } as const;
  const { data: sold } = await client.createTicketOrder({ params: { id: eventId }, body: cash });
  await client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded_late' } });
  for (let round = 0; round < 3; round += 1) await settle();
  await tick('2029-03-01T12:00:00Z');
  await client.refundTicketOrder({ params: { id: sold.id }, body: {} });
  const refunds = (await client.listRefunds({ query: { sort: 'created_at' } })).data;
  expect(refunds.map(({ created_at }) => created_at)).toEqual([
    '2029-03-01T11:00:00.000Z',
    '2029-03-01T12:00:00.000Z',
  ]);
  expect((await client.getTicketOrder({ params: { id: held.id } })).data).toMatchObject({
    status: 'refunded',
    ended_at: '2029-03-01T11:00:00.000Z',
  });
});
