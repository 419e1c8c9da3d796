import { randomUUID } from 'node:crypto';
import type { Input, Operations, Sale } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Till } from '../../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  till = openTill(shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const get = async (id: string) => (await shop.client.getSale({ params: { id } })).data;
const postings = async (saleId: string) =>
  (
    await service.query(
      'SELECT t.kind, e.account, e.amount::int FROM ledger_entries e JOIN ledger_tx t ON t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.id = e.tx_id LEFT JOIN payments p ON p.id = t.subject WHERE t.subject = $1 OR p.subject_id = $1 ORDER BY 1, 2',
      [saleId],
    )
  ).map(({ kind, account, amount }) => [kind, account, amount]);

describe('a sale for cash', () => {
  test('is completed in one call: priced, numbered, paid, taken from the stock and told', async () => {
    const rice = await till.goods({ price: 150, tax_rate: 15, tax_inclusive: true });
    const { data: sale } = await shop.client.createSale({
      body: {
        items: [{ variant_id: rice.variantId, quantity: 2 }],
        payments: [{ channel: 'cash', tendered: 500 }],
        tip: 10,
        customer: { name: 'Fatmata' },
      },
    });
    expect(sale).toMatchObject({
      status: 'completed',
      subtotal: 300,
      tax_total: 39.13,
      tip: 10,
      total: 310,
      amount_paid: 310,
      amount_due: 0,
      change_due: 190,
      currency: 'SLE',
      version: 1,
      customer: { name: 'Fatmata' },
    });
    expect(sale.number).toMatch(/^MAIN-\d{5}$/);
    expect(sale.receipt_number).toBe(sale.number);
    expect(sale.receipt_url).toMatch(/\/r\/[\w-]{22}$/);
    expect(sale.payments).toMatchObject([
      { channel: 'cash', status: 'succeeded', verdict: 'kept', amount: 310, tendered: 500, change: 190 },
    ]);
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 98, reserved: 0 });
    expect(await get(sale.id)).toEqual(sale);
    expect(await postings(sale.id)).toEqual([
      ['payment.succeeded', 'cash_drawer', 31_000],
      ['payment.succeeded', 'sales', -31_000],
      ['sale.completed', 'sales', 4_913],
      ['sale.completed', 'tax_payable', -3_913],
      ['sale.completed', 'tips', -1_000],
    ]);
    await service.drain();
    const messages = (
      await shop.client.listMessages({ query: { event: 'pos.sale.completed', entity: sale.id } })
    ).data;
    expect(messages).toHaveLength(1);
    const { body } = (await shop.client.getMessage({ params: { id: messages[0]?.id ?? '' } })).data;
    expect(JSON.parse(body)).toMatchObject({ data: { object: sale } });
  });

  test('is the same sale to whoever sends it again', async () => {
    const rice = await till.goods({ stock: 3 });
    const body = {
      client_id: randomUUID(),
      items: [{ variant_id: rice.variantId }],
      payments: [{ channel: 'cash' as const }],
    };
    const first = (await shop.client.createSale({ body })).data;
    expect((await shop.client.createSale({ body })).data).toEqual(first);
    const key = randomUUID();
    expect(
      (await shop.client.createSale({ body: { ...body, client_id: body.client_id.toUpperCase() } })).data.id,
    ).toBe(first.id);
    const other = { ...body, client_id: randomUUID() };
    const keyed = await shop.client.createSale({ body: other, idempotencyKey: key });
    expect(keyed.data.number).not.toBeNull();
    expect((await shop.client.createSale({ body: other, idempotencyKey: key })).data).toEqual(keyed.data);
    await expect(
      shop.client.createSale({ body: { ...other, client_id: randomUUID() }, idempotencyKey: key }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 1 });
    await expect(shop.client.createSale({ body: { ...body, notes: 'Another' } })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      details: { sale_id: first.id },
    });
  });

  test('is refused alike to all who send it at the same moment', async () => {
    const rice = await till.goods({ stock: 1 });
    const body = {
      client_id: randomUUID(),
      items: [{ variant_id: rice.variantId, quantity: 2 }],
      payments: [{ channel: 'cash' as const }],
    };
    const refused = (idempotencyKey?: string) =>
      shop.client.createSale({ body, ...(idempotencyKey ? { idempotencyKey } : {}) }).then(
        () => 'sold',
        ({ code }: { readonly code: string }) => code,
      );
    const key = randomUUID();
    expect(await Promise.all([refused(), refused(), refused(), refused(key), refused(key)])).toEqual(
      Array.from({ length: 5 }, () => 'INSUFFICIENT_STOCK'),
    );
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 1, reserved: 0 });
  });

  test('was made by a clock that may be a day off, and not in another century', async () => {
    const rice = await till.goods();
    const at = (occurred_at: string) =>
      shop.client.createSale({
        body: { items: [{ variant_id: rice.variantId }], payments: [{ channel: 'cash' }], occurred_at },
      });
    const DAY_MS = 86_400_000;
    const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();
    for (const wrong of ['2099-01-01T10:00:00Z', ahead(DAY_MS + 60_000)])
      await expect(at(wrong)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('24 hours ahead'),
        details: { fields: [{ path: 'occurred_at' }] },
      });
    const tolerated = ahead(DAY_MS - 60_000);
    const { data: sale } = await at(tolerated);
    expect(sale.occurred_at).toBe(tolerated);
    await expect(
      shop.client.refundSale({
        params: { id: sale.id },
        body: { items: [{ line: 1 }], occurred_at: '2099-01-01T10:00:00Z' },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'occurred_at' }] } });
  });

  test('rounds only what is paid in cash', async () => {
    const other = await service.merchant();
    const till2 = openTill(other);
    await other.client.updatePosSettings({
      body: { cash_rounding_increment: 0.5, cash_rounding_mode: 'nearest' },
    });
    const gum = await till2.goods({ price: 10.3 });
    const sale = await till2.sell(gum, {
      payments: [
        { channel: 'cash', amount: 5.1, tendered: 10 },
        { channel: 'external', external_ref: 'BANK-1' },
      ],
    });
    expect(sale).toMatchObject({
      status: 'completed',
      total: 10.3,
      cash_rounding: -0.1,
      amount_paid: 10.2,
      amount_due: 0,
      change_due: 5,
    });
    expect(
      sale.payments.map(({ channel, amount, cash_rounding }) => [channel, amount, cash_rounding]),
    ).toEqual([
      ['cash', 5, -0.1],
      ['external', 5.2, 0],
    ]);
  });

  test('rounds the cash of all its parts together, so that parts below the smallest coin leave nothing unpaid and add nothing', async () => {
    const other = await service.merchant();
    const till2 = openTill(other);
    await other.client.updatePosSettings({ body: { cash_rounding_increment: 0.5 } });
    const gum = await till2.goods({ price: 2.4 });
    const inParts = (amount: number) =>
      till2.sell(gum, {
        payments: Array.from({ length: Math.round(2.4 / amount) }, () => ({ channel: 'cash', amount })),
      });
    const figures = { status: 'completed', total: 2.4, cash_rounding: 0.1, amount_paid: 2.5, change_due: 0 };
    for (const amount of [0.24, 0.3, 0.8, 2.4]) expect(await inParts(amount)).toMatchObject(figures);

    const { id } = await till2.sell(gum, { status: 'open', payments: [{ channel: 'cash', amount: 1.2 }] });
    const body = { channel: 'cash', amount: 1.2, tendered: 2 } as const;
    expect((await other.client.paySale({ params: { id }, body })).data).toMatchObject({
      ...figures,
      change_due: 0.5,
      payments: [{ amount: 1 }, { amount: 1.5, cash_rounding: 0.3, change: 0.5 }],
    });
  });

  test('numbers each location by itself, without gaps', async () => {
    const other = await service.merchant();
    const till2 = openTill(other);
    const { data: kiosk } = await other.client.createLocation({ body: { name: 'Kiosk', code: 'KSK' } });
    const water = await till2.goods({ stock: 2 });
    const free = await till2.goods({ track_inventory: false, stock: 0 });
    const sales = [
      await till2.sell(water),
      await till2.sell(free, { location_id: kiosk.id }),
      await till2.sell(water),
    ];
    await expect(till2.sell(water)).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { items: [{ variant_id: water.variantId, requested: 1, available: 0 }] },
    });
    expect([...sales, await till2.sell(free)].map(({ number }) => number)).toEqual([
      'MAIN-00001',
      'KSK-00001',
      'MAIN-00002',
      'MAIN-00003',
    ]);
  });
});

