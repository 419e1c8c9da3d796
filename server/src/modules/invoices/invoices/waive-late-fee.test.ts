import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let cache: InvoiceBook;
let clockId: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  cache = invoiceBook(service, shop);
  clockId = (await shop.client.createTestClock({ body: { now: '2026-11-21T10:00:00Z' } })).data.id;
});
afterAll(async () => {
  await cache.expectWhole();
  await service[Symbol.asyncDispose]();
});

const LATE_FEE = { type: 'fixed', value: 5, after_days: 0, repeat_days: 10, max: 12 } as const;
const REASON = { reason: 'The bank was closed.' };
let today = 0;
/** Lets so many days pass. */
async function days(count: number): Promise<void> {
  today += count;
  await shop.client.advanceTestClock({
    params: { id: clockId },
    body: { to: new Date(Date.parse('2026-11-21T10:00:00Z') + today * 86_400_000).toISOString() },
  });
}
/** An invoice for 100 that one late fee of 5 was added to. */
async function late(more: object = {}) {
  const { id } = await cache.open(100, { due_days: 0, late_fee: LATE_FEE, ...more });
  await days(2);
  expect(await cache.read(id)).toMatchObject({ late_fee_total: 5, amount_due: 105 });
  return id;
}
const waive = async (id: string) => (await shop.client.waiveLateFee({ params: { id }, body: REASON })).data;
const pay = (id: string, amount: number) =>
  shop.client.payInvoice({ params: { id }, body: { channel: 'cash', amount } });

test('a late fee that is waived need not be paid, and stands there with the reason', async () => {
  const id = await late({ tax_rate: 0 });
  const waived = await waive(id);
  expect(waived).toMatchObject({
    status: 'open',
    late_fee_total: 0,
    amount_due: 100,
    late_fees: [
      { period: 1, amount: 5, amount_waived: 5, waive_reason: REASON.reason, waived_at: expect.any(String) },
    ],
  });
  expect((await cache.told(id)).filter((event) => event === 'invoice.updated')).toHaveLength(3);
  await expect(waive(id)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    message: expect.stringContaining('No late fee'),
  });
  await pay(id, 100);
  expect(await cache.read(id)).toMatchObject({ status: 'paid', amount_due: 0 });
});

test('later periods add their fees, and the waived one counts towards the most', async () => {
  const id = await late();
  await waive(id);
  await days(30);
  expect(await cache.read(id)).toMatchObject({
    late_fee_total: 7,
    amount_due: 107,
    late_fees: [{ amount_waived: 5 }, { amount: 5, amount_waived: 0 }, { amount: 2 }],
  });
});

test('what of a fee is paid stays paid, and an invoice that lacked only the fee is paid', async () => {
  const id = await late();
  await pay(id, 102);
  expect(await waive(id)).toMatchObject({
    status: 'paid',
    late_fee_total: 2,
    amount_due: 0,
    amount_paid: 102,
    late_fees: [{ amount: 5, amount_waived: 3 }],
    paid_at: expect.any(String),
    next_reminder_at: null,
  });
  expect((await cache.told(id)).filter((event) => event === 'invoice.paid')).toHaveLength(1);
  await days(30);
  expect(await cache.read(id)).toMatchObject({ late_fee_total: 2, amount_due: 0 });
});

test('one that was given up stays so, unless nothing is due any more', async () => {
  const [given, done] = [await late(), await late()];
  for (const id of [given, done]) await shop.client.markInvoiceUncollectible({ params: { id }, body: {} });
  await pay(done, 100);
  expect([(await waive(given)).status, (await waive(done)).status]).toEqual(['uncollectible', 'paid']);
});

test('what was paid, voided or never late has no fee to waive', async () => {
  const [paid, voided] = [await late(), await late()];
  await pay(paid, 105);
  await shop.client.voidInvoice({ params: { id: voided }, body: {} });
  const plain = await cache.open(10);
  for (const id of [paid, voided, plain.id])
    await expect(waive(id)).rejects.toMatchObject({ code: 'STATE_CONFLICT', status: 409 });
  await expect(waive('inv_0')).rejects.toMatchObject({ code: 'INVOICE_NOT_FOUND' });
  await expect(shop.client.waiveLateFee({ params: { id: paid }, body: {} as never })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('of a waiver and a payment at once none is lost', async () => {
  const id = await late();
  await Promise.all([waive(id), pay(id, 60), pay(id, 40)]);
  expect(await cache.read(id)).toMatchObject({
    status: 'paid',
    amount_paid: 100,
    late_fee_total: 0,
    amount_due: 0,
  });
});
