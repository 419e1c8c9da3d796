import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { openTill, type Till } from '../../../../test/kit/payments.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const SUCCEEDS = '+23200000001';
const REFUND_FAILS = '+23200000009';

let service: TestService;
let shop: TestMerchant;
let cache: InvoiceBook;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  cache = invoiceBook(service, shop);
  till = openTill(service, shop);
});
afterAll(async () => {
  await cache.expectWhole();
  await service[Symbol.asyncDispose]();
});

/** An invoice for 100 that wallets have paid. */
async function paidBy(...phones: readonly string[]) {
  const { id } = await cache.open(100, { allow_partial_payment: true });
  for (const phone of phones) {
    await shop.client.payInvoice({
      params: { id },
      body: { channel: 'mobile_money', phone, amount: 100 / phones.length },
    });
    await till.wait(3);
  }
  const invoice = await cache.read(id);
  expect(invoice.status).toBe('paid');
  return invoice;
}
const credit = async (id: string, body: object = {}) =>
  (await shop.client.createCreditNote({ params: { id }, body: { refund: true, ...body } })).data;
const note = async (id: string) => (await shop.client.getCreditNote({ params: { id } })).data;
const retry = async (id: string, body: { in_cash?: boolean } = {}) =>
  (await shop.client.retryCreditNoteRefund({ params: { id }, body })).data;
const keep = async (id: string) =>
  (await shop.client.keepCreditNoteAsCredit({ params: { id }, body: {} })).data;
const pageOf = async ({ hosted_url: url }: { readonly hosted_url: string | null }) =>
  (
    await fetch(`${new URL(service.baseUrl).origin}${new URL(url ?? '').pathname}`, {
      headers: { accept: 'text/html' },
    })
  ).text();

test('a credit note says when its money has gone back', async () => {
  const invoice = await paidBy(SUCCEEDS);
  const made = await credit(invoice.id, { amount: 40 });
  expect(made).toMatchObject({
    refund_status: 'returned',
    amount_refunded: 40,
    amount_returned: 40,
    refunds: [{ amount: 40, status: 'succeeded', failure: null }],
  });
  expect(await note(made.id)).toEqual(made);
  expect(await cache.told(made.id)).toEqual(['credit_note.created', 'credit_note.updated']);
  expect(await pageOf(invoice)).toContain('Sent back');
});

test('money that could not be sent back is told so, and can be tried again or handed back in cash', async () => {
  const invoice = await paidBy(REFUND_FAILS);
  const made = await credit(invoice.id, { amount: 40 });
  expect(made).toMatchObject({
    refund_status: 'failed',
    amount_refunded: 40,
    amount_returned: 0,
    refunds: [{ status: 'failed', failure: { code: 'provider_error' } }],
  });
  expect(await cache.told(made.id)).toEqual(['credit_note.created', 'credit_note.updated']);
  const page = await pageOf(invoice);
  expect([page.includes('Not sent back yet'), page.includes('Sent back')]).toEqual([true, false]);

  const again = await retry(made.id);
  expect(again).toMatchObject({ refund_status: 'failed', refunds: [{ status: 'failed' }] });
  expect(again.refunds[0]?.refund_id).not.toBe(made.refunds[0]?.refund_id);
  const done = await retry(made.id, { in_cash: true });
  expect(done).toMatchObject({
    refund_status: 'returned',
    amount_returned: 40,
    refunds: [{ amount: 40, status: 'succeeded', failure: null }],
  });
  expect(await till.read(invoice.payments[0]?.payment_id ?? '')).toMatchObject({ amount_refunded: 40 });
  expect(await cache.read(invoice.id)).toMatchObject({
    status: 'paid',
    amount_refunded: 40,
    amount_credited: 40,
  });
  await expect(retry(made.id)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'returned', to: 'pending', allowed: [] },
  });
});

test('only what could not be sent back is tried again', async () => {
  const invoice = await paidBy(SUCCEEDS, REFUND_FAILS);
  const made = await credit(invoice.id);
  expect(made).toMatchObject({ refund_status: 'failed', amount_refunded: 100, amount_returned: 50 });
  expect(await retry(made.id, { in_cash: true })).toMatchObject({
    refund_status: 'returned',
    amount_returned: 100,
  });
  const refunded = await Promise.all(
    invoice.payments.map(async ({ payment_id: id }) => (await till.read(id)).amount_refunded),
  );
  expect(refunded).toEqual([50, 50]);
});

test('of many who hand it back at once one does', async () => {
  const invoice = await paidBy(REFUND_FAILS);
  const made = await credit(invoice.id);
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => retry(made.id, { in_cash: true })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'STATE_CONFLICT' });
  expect(await till.read(invoice.payments[0]?.payment_id ?? '')).toMatchObject({ amount_refunded: 100 });
});

test('what could not be sent back is kept as credit where that is agreed, and can go back later', async () => {
  const invoice = await paidBy(REFUND_FAILS);
  const made = await credit(invoice.id, { amount: 25 });
  expect(await keep(made.id)).toMatchObject({ refund_status: 'kept', amount_returned: 0 });
  expect(await pageOf(invoice)).toContain('Kept as credit for you');
  await expect(keep(made.id)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'kept', allowed: ['pending'] },
  });
  expect(await retry(made.id, { in_cash: true })).toMatchObject({ refund_status: 'returned' });
});

test('a note whose server died before it heard of its money follows it all the same', async () => {
  const invoice = await paidBy(SUCCEEDS);
  const made = await credit(invoice.id);
  await service.query(
    `UPDATE credit_notes SET refund_status = 'pending', amount_returned = 0, refunds = jsonb_set(refunds, '{0,status}', '"pending"') WHERE id = $1`,
    [made.id],
  );
  expect(await note(made.id)).toMatchObject({ refund_status: 'pending' });
  await till.wait(30);
  expect(await note(made.id)).toMatchObject({
    refund_status: 'returned',
    amount_returned: 100,
    refunds: [{ status: 'succeeded' }],
  });
});

test('a request that is repeated gets the end of the first, and sends nothing twice', async () => {
  const invoice = await paidBy(REFUND_FAILS);
  const once = async () =>
    (
      await shop.client.createCreditNote({
        params: { id: invoice.id },
        body: { amount: 10, refund: true },
        idempotencyKey: `follow-${invoice.id}`,
      })
    ).data;
  const first = await once();
  expect(first.refund_status).toBe('failed');
  expect(await once()).toEqual(first);
  const handed = async () =>
    (
      await shop.client.retryCreditNoteRefund({
        params: { id: first.id },
        body: { in_cash: true },
        idempotencyKey: `hand-${invoice.id}`,
      })
    ).data;
  expect(await handed()).toEqual(await handed());
});

test('a note that sends nothing back has nothing to be tried again', async () => {
  const { id } = await cache.open(10);
  const made = await credit(id, { amount: 1, refund: false });
  expect(made).toMatchObject({ refund_status: 'none', amount_returned: 0 });
  await expect(retry(made.id)).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'none' } });
  await expect(keep(made.id)).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'none' } });
  await expect(retry('cn_0')).rejects.toMatchObject({ code: 'CREDIT_NOTE_NOT_FOUND' });
});
