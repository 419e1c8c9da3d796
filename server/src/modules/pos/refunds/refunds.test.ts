import { randomUUID } from 'node:crypto';
import type { Client } from '@cottontree/client';
import type { Sale } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Till } from '../../../../test/kit/till.ts';

type Body = Parameters<Client['refundSale']>[0]['body'];

let service: TestService;
let shop: TestMerchant;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  till = openTill(shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const refund = async (sale: Pick<Sale, 'id'>, body: Body) =>
  (await shop.client.refundSale({ params: { id: sale.id }, body })).data;
const read = async ({ id }: Pick<Sale, 'id'>) => (await shop.client.getSale({ params: { id } })).data;
const refundsOf = async ({ id }: Pick<Sale, 'id'>) =>
  (await shop.client.listSaleRefunds({ params: { id } })).data;

/** Paid by phone with a number of the test provider, and awaited. */
async function sellByPhone(phone: string, quantity = 1): Promise<Sale> {
  const sale = await till.sell(await till.goods(), {
    quantity,
    payments: [{ channel: 'mobile_money', phone }],
  });
  await shop.client.simulatePayment({
    params: { id: sale.payments[0]?.id ?? '' },
    body: { outcome: 'succeeded' },
  });
  await service.drain();
  return read(sale);
}

const GOOD = '+23200000001';
const FAILS = '+23200000009';

describe('goods that come back', () => {
  test('give their money back in cash at once, and stand on the shelf again', async () => {
    const goods = await till.goods();
    const sale = await till.sell(goods, { quantity: 2 });
    const made = await refund(sale, {
      client_id: randomUUID(),
      items: [{ line: 1, quantity: 1 }],
      reason: 'The bag was torn.',
    });
    expect(made).toMatchObject({
      status: 'succeeded',
      amount: 150,
      items: [{ line: 1, quantity: 1, amount: 150, restock: true }],
      payments: [{ channel: 'cash', tender: 'original', amount: 150, status: 'succeeded' }],
      reason: 'The bag was torn.',
    });
    expect(await read(sale)).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 150,
      items: [{ quantity_refunded: 1 }],
    });
    expect(await till.stockOf(goods)).toEqual({ on_hand: 99, reserved: 0 });
    expect((await shop.client.getPayment({ params: { id: sale.payments[0]?.id ?? '' } })).data).toMatchObject(
      { amount_refunded: 150 },
    );
    await refund(sale, { items: [{ line: 1 }] });
    expect(await read(sale)).toMatchObject({
      status: 'refunded',
      amount_refunded: 300,
      items: [{ quantity_refunded: 2 }],
      ended_at: expect.any(String),
    });
    expect(await till.stockOf(goods)).toEqual({ on_hand: 100, reserved: 0 });
    expect((await refundsOf(sale)).map(({ amount }) => amount)).toEqual([150, 150]);
  });

  test('that are broken stay off the shelf', async () => {
    const goods = await till.goods();
    await refund(await till.sell(goods), { items: [{ line: 1, restock: false }] });
    expect((await till.stockOf(goods)).on_hand).toBe(99);
  });

  test('of a location that is closed for good are paid back, and lie nowhere unseen', async () => {
    const { client } = shop;
    const { id: location_id } = (await client.createLocation({ body: { name: 'Stall' } })).data;
    const goods = await till.goods({ stock: 0 });
    const items = [{ variant_id: goods.variantId, delta: 2, reason: 'purchase' as const }];
    await client.createStockAdjustment({ body: { location_id, items } });
    const [sold, voided] = [await till.sell(goods, { location_id }), await till.sell(goods, { location_id })];
    await client.deleteLocation({ params: { id: location_id } });
    expect(await refund(sold, { everything: true })).toMatchObject({
      status: 'succeeded',
      amount: 150,
      items: [{ quantity: 1, restock: false }],
    });
    await expect(client.voidSale({ params: { id: voided.id }, body: {} })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringContaining('closed for good'),
    });
    const query = { variant_id: goods.variantId };
    const moved = (await client.listStockMovements({ query })).data.map(({ reason }) => reason);
    expect(moved.toSorted()).toEqual(['purchase', 'sale', 'sale']);
  });

  test('take tax and tips back from where they were booked', async () => {
    const goods = await till.goods({ price: 115, tax_rate: 15, tax_inclusive: true });
    const sale = await till.sell(goods, { quantity: 2, tip: 10 });
    const first = await refund(sale, { items: [{ line: 1, quantity: 1 }] });
    expect(first).toMatchObject({ amount: 115, tip: 0, tax_total: 15, taxes: [{ amount: 15, base: 100 }] });
    const rest = await refund(sale, { everything: true });
    expect(rest).toMatchObject({ amount: 125, tip: 10, tax_total: 15 });
    const books = await service.query(
      `SELECT account, sum(amount)::text AS amount FROM ledger_entries e JOIN ledger_tx t USING (merchant_id, livemode) WHERE t.id = e.tx_id AND e.merchant_id = $1 AND (t.subject = $2 OR t.subject = $3) GROUP BY account ORDER BY account`,
      [shop.id, sale.id, sale.payments[0]?.id],
    );
    expect(Object.fromEntries(books.map(({ account, amount }) => [account, amount]))).toEqual({
      cash_drawer: '0',
      refunds: '20000',
      sales: '-20000',
      tax_payable: '0',
      tips: '0',
    });
  });

  test('are told of once the money has gone', async () => {
    const sale = await till.sell(await till.goods());
    await refund(sale, { everything: true });
    const facts = await service.query(
      `SELECT kind, facts ->> 'status' AS status FROM outbox WHERE entity = $1 ORDER BY sequence`,
      [sale.id],
    );
    expect(facts.at(-1)).toEqual({ kind: 'pos.sale.refunded', status: 'refunded' });
  });

  test('come back in whatever parts: the refunds add up to the sale, to the cent', async () => {
    const goods = await till.goods({ price: 3.34, tax_rate: 7.5, tax_inclusive: false });
    const sale = await till.sell(goods, {
      quantity: 3,
      discount: { type: 'fixed', value: 0.02 },
      service_charge: { type: 'percent', value: 10 },
    });
    const parts = [
      await refund(sale, { items: [{ line: 1, quantity: 1 }] }),
      await refund(sale, { amount: 0.5 }),
      await refund(sale, { items: [{ line: 1, quantity: 1 }] }),
      await refund(sale, { items: [{ line: 1 }] }),
    ];
    const sum = (figure: (one: (typeof parts)[number]) => number): number =>
      Math.round(parts.reduce((total, one) => total + figure(one), 0) * 100) / 100;
    expect([
      sum(({ amount }) => amount),
      sum(({ tax_total: tax }) => tax),
      sum(({ service_charge: charge }) => charge),
    ]).toEqual([sale.amount_paid, sale.tax_total, sale.service_charge]);
    expect(await read(sale)).toMatchObject({ status: 'refunded', amount_refunded: sale.amount_paid });
  });
});

