import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectExact } from '../kit/buyers.ts';
import { sale, type Sale } from '../kit/sale.ts';
import { figure } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

const ORDERS = figure(40, 400);

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
beforeEach(() => service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000'));
afterAll(async () => {
  await expectExact({ connectionString: service.databaseUrl });
  await service[Symbol.asyncDispose]();
});

type Settled = { readonly ok: boolean; readonly code: string | null };

const settle = (asked: Promise<unknown>): Promise<Settled> =>
  asked.then(
    () => ({ ok: true, code: null }),
    (error: { code?: string }) => ({ ok: false, code: error.code ?? String(error) }),
  );
const order = async (on: Sale, body: object = {}) =>
  (
    await shop.client.createTicketOrder({
      params: { id: on.eventId },
      body: { items: [{ ticket_type_id: on.typeId, quantity: 1 }], ...body },
    })
  ).data;
const all = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const read = async (id: string) => (await shop.client.getTicketOrder({ params: { id } })).data;
const stock = async ({ eventId }: Sale) =>
  (await shop.client.getEvent({ params: { id: eventId } })).data.ticket_types.map(
    ({ quantity_held, quantity_sold }) => [quantity_held, quantity_sold],
  )[0];

test('paid and cancelled at once, an order is one or the other', async () => {
  const jazz = await sale(shop, { quantity_available: ORDERS });
  const held = await all(ORDERS, () => order(jazz));
  const outcomes = await Promise.all(
    held.map(async ({ id }) =>
      Promise.all([
        settle(shop.client.payTicketOrder({ params: { id }, body: { method: 'cash' } })),
        settle(shop.client.cancelTicketOrder({ params: { id } })),
      ]),
    ),
  );
  for (const [paid, cancelled] of outcomes)
    expect([paid.ok, cancelled.ok]).toEqual([!cancelled.ok, !paid.ok]);
  expect(await stock(jazz)).toEqual([0, outcomes.filter(([paid]) => paid.ok).length]);
});

test('paid at the moment at which it expires, an order has its tickets or its money back', async () => {
  const jazz = await sale(shop, { quantity_available: ORDERS });
  const begun = await all(ORDERS, () =>
    order(jazz, { payment: { method: 'mobile_money', phone: '+23200000004' } }),
  );
  service.advance(900_001);
  const others = all(ORDERS, () => settle(order(jazz, { payment: { method: 'cash' } })));
  await Promise.all([
    ...begun.map(({ payment_id }) =>
      settle(
        shop.client.simulatePayment({ params: { id: payment_id ?? '' }, body: { outcome: 'succeeded' } }),
      ),
    ),
    service.drain(),
    others,
  ]);
  for (let round = 0; round < 3; round += 1) {
    service.advance(60_000);
    await service.drain();
  }
  const after = await Promise.all(begun.map(({ id }) => read(id)));
  for (const one of after) {
    const paid = one.payment?.status === 'succeeded';
    expect([one.status, one.tickets.length, one.payment?.amount_refunded ?? 0]).toEqual(
      one.status === 'paid' ? ['paid', 1, 0] : paid ? ['refunded', 0, 150] : ['expired', 0, 0],
    );
  }
  const [held = 0, sold = 0] = (await stock(jazz)) ?? [];
  expect([held, sold <= ORDERS]).toEqual([0, true]);
});

test('refunded and scanned at once, a ticket lets in or its money goes back, never both', async () => {
  const jazz = await sale(shop, { quantity_available: ORDERS });
  const paid = await all(ORDERS, () => order(jazz, { payment: { method: 'cash' } }));
  await Promise.all(
    paid.map(async ({ id, tickets }) => {
      const [refund, scan] = await Promise.all([
        settle(shop.client.refundTicketOrder({ params: { id } })),
        settle(
          shop.client.scanTicket({ params: { id: jazz.eventId }, body: { code: tickets[0]?.qr ?? '' } }),
        ),
      ]);
      expect([refund.code, scan.code]).toEqual(
        refund.ok ? [null, 'TICKET_VOID'] : ['TICKET_ALREADY_USED', null],
      );
    }),
  );
});

test('refunded many times at once, an order gives back what was paid and no more', async () => {
  const jazz = await sale(shop);
  const paid = await order(jazz, {
    items: [{ ticket_type_id: jazz.typeId, quantity: 4 }],
    payment: { method: 'cash' },
  });
  const refunds = await all(20, (index) =>
    settle(
      shop.client.refundTicketOrder({
        params: { id: paid.id },
        body: index % 2 ? { amount: 60 } : { ticket_ids: [paid.tickets[(index / 2) % 4]?.id ?? ''] },
      }),
    ),
  );
  for (const { ok, code } of refunds)
    expect(ok || ['TICKET_VOID', 'REFUND_EXCEEDS_PAYMENT', 'STATE_CONFLICT'].includes(code ?? '')).toBe(true);
  const after = await read(paid.id);
  expect(after.amount_refunded).toBeLessThanOrEqual(600);
  expect(after.payment?.amount_refunded).toBe(after.amount_refunded);
});

test('refunded many times at once, each request is answered again as it was at first', async () => {
  const jazz = await sale(shop);
  const paid = await order(jazz, {
    items: [{ ticket_type_id: jazz.typeId, quantity: 4 }],
    payment: { method: 'cash' },
  });
  const refund = (index: number) =>
    shop.client.refundTicketOrder({
      params: { id: paid.id },
      body: { amount: 10 + index },
      idempotencyKey: `refund-${index}-of-${paid.id}`,
    });
  const first = await all(12, refund);
  const again = await all(12, refund);
  expect(again.map(({ data }) => data)).toEqual(first.map(({ data }) => data));
});

test('paid by two ways at once, an order keeps one payment and the other goes back', async () => {
  const jazz = await sale(shop);
  const held = await order(jazz);
  const { data: first } = await shop.client.payTicketOrder({
    params: { id: held.id },
    body: { method: 'mobile_money', phone: '+23200000004' },
  });
  await shop.client.simulatePayment({
    params: { id: ('id' in first && first.id) || '' },
    body: { outcome: 'failed' },
  });
  const { data: second } = await shop.client.payTicketOrder({
    params: { id: held.id },
    body: { method: 'mobile_money', phone: '+23200000004' },
  });
  expect(second.id).not.toBe(first.id);
  await Promise.all([
    settle(shop.client.simulatePayment({ params: { id: first.id }, body: { outcome: 'succeeded' } })),
    settle(shop.client.simulatePayment({ params: { id: second.id }, body: { outcome: 'succeed' } })),
  ]);
  await service.drain();
  const payments = await Promise.all(
    [first.id, second.id].map(async (id) => (await shop.client.getPayment({ params: { id } })).data),
  );
  const succeeded = payments.filter(({ status }) => status === 'succeeded');
  expect((await read(held.id)).tickets).toHaveLength(1);
  expect(succeeded.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)).toBe(150);
});

test('one Idempotency-Key sent many times at once sells once', async () => {
  const jazz = await sale(shop);
  const body = {
    items: [{ ticket_type_id: jazz.typeId, quantity: 2 }],
    payment: { method: 'cash' as const },
  };
  const answers = await all(40, () =>
    shop.client.createTicketOrder({ params: { id: jazz.eventId }, body, idempotencyKey: 'one-sale' }),
  );
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await stock(jazz)).toEqual([0, 2]);
});
