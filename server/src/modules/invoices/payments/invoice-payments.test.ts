import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { openTill, type Till } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { PaymentEnd } from '../../payments/index.ts';
import { ownInvoicePayments } from './own-invoice-payments.ts';

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

const SUCCEEDS = '+23200000001';
const FAILS = '+23200000002';
const LATE = '+23200000005';
const pay = async (id: string, body: object) =>
  (
    await shop.client.payInvoice({
      params: { id },
      body: { channel: 'mobile_money', phone: SUCCEEDS, ...body } as never,
    })
  ).data;

test('money by a wallet pays the invoice as soon as it is there', async () => {
  const { id, number } = await cache.open(150);
  const payment = await pay(id, {});
  expect(payment).toMatchObject({
    amount: 150,
    invoice_id: id,
    status: 'requires_action',
    description: `Invoice ${number}`,
  });
  expect(await cache.read(id)).toMatchObject({ status: 'open', amount_due: 150, payments: [] });
  await till.wait(3);
  expect(await cache.read(id)).toMatchObject({
    status: 'paid',
    amount_paid: 150,
    amount_due: 0,
    paid_at: expect.any(String),
    payments: [{ payment_id: payment.id, amount: 150, channel: 'mobile_money' }],
  });
  expect(await cache.told(id)).toEqual(['invoice.created', 'invoice.paid', 'invoice.updated']);
});

test('cash and money by other ways is recorded at once, in parts as it came', async () => {
  const { id } = await cache.open(100);
  await pay(id, { channel: 'cash', amount: 30 });
  expect(await cache.read(id)).toMatchObject({ status: 'partially_paid', amount_paid: 30, amount_due: 70 });
  await expect(pay(id, { channel: 'cash', amount: 70.01 })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_LARGE',
    details: { max: 70 },
  });
  await pay(id, { channel: 'external', external_ref: 'MP 4411' });
  expect(await cache.read(id)).toMatchObject({
    status: 'paid',
    payments: [
      { channel: 'cash', amount: 30 },
      { channel: 'external', amount: 70, external_ref: 'MP 4411' },
    ],
  });
  await expect(pay(id, { channel: 'cash' })).rejects.toMatchObject({ code: 'NOTHING_DUE' });
});

test('a request to pay that is repeated records one payment', async () => {
  const { id } = await cache.open(100);
  const once = () =>
    shop.client.payInvoice({
      params: { id },
      body: { channel: 'cash', amount: 40 },
      idempotencyKey: `pay-${id}`,
    });
  const answers = await Promise.all([once(), once(), once()]);
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect(await cache.read(id)).toMatchObject({ amount_paid: 40, payments: [{ amount: 40 }] });
});

test('a customer pays all, the deposit, or a part where that is allowed', async () => {
  const whole = await cache.open(100);
  await expect(pay(whole.id, { amount: 50 })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_SMALL',
    details: { min: 100 },
  });
  const parts = await cache.open(100, { allow_partial_payment: true, min_partial_amount: 20 });
  await expect(pay(parts.id, { amount: 19.99 })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_SMALL',
    details: { min: 20 },
  });
  await pay(parts.id, { amount: 90 });
  await till.wait(3);
  await pay(parts.id, { amount: 10 });
  const deposit = await cache.open(100, { deposit: { percent: 30, due_days: 2 } });
  await pay(deposit.id, { amount: 30 });
  await till.wait(3);
  expect(await cache.read(parts.id)).toMatchObject({ status: 'paid' });
  expect(await cache.read(deposit.id)).toMatchObject({
    status: 'partially_paid',
    deposit: { amount: 30, paid: true },
  });
  await pay(deposit.id, {});
  await till.wait(3);
  expect(await cache.read(deposit.id)).toMatchObject({ status: 'paid', amount_paid: 100 });
});

test('a page pays an invoice by POST /payments under the same rules', async () => {
  const { id } = await cache.open(100, { accepted_channels: ['mobile_money'] });
  await expect(pay(id, { channel: 'card' })).rejects.toMatchObject({ code: 'CHANNEL_NOT_AVAILABLE' });
  const ask = (amount: number, more: object = {}) => till.ask(SUCCEEDS, { amount, invoice_id: id, ...more });
  await expect(ask(101)).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' });
  await expect(ask(99)).rejects.toMatchObject({ code: 'AMOUNT_TOO_SMALL' });
  await expect(ask(100, { currency: 'USD' })).rejects.toMatchObject({ code: 'CURRENCY_MISMATCH' });
  await expect(till.ask(SUCCEEDS, { amount: 1, invoice_id: 'inv_0' })).rejects.toMatchObject({
    code: 'INVOICE_NOT_FOUND',
  });
  await ask(100);
  await till.wait(3);
  expect(await cache.read(id)).toMatchObject({ status: 'paid' });
});

