import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { openTill, type Till } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let cache: InvoiceBook;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  cache = invoiceBook(service, shop);
  till = openTill(service, shop);
});
afterAll(async () => {
  await cache.expectWhole();
  await service[Symbol.asyncDispose]();
});

const credit = async (id: string, body: object = {}) =>
  (await shop.client.createCreditNote({ params: { id }, body })).data;
const year = new Date().getUTCFullYear();

test('a credit note has a number of its own series, and less is due', async () => {
  const { id, number } = await cache.open(100, { tax_rate: 15 });
  const note = await credit(id, { amount: 23, reason: 'A discount that was forgotten.' });
  expect(note).toMatchObject({
    number: `CN-${year}-00001`,
    invoice_id: id,
    invoice_number: number,
    amount: 23,
    tax_total: 3,
    amount_refunded: 0,
    refunds: [],
    items: [],
  });
  expect(await cache.read(id)).toMatchObject({
    status: 'open',
    total: 115,
    amount_credited: 23,
    amount_due: 92,
    credit_note_ids: [note.id],
  });
  expect((await shop.client.getCreditNote({ params: { id: note.id } })).data).toEqual(note);
  expect(await cache.told(note.id)).toEqual(['credit_note.created']);
});

test('a deposit of more than is left to pay is paid with that', async () => {
  const { id } = await cache.open(100, { deposit: { percent: 50, due_days: 3 } });
  await credit(id, { amount: 60 });
  expect(await cache.read(id)).toMatchObject({ amount_due: 40, deposit: { amount: 50, paid: false } });
  await shop.client.payInvoice({ params: { id }, body: { channel: 'cash' } });
  expect(await cache.read(id)).toMatchObject({ status: 'paid', deposit: { amount: 50, paid: true } });
});

test('lines are credited to the cent, however they are parted', async () => {
  const { id } = await cache.open(1, {
    items: [
      { description: 'Rope, m', quantity: 3, unit_price: 3.33 },
      { description: 'Cord', unit_price: 1 },
    ],
    tax_rate: 15,
    discount: { type: 'fixed', value: 0.5 },
  });
  const parts = [
    await credit(id, { items: [{ line: 1, quantity: 1 }] }),
    await credit(id, { items: [{ line: 1, quantity: '0.5' }] }),
    await credit(id, { items: [{ line: 1 }] }),
  ];
  const { items, amount_credited } = await cache.read(id);
  expect(parts.reduce((sum, { amount }) => sum + amount * 100, 0)).toBeCloseTo(
    (items[0]?.total ?? 0) * 100,
    6,
  );
  expect(amount_credited).toBe(items[0]?.total);
  await expect(credit(id, { items: [{ line: 1, quantity: 0.001 }] })).rejects.toMatchObject({
    status: 422,
    code: 'CREDIT_EXCEEDS_INVOICE',
    details: { fields: [{ path: 'items[0].quantity' }] },
  });
  for (const quantity of [1.001, 2, '1000000', undefined]) {
    const { id: other } = await cache.open(1, {
      items: [
        { description: 'Rope, m', quantity: 3, unit_price: 3 },
        { description: 'Cord', unit_price: 1 },
      ],
    });
    await credit(other, { items: [{ line: 1, quantity: quantity === undefined ? 3 : 2 }] });
    await expect(
      credit(other, { items: [{ line: 1, ...(quantity === undefined ? {} : { quantity }) }] }),
      String(quantity),
    ).rejects.toMatchObject({
      status: 422,
      code: 'CREDIT_EXCEEDS_INVOICE',
      details: { creditable: expect.any(Number) },
    });
  }
  for (const quantity of [0, -1, 0.0001, 'many'])
    await expect(credit(id, { items: [{ line: 2, quantity }] }), String(quantity)).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].quantity' }] },
    });
  await credit(id);
  expect(await cache.read(id)).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 0 });
});

test('no note takes back more tax than its amount can bear, whether lines or amounts were credited before', async () => {
  const { id } = await cache.open(1, {
    items: [
      { description: 'Seed, kg', quantity: 1_000, unit_price: 1, tax_rate: 0 },
      { description: 'Spade', unit_price: 100, tax_rate: 15 },
    ],
  });
  const notes = [
    await credit(id, { amount: 115 }),
    await credit(id, { items: [{ line: 1, quantity: 995 }] }),
    await credit(id, { amount: 5 }),
  ];
  for (const { amount, tax_total } of notes)
    expect(tax_total).toBeLessThanOrEqual((amount * 15) / 115 + 0.01);
  expect(notes.reduce((sum, { tax_total }) => sum + Math.round(tax_total * 100), 0)).toBe(1_500);
  expect(await cache.read(id)).toMatchObject({ amount_credited: 1_115 });
});