describe('money by other ways', () => {
  test('goes back through its provider', async () => {
    const sale = await sellByPhone(GOOD);
    const made = await refund(sale, { everything: true });
    expect(made).toMatchObject({
      status: 'succeeded',
      payments: [{ channel: 'mobile_money', status: 'succeeded' }],
    });
    expect(await read(sale)).toMatchObject({ status: 'refunded', amount_refunded: 150 });
  });

  test('that cannot be sent back leaves the sale as it was, and can be handed back in cash', async () => {
    const sale = await sellByPhone(FAILS);
    const failed = await refund(sale, { everything: true });
    expect(failed).toMatchObject({
      status: 'failed',
      amount: 0,
      amount_failed: 150,
      payments: [{ status: 'failed' }],
    });
    expect(await read(sale)).toMatchObject({
      status: 'completed',
      amount_refunded: 0,
      items: [{ quantity_refunded: 0 }],
    });
    const [level] = await service.query(
      'SELECT on_hand::int AS on_hand FROM stock_levels WHERE variant_id = $1',
      [sale.items[0]?.variant_id],
    );
    expect(level).toEqual({ on_hand: 99_000 });
    const again = await refund(sale, { everything: true, tender: 'cash' });
    expect(again).toMatchObject({
      status: 'succeeded',
      amount: 150,
      payments: [{ channel: 'mobile_money', tender: 'cash' }],
    });
    expect(await read(sale)).toMatchObject({ status: 'refunded' });
    expect(
      (await shop.client.getPayment({ params: { id: sale.payments[0]?.id ?? '' } })).data.amount_refunded,
    ).toBe(150);
  });

  test('holds what is asked for until its provider has answered', async () => {
    const sale = await sellByPhone(GOOD, 2);
    const [{ provider_ref: reference } = {}] = await service.query(
      'SELECT provider_ref FROM payments WHERE id = $1',
      [sale.payments[0]?.id],
    );
    await service.query('UPDATE payments SET provider_ref = NULL WHERE id = $1', [sale.payments[0]?.id]);
    const made = await refund(sale, { items: [{ line: 1, quantity: 1 }] });
    expect(made).toMatchObject({ status: 'pending', amount: 150, payments: [{ status: 'pending' }] });
    expect(await read(sale)).toMatchObject({
      status: 'completed',
      amount_refunded: 150,
      items: [{ quantity_refunded: 1 }],
    });
    await expect(refund(sale, { amount: 150.01 })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      details: { refundable: 150 },
    });
    await service.query('UPDATE payments SET provider_ref = $2 WHERE id = $1', [
      sale.payments[0]?.id,
      reference,
    ]);
    service.advance(60_000);
    await service.drain();
    service.advance(15_000);
    await service.drain();
    expect((await shop.client.getPosRefund({ params: { id: made.id } })).data).toMatchObject({
      status: 'succeeded',
    });
    expect(await read(sale)).toMatchObject({ status: 'partially_refunded', amount_refunded: 150 });
  });

  test('that is all on its way back is not refunded a second time, as nothing', async () => {
    const sale = await sellByPhone(GOOD);
    await service.query('UPDATE payments SET provider_ref = NULL WHERE id = $1', [sale.payments[0]?.id]);
    expect(await refund(sale, { everything: true })).toMatchObject({ status: 'pending', amount: 150 });
    await expect(refund(sale, { everything: true })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      status: 422,
      details: { refundable: 0 },
    });
    expect(await refundsOf(sale)).toHaveLength(1);
    expect((await read(sale)).status).toBe('completed');
  });
});