test('two who pay at once: the invoice keeps what it lacks, and the rest goes back by itself', async () => {
  const { id } = await cache.open(100, { allow_partial_payment: true });
  const payments = await Promise.all([pay(id, {}), pay(id, {}), pay(id, { amount: 60 })]);
  await till.wait(3);
  await till.wait(60);
  expect(await cache.read(id)).toMatchObject({ status: 'paid', amount_paid: 100, amount_due: 0 });
  const read = await Promise.all(payments.map(async (one) => till.read(one.id)));
  expect(read.reduce((sum, one) => sum + one.amount - one.amount_refunded, 0)).toBe(100);
});

test('money for a voided invoice goes back by itself', async () => {
  const { id } = await cache.open(100);
  const { id: paymentId } = await pay(id, {});
  await shop.client.voidInvoice({ params: { id } });
  await till.wait(3);
  await till.wait(60);
  expect(await cache.read(id)).toMatchObject({ status: 'void', amount_paid: 0 });
  expect(await till.read(paymentId)).toMatchObject({ status: 'succeeded', amount_refunded: 100 });
});

test('a payment that fails is told, and one that comes late is kept', async () => {
  const failed = await cache.open(100);
  await pay(failed.id, { phone: FAILS });
  await till.wait(3);
  expect(await cache.read(failed.id)).toMatchObject({ status: 'open', amount_paid: 0 });
  expect(await cache.told(failed.id)).toContain('invoice.payment_failed');
  const late = await cache.open(100);
  await pay(late.id, { phone: LATE });
  for (let minutes = 0; minutes < 40; minutes += 5) await till.wait(300);
  expect(await cache.read(late.id)).toMatchObject({ status: 'paid', amount_paid: 100 });
});

test('news that comes five times, in any order, counts once', async () => {
  const owner = ownInvoicePayments(() => service.server.modules.invoices);
  const tenant = { merchantId: shop.id, livemode: false };
  const invoices = await Promise.all(Array.from({ length: 6 }, () => cache.open(100)));
  const ends: PaymentEnd[] = [];
  for (const { id } of invoices) {
    const { id: paymentId } = await pay(id, {});
    const end: PaymentEnd = {
      paymentId,
      subject: { kind: 'invoice', id },
      status: 'succeeded',
      amountMinor: 10_000n,
      currency: 'SLE',
      late: false,
      at: new Date(),
    };
    ends.push(
      ...Array.from({ length: 5 }, () => end),
      { ...end, status: 'failed' },
      { ...end, status: 'expired' },
    );
  }
  const shuffled = ends
    .map((end, at) => ({ end, order: (at * 7_919) % 101 }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ end }) => end);
  const verdicts = await Promise.all(shuffled.map((end) => owner.ended(tenant, end)));
  expect(new Set(verdicts)).toEqual(new Set(['kept']));
  await till.wait(3);
  for (const { id } of invoices)
    expect(await cache.read(id)).toMatchObject({
      status: 'paid',
      amount_paid: 100,
      payments: [{ amount: 100 }],
    });
});

test('tax is owed as its money comes, and all of it once the invoice is paid', async () => {
  const before = await cache.posted('tax_payable');
  const { id, tax_total } = await cache.open(99.99, { tax_rate: 15, allow_partial_payment: true });
  expect(tax_total).toBe(15);
  await pay(id, { channel: 'cash', amount: 33.33 });
  expect(before - (await cache.posted('tax_payable'))).toBeCloseTo(4.35, 5);
  await pay(id, { channel: 'cash', amount: 0.01 });
  await pay(id, { channel: 'cash' });
  expect(before - (await cache.posted('tax_payable'))).toBeCloseTo(15, 5);
});

test('what takes no money is refused in words', async () => {
  const { data: draft } = await shop.client.createInvoice({
    body: { customer: { name: 'A' }, items: [{ description: 'x', unit_price: 5 }] },
  });
  await expect(pay('inv_0', {})).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' });
  await expect(pay(draft.id, {})).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'draft' },
  });
  await expect(pay(draft.id, { amount: 1.005 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
  await expect(pay(draft.id, { phone: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
});
