import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook } from '../../../test/kit/invoices.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot } from '../../store/index.ts';
import { verifyInvoices } from './invoice-module.ts';

let service: TestService;
let shop: TestMerchant;
let id: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const cache = invoiceBook(service, shop);
  ({ id } = await cache.open(100, { tax_rate: 15 }));
  await cache.open(50);
  await shop.client.payInvoice({ params: { id }, body: { channel: 'cash' } });
  await shop.client.createCreditNote({ params: { id }, body: { amount: 23, refund: true } });
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async () =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyInvoices))
    .map(({ check }) => check.replace('verify.', ''))
    .toSorted();

/** Breaks something, looks, and mends it. */
async function breaking(change: string, mending: string): Promise<readonly string[]> {
  await service.query(change);
  const seen = await broken();
  await service.query(mending);
  return seen;
}

test('nothing is broken of invoices that were numbered, paid and credited', async () => {
  expect(await broken()).toEqual([]);
});

test('a number that nobody has is found', async () => {
  expect(
    await breaking(
      'UPDATE number_counters SET next = next + 1',
      'UPDATE number_counters SET next = next - 1',
    ),
  ).toEqual(['creditNoteNumbersHaveNoGap', 'invoiceNumbersHaveNoGap']);
  expect(
    await breaking(
      `UPDATE invoices SET number_period = '1999' WHERE id = '${id}'`,
      `UPDATE invoices SET number_period = (SELECT max(period) FROM number_counters) WHERE id = '${id}'`,
    ),
  ).toEqual(['invoiceNumbersHaveNoGap']);
});

test('money that an invoice says it has, and a payment does not, is found', async () => {
  expect(
    await breaking(
      'UPDATE invoice_payments SET kept = kept - 1',
      'UPDATE invoice_payments SET kept = kept + 1',
    ),
  ).toEqual(['invoicesEqualTheirPayments']);
  expect(
    await breaking(
      'UPDATE invoice_payments SET amount = amount + 1',
      'UPDATE invoice_payments SET amount = amount - 1',
    ),
  ).toEqual(['paymentsOfInvoicesSucceeded']);
});

test('credit notes that do not fit their invoice or their refunds are found', async () => {
  expect(
    await breaking(
      'UPDATE credit_notes SET amount = amount + 1',
      'UPDATE credit_notes SET amount = amount - 1',
    ),
  ).toEqual(['invoicesEqualTheirCreditNotes']);
  expect(
    await breaking('UPDATE refunds SET amount = amount - 1', 'UPDATE refunds SET amount = amount + 1'),
  ).toEqual(['creditNotesEqualTheirRefunds', 'creditNotesFollowTheirRefunds']);
});

test('figures that do not add up, and a status that does not fit them, are found', async () => {
  expect(
    await breaking(
      `UPDATE invoices SET subtotal = subtotal + 1 WHERE id = '${id}'`,
      `UPDATE invoices SET subtotal = subtotal - 1 WHERE id = '${id}'`,
    ),
  ).toEqual(['invoiceTotalsAddUp']);
  expect(
    await breaking(
      `UPDATE invoices SET status = 'open' WHERE id = '${id}'`,
      `UPDATE invoices SET status = 'paid' WHERE id = '${id}'`,
    ),
  ).toEqual(['invoiceStatusFitsItsFigures']);
});

test('tax that is owed and does not stand in the ledger is found', async () => {
  expect(
    await breaking(
      `UPDATE invoices SET tax_posted = tax_posted - 1 WHERE id = '${id}'`,
      `UPDATE invoices SET tax_posted = tax_posted + 1 WHERE id = '${id}'`,
    ),
  ).toEqual(['invoiceTaxEqualsLedger']);
  expect(await broken()).toEqual([]);
});

test('the database itself refuses an invoice that took more than it is for', async () => {
  await expect(
    service.query(`UPDATE invoices SET amount_paid = amount_paid + 1 WHERE id = '${id}'`),
  ).rejects.toMatchObject({ constraint: 'invoices_never_overpaid' });
});