describe('of a sale paid in several ways', () => {
  const both = async (): Promise<Sale> =>
    till.sell(await till.goods(), {
      quantity: 2,
      payments: [
        { channel: 'cash', amount: 100 },
        { channel: 'external', amount: 200, external_ref: 'POS-1' },
      ],
    });

  test('what was not cash goes back first', async () => {
    const sale = await both();
    expect(
      (await refund(sale, { amount: 250 })).payments.map(({ channel, amount }) => [channel, amount]),
    ).toEqual([
      ['external', 200],
      ['cash', 50],
    ]);
    expect(
      (await refund(sale, { everything: true })).payments.map(({ channel, amount }) => [channel, amount]),
    ).toEqual([['cash', 50]]);
  });

  test('it goes back from those that are named', async () => {
    const sale = await both();
    const [cash] = sale.payments;
    expect(
      (
        await refund(sale, {
          items: [{ line: 1, quantity: 0.5 }],
          payments: [{ payment_id: cash?.id ?? '', amount: 75 }],
        })
      ).payments.map(({ channel }) => channel),
    ).toEqual(['cash']);
    await expect(
      refund(sale, { amount: 30, payments: [{ payment_id: cash?.id ?? '', amount: 30 }] }),
    ).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_PAYMENT', details: { refundable: 25 } });
    await expect(
      refund(sale, { amount: 30, payments: [{ payment_id: cash?.id ?? '', amount: 20 }] }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'payments' }] } });
    await expect(
      refund(sale, { amount: 30, payments: [{ payment_id: 'pay_0', amount: 30 }] }),
    ).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
  });
});

describe('the tip', () => {
  test('stays with whoever served, unless it is asked for', async () => {
    const sale = await till.sell(await till.goods(), { tip: 20 });
    await refund(sale, { items: [{ line: 1 }] });
    expect(await read(sale)).toMatchObject({ status: 'partially_refunded', amount_refunded: 150 });
    await expect(refund(sale, { amount: 1 })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      details: { refundable: 0 },
    });
    expect(await refund(sale, { amount: 20, tip: true })).toMatchObject({ amount: 20, tip: 20 });
    expect(await read(sale)).toMatchObject({ status: 'refunded', amount_refunded: 170 });
  });
});

