import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { verifyCustomers } from './customer-module.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async () =>
  (await verifyCustomers(service.server.runtime.context.store.system)).map(({ check, count }) => [
    check,
    count,
  ]);

test('customers that requests made break no promise, and each promise that is broken by hand is found', async () => {
  const shop = await service.merchant();
  const { id } = (await shop.client.createCustomer({ body: { name: 'Fatmata Koroma', phone: '078 234567' } }))
    .data;
  const { data: gone } = await shop.client.createCustomer({ body: { email: 'isatu@example.sl' } });
  await shop.client.deleteCustomer({ params: { id: gone.id } });
  expect(await broken()).toEqual([]);
  const { data: buyer } = await shop.client.createCustomer({ body: { name: 'Isatu' } });
  const { data: sale } = await shop.client.createSale({
    body: {
      customer_id: buyer.id,
      items: [{ custom_name: 'Rice', unit_price: 20, quantity: 1 }],
      payments: [{ channel: 'cash', amount: 20 }],
    },
  });
  const { data: invoice } = await shop.client.createInvoice({
    body: { customer_id: buyer.id, items: [{ description: 'Work', unit_price: 5 }] },
  });
  expect((await shop.client.eraseCustomer({ params: { id: buyer.id } })).data.documents).toBe(2);
  expect((await shop.client.getSale({ params: { id: sale.id } })).data).toMatchObject({
    customer_id: buyer.id,
    customer: { name: null },
    total: 20,
    number: sale.number,
  });
  expect(await broken()).toEqual([]);
  await service.query(`UPDATE sales SET customer_name = 'Isatu' WHERE id = $1`, [sale.id]);
  expect(await broken()).toEqual([['customers.erasedStandOnNoSale', 1]]);
  await service.query(`UPDATE sales SET customer_name = NULL WHERE id = $1`, [sale.id]);
  const named = `UPDATE invoices SET customer = customer || jsonb_build_object('name', $2::text) WHERE id = $1`;
  await service.query(named, [invoice.id, 'Isatu']);
  expect(await broken()).toEqual([['customers.erasedStandOnNoInvoice', 1]]);
  await service.query(named, [invoice.id, null]);
  await service.query(`UPDATE customers SET phone = '078 234567' WHERE id = $1`, [id]);
  expect(await broken()).toEqual([['customers.phoneIsInternational', 1]]);
  await service.query(`UPDATE customers SET phone = NULL, name = NULL WHERE id = $1`, [id]);
  expect(await broken()).toEqual([['customers.canBeToldApart', 1]]);
  await service.query(`UPDATE customers SET name = 'Fatmata' WHERE id = $1`, [id]);
  const apiKey = await service.key(shop.id, { livemode: true });
  const live = createClient({ baseUrl: service.baseUrl, apiKey });
  const { data: real } = await live.createCustomer({ body: { name: 'Musa' } });
  await service.query(`UPDATE customers SET updated_at = created_at - interval '1 day' WHERE id = $1`, [
    real.id,
  ]);
  expect(await broken()).toEqual([['customers.madeBeforeChanged', 1]]);
  await service.query(`UPDATE customers SET updated_at = created_at WHERE id = $1`, [real.id]);
});

test('a customer who was made while the test clock stood ahead may be changed when it is gone', async () => {
  const shop = await service.merchant();
  const { data: clock } = await shop.client.createTestClock({ body: { now: '2094-01-01' } });
  const { id } = (await shop.client.createCustomer({ body: { name: 'Fatmata' } })).data;
  await shop.client.deleteTestClock({ params: { id: clock.id } });
  const { data: changed } = await shop.client.updateCustomer({ params: { id }, body: { name: 'Isatu' } });
  expect(changed.updated_at < changed.created_at).toBe(true);
  expect(await broken()).toEqual([]);
});
