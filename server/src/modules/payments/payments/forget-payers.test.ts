import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill } from '../../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const PHONE = '+23200000001';
const tracesIn = async (table: string): Promise<string> =>
  JSON.stringify(await service.query(`SELECT t::text FROM ${table} t WHERE merchant_id = $1`, [shop.id]));

async function settle(): Promise<void> {
  service.advance(5_000);
  await service.drain();
}

test('who is erased stands on no payment of theirs that is over, nor does whose phone was asked', async () => {
  const { data: gone } = await shop.client.createCustomer({
    body: { name: 'Hidden Jalloh', phone: '+23276555222', email: 'hidden@example.sl' },
  });
  const till = openTill(shop);
  const sale = await till.sell(await till.goods(), {
    customer_id: gone.id,
    payments: [{ channel: 'mobile_money', phone: PHONE }],
  });
  const invoice = (
    await shop.client.createInvoice({
      body: { customer_id: gone.id, items: [{ description: 'Work', unit_price: 40 }], finalize: true },
    })
  ).data;
  await shop.client.payInvoice({
    params: { id: invoice.id },
    body: { channel: 'mobile_money', phone: PHONE },
  });
  const other = (
    await shop.client.createPayment({
      body: {
        amount: 5,
        channel: 'mobile_money',
        customer: { name: 'Mohamed Kamara', phone: '+23276123456' },
      },
    })
  ).data;
  await settle();
  expect(await tracesIn('payments')).toContain('Hidden');
  await shop.client.eraseCustomer({ params: { id: gone.id } });
  const kept = await tracesIn('payments');
  for (const trace of ['Hidden', 'hidden@', '76555222', PHONE]) expect(kept).not.toContain(trace);
  expect(
    (await shop.client.listPayments({ query: {} })).data.map(({ status, amount, customer }) => [
      status,
      amount,
      customer.name,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['succeeded', 150, null],
      ['succeeded', 40, null],
      [other.status, 5, 'Mohamed Kamara'],
    ]),
  );
  expect(
    (await shop.client.refundSale({ params: { id: sale.id }, body: { everything: true } })).data,
  ).toMatchObject({ status: 'succeeded', amount: 150 });
});

test('who was told by a phone number alone stands on no sale, nor on what paid for it; who else is named keeps it', async () => {
  const till = openTill(shop);
  const goods = await till.goods();
  const told = { customer: { name: 'Quiet Koroma', phone: '+23276555333' } };
  const { data: other } = await shop.client.createCustomer({
    body: { name: 'Foday', phone: '+23276555444' },
  });
  const own = await till.sell(goods, told);
  const others = await till.sell(goods, { ...told, customer_id: other.id });
  const { data: gone } = await shop.client.createCustomer({ body: { phone: '+23276555333' } });
  expect((await shop.client.eraseCustomer({ params: { id: gone.id } })).data.documents).toBeGreaterThan(0);
  const buyerOf = async (id: string) => (await shop.client.getSale({ params: { id } })).data.customer;
  expect(await buyerOf(own.id)).toEqual({ name: null, phone: null, email: null });
  expect(await buyerOf(others.id)).toMatchObject(told.customer);
});

test('a payment that is under way forgets its payer once it is over and the customer is erased again', async () => {
  const { data: gone } = await shop.client.createCustomer({
    body: { name: 'Waiting Sesay', phone: '+23276555111' },
  });
  const invoice = (
    await shop.client.createInvoice({
      body: { customer_id: gone.id, items: [{ description: 'Work', unit_price: 40 }], finalize: true },
    })
  ).data;
  await shop.client.payInvoice({
    params: { id: invoice.id },
    body: { channel: 'mobile_money', phone: PHONE },
  });
  await shop.client.eraseCustomer({ params: { id: gone.id } });
  expect(await tracesIn('payments')).toContain('Waiting');
  await settle();
  await shop.client.eraseCustomer({ params: { id: gone.id } });
  expect(await tracesIn('payments')).not.toContain('Waiting');
  expect((await shop.client.getInvoice({ params: { id: invoice.id } })).data.status).toBe('paid');
});