describe('out of a drawer', () => {
  async function openDrawer(): Promise<string> {
    const { data: terminal } = await shop.client.createTerminal({
      body: { name: `Till ${randomUUID().slice(0, 8)}` },
    });
    return (await shop.client.openCashSession({ body: { terminal_id: terminal.id, opening_float: 500 } }))
      .data.id;
  }

  test('cash goes from where it came in, and stands in its report', async () => {
    const drawer = await openDrawer();
    const sale = await till.sell(await till.goods(), { quantity: 2, cash_session_id: drawer });
    expect(await refund(sale, { items: [{ line: 1, quantity: 1 }] })).toMatchObject({
      cash_session_id: drawer,
    });
    const entries = await service.query(
      'SELECT kind, tender, amount_minor::int AS amount FROM cash_entries WHERE session_id = $1 AND kind IN ($2, $3) ORDER BY recorded_at',
      [drawer, 'sale', 'refund'],
    );
    expect(entries).toEqual([
      { kind: 'sale', tender: 'cash', amount: 30_000 },
      { kind: 'refund', tender: 'cash', amount: -15_000 },
    ]);
    expect(
      await service.query(
        'SELECT kind, total_minor::int AS total FROM cash_documents WHERE session_id = $1 ORDER BY recorded_at',
        [drawer],
      ),
    ).toEqual([
      { kind: 'sale', total: 30_000 },
      { kind: 'refund', total: 15_000 },
    ]);
  });

  test('once that is closed, another is named, or none', async () => {
    const [closed, open] = [await openDrawer(), await openDrawer()];
    const sale = await till.sell(await till.goods(), { quantity: 3, cash_session_id: closed });
    await shop.client.closeCashSession({
      params: { id: closed },
      body: { counted: [{ tender: 'cash', amount: 950 }] },
    });
    await expect(refund(sale, { amount: 10, cash_session_id: closed })).rejects.toMatchObject({
      code: 'CASH_SESSION_CLOSED',
      status: 409,
    });
    expect(await refund(sale, { amount: 10 })).toMatchObject({ cash_session_id: null });
    expect(await refund(sale, { amount: 10, cash_session_id: open })).toMatchObject({
      cash_session_id: open,
    });
    expect(await read(sale)).toMatchObject({ amount_refunded: 20 });
  });
});

describe('at the same moment', () => {
  test('twenty refunds of the last unit refund it once', async () => {
    const goods = await till.goods();
    const sale = await till.sell(goods);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => refund(sale, { items: [{ line: 1 }] })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(['STATE_CONFLICT', 'REFUND_EXCEEDS_PAYMENT']).toContain(
          (result.reason as { code: string }).code,
        );
    expect(await read(sale)).toMatchObject({ status: 'refunded', amount_refunded: 150 });
    expect((await till.stockOf(goods)).on_hand).toBe(100);
  });

  test('twenty refunds of parts give no more than was paid', async () => {
    const sale = await till.sell(await till.goods(), { quantity: 2 });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => refund(sale, { amount: 40 })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await read(sale)).toMatchObject({ amount_refunded: 280 });
  });

  test('a refund and a void do not both happen', async () => {
    for (let round = 0; round < 5; round += 1) {
      const goods = await till.goods();
      const sale = await till.sell(goods);
      const results = await Promise.allSettled([
        refund(sale, { everything: true }),
        shop.client.voidSale({ params: { id: sale.id }, body: {} }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await till.stockOf(goods)).on_hand).toBe(100);
    }
  });

  test('one client_id is one refund, however often and with whatever Idempotency-Key it is sent', async () => {
    const sale = await till.sell(await till.goods(), { quantity: 5 });
    const body: Body = { client_id: randomUUID(), items: [{ line: 1, quantity: 1 }] };
    const made = await Promise.all(
      Array.from({ length: 12 }, () => shop.client.refundSale({ params: { id: sale.id }, body })),
    );
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
    expect(made.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 11 }, () => 200),
      201,
    ]);
    await expect(refund(sale, { ...body, items: [{ line: 1, quantity: 2 }] })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      status: 422,
    });
    expect(await read(sale)).toMatchObject({ amount_refunded: 150 });
  });

  test('one Idempotency-Key is one refund', async () => {
    const sale = await till.sell(await till.goods(), { quantity: 5 });
    const ask = () =>
      shop.client.refundSale({
        params: { id: sale.id },
        body: { amount: 10 },
        idempotencyKey: `refund-${sale.id}`,
      });
    const first = await ask();
    expect(await ask()).toMatchObject({ replayed: true, data: first.data });
    expect(await read(sale)).toMatchObject({ amount_refunded: 10 });
  });
});

