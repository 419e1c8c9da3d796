import type { Invoice, Payment, Sale } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Till } from '../../../../test/kit/till.ts';
import { verifyPos } from '../../pos/index.ts';
import { readSnapshot } from '../../../store/index.ts';

const SUCCEEDS = '+23200000001';
const REFUND_FAILS = '+23200000009';

let service: TestService;
let shop: TestMerchant;
let till: Till;
let cache: InvoiceBook;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  till = openTill(shop);
  cache = invoiceBook(service, shop);
});
afterAll(async () => {
  await cache.expectWhole();
  expect(await readSnapshot(service.server.runtime.ownerConnection, verifyPos)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const direct = async (id: string, body: { amount?: number } = {}) =>
  (await shop.client.createRefund({ params: { id }, body })).data;
const paymentOf = async (id: string): Promise<Payment> =>
  (await shop.client.getPayment({ params: { id } })).data;
const saleOf = async ({ id }: Pick<Sale, 'id'>): Promise<Sale> =>
  (await shop.client.getSale({ params: { id } })).data;
const firstOf = ({ payments }: Pick<Sale, 'payments'>): string => payments[0]?.id ?? '';

async function settle(): Promise<void> {
  service.advance(5_000);
  await service.drain();
}

describe('money that a sale counts on', () => {
  test('goes back through the sale alone, which the refusal says', async () => {
    const sale = await till.sell(await till.goods());
    await expect(direct(firstOf(sale), { amount: 1 })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
      details: { refundable: 0 },
      message: `The sale ${sale.id} counts on NLe 150.00 of the payment ${firstOf(sale)}: send that back with POST /v1/pos/sales/${sale.id}/refunds, so that it is known there.`,
    });
    await shop.client.refundSale({ params: { id: sale.id }, body: { amount: 50 } });
    await expect(direct(firstOf(sale))).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringContaining('NLe 100.00'),
    });
    await shop.client.refundSale({ params: { id: sale.id }, body: { everything: true } });
    await expect(direct(firstOf(sale))).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      status: 422,
    });
    expect(await saleOf(sale)).toMatchObject({ status: 'refunded', amount_refunded: 150 });
    expect(await paymentOf(firstOf(sale))).toMatchObject({ amount_refunded: 150 });
  });

  test('never goes back twice, whoever asks where at once', async () => {
    const sale = await till.sell(await till.goods(), {
      payments: [{ channel: 'mobile_money', phone: SUCCEEDS }],
    });
    await settle();
    const asked = Array.from({ length: 32 }, (_, at) =>
      at % 2 === 0
        ? direct(firstOf(sale), { amount: 50 })
        : shop.client.refundSale({ params: { id: sale.id }, body: { amount: 50 } }),
    );
    const refused = (await Promise.allSettled(asked)).map((one, at) => ({
      isDirect: at % 2 === 0,
      code: one.status === 'rejected' ? (one.reason as { code: string }).code : null,
    }));
    expect(
      refused
        .filter(({ isDirect }) => isDirect)
        .every(({ code }) => code === 'STATE_CONFLICT' || code === 'REFUND_EXCEEDS_PAYMENT'),
    ).toBe(true);
    expect(refused.filter(({ isDirect, code }) => !isDirect && code === null)).toHaveLength(3);
    await settle();
    expect(await saleOf(sale)).toMatchObject({ status: 'refunded', amount_refunded: 150 });
    expect(await paymentOf(firstOf(sale))).toMatchObject({ amount_refunded: 150 });
  });

  test('is counted on still where the refund through the sale has failed', async () => {
    const sale = await till.sell(await till.goods(), {
      payments: [{ channel: 'mobile_money', phone: REFUND_FAILS }],
    });
    await settle();
    const { data } = await shop.client.refundSale({ params: { id: sale.id }, body: { everything: true } });
    expect(data.status).toBe('failed');
    await expect(direct(firstOf(sale))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await shop.client.refundSale({ params: { id: sale.id }, body: { everything: true, tender: 'cash' } });
    expect(await saleOf(sale)).toMatchObject({ status: 'refunded' });
  });

  test('is free once the sale is given up, so that what its provider would not send back can be tried again', async () => {
    const sale = await till.sell(await till.goods(), {
      status: 'open',
      payments: [{ channel: 'mobile_money', phone: REFUND_FAILS, amount: 40 }],
    });
    await settle();
    await expect(direct(firstOf(sale))).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringContaining(`/pos/sales/${sale.id}/cancel`),
    });
    await shop.client.cancelSale({ params: { id: sale.id }, body: {} });
    service.advance(15_000);
    await service.drain();
    expect(await paymentOf(firstOf(sale))).toMatchObject({ amount_refunded: 0 });
    expect(await direct(firstOf(sale))).toMatchObject({ amount: 40, status: 'failed' });
  });
});

describe('money that an invoice counts on', () => {
  const pay = async ({ id }: Pick<Invoice, 'id'>, body: object): Promise<Payment> =>
    (await shop.client.payInvoice({ params: { id }, body: { channel: 'cash', ...body } as never })).data;

  test('goes back with a credit note alone, which the refusal says', async () => {
    const invoice = await cache.open(100);
    const payment = await pay(invoice, {});
    await expect(direct(payment.id, { amount: 10 })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { refundable: 0 },
      message: expect.stringContaining(`POST /v1/invoices/${invoice.id}/credit-notes and "refund": true`),
    });
    await shop.client.createCreditNote({ params: { id: invoice.id }, body: { amount: 30, refund: true } });
    await expect(direct(payment.id)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringContaining('NLe 70.00'),
    });
    expect(await cache.read(invoice.id)).toMatchObject({
      status: 'paid',
      amount_paid: 100,
      amount_refunded: 30,
      amount_due: 0,
    });
    expect(await paymentOf(payment.id)).toMatchObject({ amount_refunded: 30 });
  });

  test('can be tried again where the provider would not send back what a credit note gave up', async () => {
    const invoice = await cache.open(100);
    const payment = await pay(invoice, { channel: 'mobile_money', phone: REFUND_FAILS });
    await settle();
    await shop.client.createCreditNote({ params: { id: invoice.id }, body: { amount: 30, refund: true } });
    await settle();
    await expect(direct(payment.id, { amount: 30.01 })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { refundable: 30 },
      message: expect.stringContaining('Beside that NLe 30.00 can be refunded here.'),
    });
    expect(await direct(payment.id)).toMatchObject({ amount: 30, status: 'failed' });
  });

  test('is not reached into by many who ask at once for what stands beside it', async () => {
    const invoice = await cache.open(100);
    const payment = await pay(invoice, { channel: 'mobile_money', phone: REFUND_FAILS });
    await settle();
    await shop.client.createCreditNote({ params: { id: invoice.id }, body: { amount: 30, refund: true } });
    await settle();
    await service.query('UPDATE test_provider_payments SET refund_fails = false WHERE attempt_id = $1', [
      payment.id,
    ]);
    const asked = await Promise.allSettled(
      Array.from({ length: 24 }, () => direct(payment.id, { amount: 10 })),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await paymentOf(payment.id)).toMatchObject({ amount_refunded: 30 });
  });
});

test('money for nothing that anybody counts on is refunded as ever', async () => {
  const { data } = await shop.client.createPayment({ body: { amount: 20, channel: 'cash' } });
  await shop.client.confirmPayment({ params: { id: data.id } });
  expect(await direct(data.id, { amount: 5 })).toMatchObject({ amount: 5, status: 'succeeded' });
});