test('what was paid goes back to who paid it last, where that is wanted', async () => {
  const { id } = await cache.open(100, { allow_partial_payment: true, tax_rate: 10, tax_inclusive: true });
  await shop.client.payInvoice({ params: { id }, body: { channel: 'cash', amount: 30 } });
  const { data: byWallet } = await shop.client.payInvoice({
    params: { id },
    body: { channel: 'mobile_money', phone: '+23200000001' },
  });
  await till.wait(3);
  await expect(credit(id, { amount: 80 })).rejects.toMatchObject({
    code: 'CREDIT_EXCEEDS_INVOICE',
    details: { creditable: 0 },
  });
  const owed = await cache.posted('tax_payable');
  const note = await credit(id, { amount: 80, refund: true });
  expect(note).toMatchObject({
    amount_refunded: 80,
    refunds: [{ payment_id: byWallet.id, amount: 70 }, { amount: 10 }],
  });
  expect((await cache.posted('tax_payable')) - owed).toBeCloseTo(note.tax_total, 5);
  await till.wait(60);
  expect(await till.read(byWallet.id)).toMatchObject({ amount_refunded: 70 });
  expect(await cache.read(id)).toMatchObject({
    status: 'paid',
    amount_paid: 100,
    amount_refunded: 80,
    amount_credited: 80,
    amount_due: 0,
  });
  await expect(credit(id, { amount: 20.01, refund: true })).rejects.toMatchObject({
    code: 'CREDIT_EXCEEDS_INVOICE',
    details: { creditable: 20 },
  });
  await credit(id, { refund: true });
  expect(await cache.read(id)).toMatchObject({
    amount_credited: 100,
    amount_refunded: 100,
    payments: [{ amount_refunded: 30 }, { amount_refunded: 70 }],
  });
});

test('many who credit and pay one invoice at once never take more than it is for', async () => {
  const { id } = await cache.open(100, { allow_partial_payment: true, tax_rate: 12.5 });
  const tries = Array.from({ length: 12 }, (_, at) =>
    at % 2
      ? credit(id, { amount: 30 })
      : shop.client.payInvoice({ params: { id }, body: { channel: 'cash', amount: 30 } }),
  );
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const one of settled)
    if (one.status === 'rejected')
      expect(['CREDIT_EXCEEDS_INVOICE', 'AMOUNT_TOO_LARGE']).toContain((one.reason as { code: string }).code);
  const { amount_paid, amount_credited, amount_due } = await cache.read(id);
  expect([amount_paid + amount_credited, amount_due]).toEqual([90, 22.5]);
});

test('a request that is repeated makes one credit note', async () => {
  const { id } = await cache.open(100);
  const once = () =>
    shop.client.createCreditNote({ params: { id }, body: { amount: 10 }, idempotencyKey: `credit-${id}` });
  const notes = await Promise.all([once(), once(), once()]);
  expect(new Set(notes.map(({ data }) => data.id)).size).toBe(1);
  expect((await shop.client.listCreditNotes({ query: { invoice_id: id } })).meta?.total).toBe(1);
});

test('what cannot be credited is refused in words', async () => {
  const { data: draft } = await shop.client.createInvoice({
    body: { customer: { name: 'A' }, items: [{ description: 'x', unit_price: 5 }] },
  });
  const { id } = await cache.open(10);
  await expect(credit(id, { amount: 1.005 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
  await expect(credit('inv_0')).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' });
  await expect(credit(draft.id)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'draft' },
  });
  await expect(credit(id, { amount: 10.01 })).rejects.toMatchObject({
    code: 'CREDIT_EXCEEDS_INVOICE',
    details: { creditable: 10 },
  });
  await expect(credit(id, { amount: 1, items: [{ line: 1 }] })).rejects.toMatchObject({
    details: { fields: [{ path: 'amount' }] },
  });
  await expect(credit(id, { items: [{ line: 2 }] })).rejects.toMatchObject({
    details: { fields: [{ path: 'items[0].line' }] },
  });
  await expect(credit(id, { items: [{ line: 1 }, { line: 1 }] })).rejects.toMatchObject({
    details: { fields: [{ path: 'items[1].line' }] },
  });
  await expect(shop.client.getCreditNote({ params: { id: 'cn_0' } })).rejects.toMatchObject({
    code: 'CREDIT_NOTE_NOT_FOUND',
  });
});