describe('is refused', () => {
  test('for what cannot be read', async () => {
    const sale = await till.sell(await till.goods());
    const faults: readonly (readonly [Body, string])[] = [
      [{}, 'items'],
      [{ amount: 1, everything: true }, 'items'],
      [{ amount: 0 }, 'amount'],
      [{ items: [{ line: 2 }] }, 'items[0].line'],
      [{ items: [{ line: 1 }, { line: 1 }] }, 'items[1].line'],
      [{ items: [{ line: 1, quantity: 0 }] }, 'items[0].quantity'],
    ];
    for (const [body, path] of faults)
      await expect(refund(sale, body)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: [{ path }] },
      });
    await expect(refund(sale, { amount: 1.005 })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      status: 400,
    });
    await expect(refund(sale, { client_id: 'mine', amount: 1 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('to staff who may not', async () => {
    const sale = await till.sell(await till.goods());
    const { data: cashier } = await shop.client.createStaff({
      body: { name: 'Isatu', permissions: ['sell'] },
    });
    await expect(refund(sale, { everything: true, staff_id: cashier.id })).rejects.toMatchObject({
      code: 'STAFF_PERMISSION_REQUIRED',
      status: 403,
      details: { permission: 'refund' },
    });
    await expect(refund(sale, { everything: true, staff_id: 'stf_0' })).rejects.toMatchObject({
      code: 'STAFF_NOT_FOUND',
    });
  });

  test('for sales and refunds of others', async () => {
    const sale = await till.sell(await till.goods());
    const made = await refund(sale, { amount: 1 });
    const { client } = await service.merchant();
    await expect(
      client.refundSale({ params: { id: sale.id }, body: { everything: true } }),
    ).rejects.toMatchObject({ code: 'SALE_NOT_FOUND', status: 404 });
    await expect(client.listSaleRefunds({ params: { id: sale.id } })).rejects.toMatchObject({
      code: 'SALE_NOT_FOUND',
    });
    await expect(client.getPosRefund({ params: { id: made.id } })).rejects.toMatchObject({
      code: 'REFUND_NOT_FOUND',
    });
    expect((await client.listPosRefunds()).data).toEqual([]);
  });

  test('for a sale that is not paid, or is over', async () => {
    const goods = await till.goods();
    const parked = await till.sell(goods, { payments: [], status: 'parked' });
    await expect(refund(parked, { everything: true })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
      details: { from: 'parked', to: 'refunded' },
    });
    const sale = await till.sell(goods);
    await refund(sale, { everything: true });
    await expect(refund(sale, { everything: true })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'refunded' },
    });
  });

  test('for more than is left, which is told', async () => {
    const sale = await till.sell(await till.goods(), { quantity: 2 });
    await refund(sale, { amount: 100 });
    await expect(refund(sale, { amount: 200.01 })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      status: 422,
      details: { refundable: 200 },
    });
    await expect(refund(sale, { items: [{ line: 1, quantity: 2.001 }] })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      details: { refundable: 200, line: 1, quantity_left: 2 },
    });
  });

  test('where no drawer is open and one has to be', async () => {
    const goods = await till.goods();
    const sale = await till.sell(goods);
    await shop.client.updatePosSettings({ body: { require_cash_session: true } });
    try {
      await expect(refund(sale, { everything: true })).rejects.toMatchObject({
        code: 'CASH_SESSION_REQUIRED',
        status: 409,
      });
      await expect(refund(sale, { everything: true, cash_session_id: 'csh_0' })).rejects.toMatchObject({
        code: 'CASH_SESSION_NOT_FOUND',
        status: 404,
      });
    } finally {
      await shop.client.updatePosSettings({ body: { require_cash_session: false } });
    }
  });
});

test('refunds are listed newest first, by their filters', async () => {
  const other = await service.merchant();
  const own = openTill(other);
  const sale = await own.sell(await own.goods(), { quantity: 3 });
  for (const amount of [1, 2, 3])
    await other.client.refundSale({ params: { id: sale.id }, body: { amount } });
  expect(
    (await other.client.listPosRefunds({ query: { limit: 2 } })).data.map(({ amount }) => amount),
  ).toEqual([3, 2]);
  expect((await other.client.listPosRefunds({ query: { status: 'pending' } })).meta.total).toBe(0);
  expect(
    (
      await other.client.listPosRefunds({
        query: { location_id: sale.location_id, created_from: '2020-01-01' },
      })
    ).meta.total,
  ).toBe(3);
  expect((await other.client.listPosRefunds({ query: { created_to: '2020-01-01' } })).meta.total).toBe(0);
});
