import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideDyingNode, type DyingNode } from '../../../../test/kit/dying-node.ts';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { verifyInvoices } from '../index.ts';

let node: DyingNode;
let cache: InvoiceBook;

beforeAll(async () => {
  // Taking up the key and noting the payment are two transactions of the request.
  node = await besideDyingNode({ of: 'invoicePayments.begin', step: 2, verify: verifyInvoices });
  cache = invoiceBook(node.service, node.shop);
});
afterAll(() => node[Symbol.asyncDispose]());

const body = { channel: 'mobile_money' as const, phone: '+23200000001' };
const noted = (id: string) =>
  node.service.query('SELECT state FROM invoice_payments WHERE invoice_id = $1', [id]);

/** An invoice whose server dies after it has noted a payment, and before that is written. */
async function orphan(idempotencyKey: string): Promise<string> {
  const { id } = await cache.open(100);
  await node.orphan((client) => client.payInvoice({ params: { id }, body, idempotencyKey }));
  expect(await noted(id)).toEqual([{ state: 'pending' }]);
  return id;
}

test('a payment that was noted for an invoice and never begun is forgotten, and verify knows it until then', async () => {
  const id = await orphan('payer-1');
  await node.service.drain();
  expect(await noted(id)).toEqual([{ state: 'pending' }]);
  await node.service.query(
    `UPDATE invoice_payments SET begun_at = begun_at - interval '3 minutes' WHERE invoice_id = $1`,
    [id],
  );
  expect(await node.broken()).toEqual(['verify.notedPaymentsOfInvoicesAreThere']);
  await node.service.drain();
  expect(await noted(id)).toEqual([]);
  await cache.expectWhole();
});

test('who repeats the request after that pays once', async () => {
  const id = await orphan('payer-2');
  await node.goOn();
  const again = async () =>
    (await node.shop.client.payInvoice({ params: { id }, body, idempotencyKey: 'payer-2' })).data;
  expect(await again()).toEqual(await again());
  await node.goOn();
  expect(await cache.read(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  expect(await noted(id)).toEqual([{ state: 'kept' }]);
  await cache.expectWhole();
});

test('a payment that is under way is left alone', async () => {
  const { id } = await cache.open(100);
  await node.shop.client.payInvoice({ params: { id }, body: { ...body, phone: '+23200000004' } });
  await node.goOn();
  expect(await noted(id)).toEqual([{ state: 'pending' }]);
});
