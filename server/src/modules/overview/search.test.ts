import { searchKinds, type SearchAnswer, type SearchKind } from '@cottontree/contract';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../test/kit/parcel.ts';
import { sale } from '../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

const PHONE = '078 234567';
let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const search = async (q: string, { client } = shop): Promise<SearchAnswer> =>
  (await client.search({ query: { q } })).data;
const found = async (q: string, kind?: SearchKind) =>
  (await search(q)).results
    .filter((result) => kind === undefined || result.kind === kind)
    .map(({ kind: of, id, matched }) => [of, id, matched]);

test('a phone number finds whoever has it, however it is dialled', async () => {
  const { data: job } = await shop.client.createDelivery({
    body: { ...parcel, recipient_name: 'Fatmata Koroma', order_number: 'ORD-1042' },
  });
  const { data: customer } = await shop.client.createCustomer({
    body: { name: 'Fatmata Koroma', phone: PHONE, email: 'Fatmata@example.sl' },
  });
  const { data: sold } = await shop.client.createSale({
    body: {
      customer_id: customer.id,
      items: [{ custom_name: 'Rice', unit_price: 20, quantity: 1 }],
      payments: [{ channel: 'cash', amount: 20 }],
    },
  });
  const jazz = await sale(shop);
  const { data: order } = await shop.client.createTicketOrder({
    params: { id: jazz.eventId },
    body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }], buyer: { name: 'Fatmata', phone: PHONE } },
  });
  for (const dialled of [PHONE, '+23278234567', '0023278234567', '78234567'])
    expect(await found(dialled)).toEqual(
      expect.arrayContaining([
        ['delivery', job.job_number, 'phone'],
        ['ticket_order', order.id, 'phone'],
        ['sale', sold.id, 'phone'],
        ['customer', customer.id, 'phone'],
      ]),
    );
  expect((await search(PHONE)).results[0]).toEqual({
    kind: 'delivery',
    id: job.job_number,
    parent_id: null,
    title: job.job_number,
    subtitle: 'Fatmata Koroma, Lumley, ORD-1042',
    status: 'pending',
    matched: 'phone',
  });
  expect(await found('fatmata', 'customer')).toEqual([['customer', customer.id, 'name']]);
  expect(await found('koro')).toEqual(
    expect.arrayContaining([
      ['delivery', job.job_number, 'name'],
      ['customer', customer.id, 'name'],
    ]),
  );
  expect(await found('FATMATA@example.sl', 'customer')).toEqual([['customer', customer.id, 'email']]);
  expect(await found('ORD-1042')).toEqual([['delivery', job.job_number, 'number']]);
  expect(await found(job.job_number.toLowerCase())).toEqual([['delivery', job.job_number, 'id']]);
});

test('who is called like a number is found by it only where nothing has that number', async () => {
  const other = await service.merchant();
  const create = async (recipient_name: string, order_number: string) =>
    (await other.client.createDelivery({ body: { ...parcel, recipient_name, order_number } })).data
      .job_number;
  const [numbered, named] = [await create('Isatu', 'BO-17'), await create('Depot BO-17', 'Isatu')];
  const foundThere = async (q: string) =>
    (await search(q, other)).results.map(({ id, matched }) => [id, matched]);
  expect(await foundThere('BO-17')).toEqual([[numbered, 'number']]);
  expect(await foundThere('bo-17')).toEqual([[numbered, 'number']]);
  expect(await foundThere('depot bo-17')).toEqual([[named, 'name']]);
  // An order may be called like a person.
  expect(await foundThere('Isatu')).toEqual([
    [named, 'number'],
    [numbered, 'name'],
  ]);
});