describe('a sale that is not paid at once', () => {
  test('is parked, changed, and paid in two parts', async () => {
    const rice = await till.goods({ price: 100 });
    const { data: parked } = await shop.client.createSale({
      body: { items: [{ variant_id: rice.variantId }], status: 'parked' },
    });
    expect(parked).toMatchObject({ status: 'parked', number: null, amount_due: 100 });
    const { data: changed } = await shop.client.updateSale({
      params: { id: parked.id },
      body: {
        items: [{ variant_id: rice.variantId, quantity: 3 }],
        discount: { type: 'percent', value: 10 },
      },
    });
    expect(changed).toMatchObject({ status: 'parked', total: 270, discount_total: 30, version: 2 });
    const whole = {
      id: changed.id,
      status: changed.status,
      number: changed.number,
      created_at: changed.created_at,
      tip: 0,
    };
    expect((await shop.client.updateSale({ params: { id: parked.id }, body: whole })).data.total).toBe(270);
    for (const field of ['id', 'status', 'number', 'created_at']) {
      await expect(
        shop.client.updateSale({ params: { id: parked.id }, body: { ...whole, [field]: 'mine' } }),
      ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: field }] } });
    }
    const { data: half } = await shop.client.paySale({
      params: { id: parked.id },
      body: { channel: 'cash', amount: 100 },
    });
    expect(half).toMatchObject({ status: 'open', amount_paid: 100, amount_due: 170 });
    const { data: done } = await shop.client.completeSale({
      params: { id: parked.id },
      body: { payments: [{ channel: 'external' }], expected_total: 270 },
    });
    expect(done).toMatchObject({ status: 'completed', amount_paid: 270, amount_due: 0 });
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 97 });
  });

  test('has lines that add up after only its discount or tip was changed', async () => {
    const rice = await till.goods({ price: 100, stock: 10 });
    const { data: parked } = await shop.client.createSale({
      body: {
        items: [
          { variant_id: rice.variantId, quantity: 2 },
          { custom_name: 'Bag', unit_price: 50 },
        ],
        status: 'parked',
      },
    });
    const { data: changed } = await shop.client.updateSale({
      params: { id: parked.id },
      body: { discount: { type: 'percent', value: 10 }, tip: 5 },
    });
    expect(changed).toMatchObject({
      total: 230,
      discount_total: 25,
      items: [
        { gross: 200, discount_total: 20, total: 180 },
        { gross: 50, discount_total: 5, total: 45 },
      ],
    });
  });

  test('comes to no more than an amount can be', async () => {
    const items = [{ custom_name: 'Island', unit_price: 9_999_999_999_999.99, quantity: 999_999 }];
    const refusal = { code: 'VALIDATION_ERROR', details: { fields: [{ path: 'items' }] } };
    await expect(
      shop.client.createSale({ body: { items, payments: [{ channel: 'cash' }] } }),
    ).rejects.toMatchObject(refusal);
    await expect(
      shop.client.quoteSale({
        body: { items: [{ custom_name: 'Island', unit_price: 9_999_999_999_999.99, quantity: 2 }] },
      }),
    ).rejects.toMatchObject(refusal);
  });

  test('loses while it is parked what is taken away with null, and keeps the rest', async () => {
    const { data: buyer } = await shop.client.createCustomer({ body: { name: 'Isatu Kanu' } });
    const { data: parked } = await shop.client.createSale({
      body: {
        items: [{ custom_name: 'Bag', unit_price: 50 }],
        discount: { type: 'fixed', value: 10 },
        service_charge: { type: 'percent', value: 10 },
        tip: 5,
        notes: 'Table 4',
        customer_id: buyer.id,
        status: 'parked',
      },
    });
    expect(parked).toMatchObject({
      total: 49,
      notes: 'Table 4',
      customer_id: buyer.id,
      customer: { name: 'Isatu Kanu' },
    });
    const change = async (body: Input<Operations['updateSale']>['body']): Promise<Sale> =>
      (await shop.client.updateSale({ params: { id: parked.id }, body })).data;
    expect(await change({ discount: null })).toMatchObject({
      total: 60,
      discount_total: 0,
      notes: 'Table 4',
    });
    expect(await change({ service_charge: null, tip: null })).toMatchObject({
      total: 50,
      tip: 0,
      customer_id: buyer.id,
    });
    expect(await change({ notes: null })).toMatchObject({ total: 50, notes: null, customer_id: buyer.id });
    const bare = await change({ customer_id: null, customer: null });
    expect(bare).toMatchObject({ customer_id: null, customer: { name: null, phone: null, email: null } });
    expect(
      await change({
        customer_id: bare.customer_id,
        customer: bare.customer,
        notes: bare.notes,
        discount: null,
      }),
    ).toMatchObject({ total: 50, customer: bare.customer });
  });

  test('can be sent back while it is parked as it was read, and only what is another then changes', async () => {
    const rice = await till.goods({ price: 100 });
    const { data: parked } = await shop.client.createSale({
      body: {
        items: [
          { variant_id: rice.variantId, quantity: 2, discount: { type: 'fixed', value: 5 } },
          { custom_name: 'Bag', unit_price: 50, note: 'Red', tax_rate: 15 },
        ],
        discount: { type: 'percent', value: 10 },
        service_charge: { type: 'percent', value: 10 },
        status: 'parked',
      },
    });
    const params = { id: parked.id };
    const read = async () => (await shop.client.getSale({ params })).data;
    const send = async (body: Input<Operations['updateSale']>['body']) =>
      (await shop.client.updateSale({ params, body })).data;
    const whole = await read();
    expect(await send(whole)).toEqual(parked);
    expect(await read()).toEqual(parked);
    // Dearer by now: what is sent as it was read keeps its price.
    await shop.client.updateProduct({ params: { id: rice.productId }, body: { price: 120 } });
    const told = await send({ ...whole, notes: 'Table 4' });
    expect(told).toEqual({ ...parked, notes: 'Table 4', version: 2, updated_at: expect.any(String) });
    const [first, bag] = whole.items;
    const items = [{ ...first, quantity: 3, unit_price: 120 }, { ...bag }];
    const { discount_total: _share, tax: _tax, total: _total, ...ofBag } = bag ?? {};
    expect(await send({ ...told, items })).toMatchObject({
      items: [{ quantity: 3, unit_price: 120, discount: { value: 5 } }, ofBag],
      notes: 'Table 4',
      version: 3,
    });
    await expect(send({ service_charge: 1 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'service_charge' }] },
    });
  });

  test('is parked again and given up: what was paid goes back', async () => {
    const rice = await till.goods({ price: 100 });
    const { data: open } = await shop.client.createSale({
      body: {
        items: [{ variant_id: rice.variantId }],
        status: 'open',
        payments: [{ channel: 'cash', amount: 40 }],
      },
    });
    expect(open).toMatchObject({ status: 'open', amount_due: 60 });
    expect((await shop.client.parkSale({ params: { id: open.id } })).data).toMatchObject({
      status: 'parked',
      amount_paid: 40,
    });
    await expect(
      shop.client.updateSale({
        params: { id: open.id },
        body: { items: [{ custom_name: 'Sweet', unit_price: 1 }] },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('NLe 40.00') });
    expect(
      (await shop.client.cancelSale({ params: { id: open.id }, body: { reason: 'Gone' } })).data,
    ).toMatchObject({ status: 'cancelled', void_reason: 'Gone', amount_refunded: 40 });
    expect(
      (await shop.client.listRefunds({ query: { payment_id: open.payments[0]?.id ?? '' } })).data,
    ).toMatchObject([{ amount: 40, status: 'succeeded' }]);
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 100, reserved: 0 });
  });

  test('waits for a payment with its stock kept, and is completed by it', async () => {
    const rice = await till.goods({ price: 100, stock: 1 });
    const waiting = await till.sell(rice, { payments: [{ channel: 'mobile_money', phone: '+23200000001' }] });
    expect(waiting).toMatchObject({ status: 'pending_payment', number: null, amount_paid: 0 });
    expect(waiting.payments[0]).toMatchObject({ channel: 'mobile_money', verdict: null });
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 1, reserved: 1 });
    await expect(till.sell(rice)).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' });
    await expect(shop.client.cancelSale({ params: { id: waiting.id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'pending_payment', to: 'cancelled', allowed: ['completed', 'open', 'expired'] },
    });
    service.advance(5_000);
    await service.drain();
    expect(await get(waiting.id)).toMatchObject({
      status: 'completed',
      amount_paid: 100,
      flags: [],
      payments: [{ status: 'succeeded', verdict: 'kept' }],
    });
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 0, reserved: 0 });
  });

  test('is open again where its payment fails, and expires where it never comes', async () => {
    const rice = await till.goods({ price: 100, stock: 2 });
    const failing = await till.sell(rice, { payments: [{ channel: 'mobile_money', phone: '+23200000003' }] });
    service.advance(10_000);
    await service.drain();
    expect(await get(failing.id)).toMatchObject({
      status: 'open',
      payments: [{ status: 'failed', verdict: null, failure: { code: 'customer_rejected' } }],
    });
    const silent = await till.sell(rice, { payments: [{ channel: 'mobile_money', phone: '+23200000004' }] });
    service.advance(20 * 60_000);
    await service.drain();
    expect(await get(silent.id)).toMatchObject({ status: 'expired', number: null });
    expect(await till.stockOf(rice)).toMatchObject({ on_hand: 2, reserved: 0 });
  });

  test('takes money that comes late while there is stock, and sends it back where there is none', async () => {
    const rice = await till.goods({ price: 100, stock: 1 });
    const late = await till.sell(rice, { payments: [{ channel: 'mobile_money', phone: '+23200000005' }] });
    service.advance(15 * 60_000 + 1_000);
    await service.drain();
    expect(await get(late.id)).toMatchObject({ status: 'expired' });
    service.advance(3 * 3_600_000);
    await service.drain();
    expect(await get(late.id)).toMatchObject({
      status: 'completed',
      flags: ['late_payment'],
      payments: [{ verdict: 'kept' }],
    });
    await shop.client.createStockAdjustment({
      body: {
        client_id: randomUUID(),
        items: [{ variant_id: rice.variantId, delta: 1, reason: 'purchase' }],
      },
    });
    const tooLate = await till.sell(rice, { payments: [{ channel: 'mobile_money', phone: '+23200000005' }] });
    service.advance(15 * 60_000 + 1_000);
    await service.drain();
    expect(await get(tooLate.id)).toMatchObject({ status: 'expired' });
    await till.sell(rice);
    service.advance(3 * 3_600_000);
    await service.drain();
    expect(await get(tooLate.id)).toMatchObject({
      status: 'expired',
      amount_paid: 0,
      payments: [{ status: 'succeeded', verdict: 'refund' }],
    });
    expect(
      (await shop.client.listRefunds({ query: { payment_id: tooLate.payments[0]?.id ?? '' } })).data,
    ).toMatchObject([{ amount: 100 }]);
  });
});