test('numbers, codes and ids find what bears them', async () => {
  const { data: product } = await shop.client.createProduct({
    body: { name: 'Gara cloth, 2 yards', price: 150, sku: 'GC-2', track_inventory: false },
  });
  const { data: sold } = await shop.client.createSale({
    body: {
      items: [{ product_id: product.id, quantity: 1 }],
      payments: [{ channel: 'cash', amount: 150 }],
    },
  });
  const { data: draft } = await shop.client.createInvoice({
    body: {
      customer: { name: 'Sewa Grill', phone: '076 123456' },
      items: [{ description: 'Posters', quantity: 1, unit_price: 120 }],
    },
  });
  const { data: invoice } = await shop.client.finalizeInvoice({ params: { id: draft.id } });
  const { data: payment } = await shop.client.createPayment({
    body: { amount: 20, channel: 'qr', reference: 'REF-7', customer: { name: 'Alpha Kamara' } },
  });
  const { data: link } = await shop.client.createPaymentLink({
    body: { title: 'School fees', type: 'fixed', amount: 20 },
  });
  const jazz = await sale(shop, { event: { name: 'Bo Food Fair' } });
  const { data: order } = await shop.client.createTicketOrder({
    params: { id: jazz.eventId },
    body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }], payment: { method: 'cash' } },
  });
  const [ticket] = order.tickets;
  const { data: endpoint } = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', description: 'Web shop' },
  });
  await service.drain();
  const [message] = (await shop.client.listMessages()).data;
  const expected: readonly (readonly [string, SearchKind, string, string])[] = [
    ['gc-2', 'product', product.id, 'code'],
    ['gara cl', 'product', product.id, 'name'],
    [sold.receipt_number ?? '', 'sale', sold.id, 'number'],
    [invoice.number ?? '', 'invoice', invoice.id, 'number'],
    ['sewa', 'invoice', invoice.id, 'name'],
    ['076123456', 'invoice', invoice.id, 'phone'],
    ['REF-7', 'payment', payment.id, 'number'],
    ['ref-7', 'payment', payment.id, 'number'],
    ['alpha', 'payment', payment.id, 'name'],
    [link.slug, 'payment_link', link.id, 'code'],
    ['school', 'payment_link', link.id, 'name'],
    ['food fair', 'event', jazz.eventId, 'name'],
    [order.order_number, 'ticket_order', order.id, 'number'],
    [ticket?.code ?? '', 'ticket', ticket?.id ?? '', 'code'],
    [endpoint.id, 'webhook_endpoint', endpoint.id, 'id'],
  ];
  for (const [q, kind, id, matched] of expected)
    expect([q, await found(q, kind)]).toEqual([q, [[kind, id, matched]]]);
  for (const [, kind, id] of expected) expect(await found(id, kind)).toEqual([[kind, id, 'id']]);
  if (message) expect(await found(message.id)).toEqual([['webhook_message', message.id, 'id']]);
});

test('at most five of a kind and 25 in all are told, what was named exactly first', async () => {
  const other = await service.merchant();
  for (let made = 0; made < 8; made += 1)
    await other.client.createCustomer({ body: { name: `Aminata ${made}`, email: 'same@example.sl' } });
  expect((await search('aminata', other)).results).toHaveLength(5);
  expect((await search('same@example.sl', other)).results).toHaveLength(5);
});

test('a customer is found however much else goes by the same name', async () => {
  const { client, ...other } = await service.merchant();
  const { data: customer } = await client.createCustomer({ body: { name: 'Zainab Conteh' } });
  const { eventId } = await sale({ client, ...other }, { event: { name: 'Zainab on stage' } });
  for (let made = 0; made < 5; made += 1) {
    const named = { name: 'Zainab Conteh' };
    await client.createDelivery({ body: { ...parcel, recipient_name: 'Zainab Conteh' } });
    await client.createPayment({ body: { amount: 20, channel: 'qr', customer: named } });
    await client.createPaymentLink({ body: { title: 'Zainab Conteh', type: 'fixed', amount: 20 } });
    await client.createProduct({ body: { name: `Zainab's cloth ${made}`, price: 20 } });
    await client.createInvoice({
      body: { customer: named, items: [{ description: 'Posters', quantity: 1, unit_price: 120 }] },
    });
  }
  const { results } = await search('zainab', { client, ...other });
  expect(results).toHaveLength(25);
  expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining([customer.id, eventId]));
  const kinds = results.map(({ kind }) => searchKinds.indexOf(kind));
  expect(kinds).toEqual(kinds.toSorted((one, next) => one - next));
});

test('of another merchant, of the other mode and of what is deleted nothing is found', async () => {
  const other = await service.merchant();
  const live = await service.key(shop.id, { livemode: true });
  const elsewhere = createClient({ baseUrl: service.baseUrl, apiKey: live, retries: 0 });
  expect((await search(PHONE, other)).results).toEqual([]);
  expect((await elsewhere.search({ query: { q: PHONE } })).data).toMatchObject({
    livemode: true,
    results: [],
  });
  const { data: gone } = await other.client.createCustomer({ body: { name: 'Isatu Kanu' } });
  await other.client.deleteCustomer({ params: { id: gone.id } });
  expect((await search('isatu', other)).results).toEqual([]);
  expect((await search(gone.id, other)).results).toEqual([]);
});

test('only what the caller may read is looked through', async () => {
  const as = async (...scopes: string[]) => {
    const key = await service.key(shop.id, { scopes: scopes as never });
    return createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });
  };
  const { data } = await (await as('shipping:read')).search({ query: { q: PHONE } });
  expect(data.searched).toEqual(['delivery']);
  expect(new Set(data.results.map(({ kind }) => kind))).toEqual(new Set(['delivery']));
  await expect((await as('shipping:write')).search({ query: { q: PHONE } })).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    status: 403,
  });
});

test('a text of one character is refused, and signs mean themselves', async () => {
  await expect(search(' a ')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [expect.objectContaining({ path: 'q' })] },
  });
  expect((await search('%%aa')).results).toEqual([]);
  expect((await search('_atmata')).results).toEqual([]);
});