test('a void takes everything back at once, but the number', async () => {
  const rice = await till.goods({ price: 100, tax_rate: 10, tax_inclusive: false });
  const sale = await till.sell(rice);
  const { data: voided } = await shop.client.voidSale({ params: { id: sale.id }, body: { reason: 'Twice' } });
  expect(voided).toMatchObject({
    status: 'voided',
    number: sale.number,
    void_reason: 'Twice',
    amount_refunded: 110,
    version: 2,
  });
  expect(await till.stockOf(rice)).toMatchObject({ on_hand: 100 });
  const sums = new Map<string, number>();
  for (const [, account, amount] of await postings(sale.id))
    sums.set(String(account), (sums.get(String(account)) ?? 0) + Number(amount));
  expect([sums.get('tax_payable'), sums.get('sales')]).toEqual([0, -11_000]);
  await expect(shop.client.voidSale({ params: { id: sale.id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'voided', to: 'voided', allowed: [] },
  });
  await service.drain();
  expect(
    (await shop.client.listMessages({ query: { event: 'pos.sale.voided', entity: sale.id } })).data,
  ).toHaveLength(1);
});

test('a list finds sales by what is known of them', async () => {
  const rice = await till.goods();
  const sale = await till.sell(rice, { notes: 'For Isatu' });
  expect((await shop.client.listSales({ query: { q: sale.number ?? '' } })).data).toEqual([sale]);
  expect(
    (
      await shop.client.listSales({ query: { status: 'voided,cancelled', location_id: sale.location_id } })
    ).data.every(({ status }) => status === 'voided' || status === 'cancelled'),
  ).toBe(true);
  await expect(shop.client.listSales({ query: { status: 'sold' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('a list says how far the money is that sales wait for, as each of them does', async () => {
  const rice = await till.goods();
  const asked = { channel: 'mobile_money', phone: '+23200000010' } as const;
  const sales = [
    await till.sell(rice, { payments: [asked] }),
    await till.sell(rice, { payments: [{ ...asked, amount: 1 }, asked] }),
  ];
  const { data } = await shop.client.listSales({ query: { status: 'pending_payment', limit: 2 } });
  expect(data).toEqual([await get(sales[1]?.id ?? ''), await get(sales[0]?.id ?? '')]);
  expect(data[1]?.payments).toMatchObject([{ status: 'processing', next_action: { type: 'wait' } }]);
});

test('a quote tells the totals and writes nothing', async () => {
  const rice = await till.goods({ price: 100 });
  const { data } = await shop.client.quoteSale({
    body: {
      items: [
        { variant_id: rice.variantId, quantity: 2 },
        { custom_name: 'Delivery', unit_price: 20 },
      ],
      service_charge: { type: 'percent', value: 10 },
    },
  });
  expect(data).toMatchObject({ subtotal: 220, service_charge: 22, total: 242 });
  await expect(
    shop.client.quoteSale({ body: { items: [{ variant_id: rice.variantId }], expected_total: 99 } }),
  ).rejects.toMatchObject({ code: 'TOTAL_MISMATCH', details: { totals: { total: 100 } } });
  const quote = (currency: 'SLE' | 'XOF') =>
    shop.client.quoteSale({ body: { currency, items: [{ custom_name: 'Delivery', unit_price: 20 }] } });
  expect((await quote('SLE')).data).toMatchObject({ currency: 'SLE', total: 20 });
  await expect(quote('XOF')).rejects.toMatchObject({
    code: 'CURRENCY_MISMATCH',
    details: { currency: 'SLE' },
  });
});
