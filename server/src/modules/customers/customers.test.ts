import { createClient } from '@cottontree/client';
import { eventCatalogue, type Customer } from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

const PHONE = '+23278234567';
let service: TestService;
let shop: TestMerchant;
const erased: { readonly merchantId: string; readonly livemode: boolean; readonly customerId: string }[] = [];

beforeAll(async () => {
  service = await startService();
  service.server.modules.customers.registerEraser({
    kind: 'ledger card',
    erase: async (_tx, tenant, { customerId }) => {
      erased.push({ ...tenant, customerId });
      return [1, 2, 3].map((card) => ({ id: `card_${String(card)}`, number: null }));
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

type Body = NonNullable<Parameters<TestMerchant['client']['createCustomer']>[0]['body']>;
const add = async (body: Body = {}): Promise<Customer> =>
  (await shop.client.createCustomer({ body: { name: 'Fatmata Koroma', ...body } })).data;
const read = async (id: string): Promise<Customer> =>
  (await shop.client.getCustomer({ params: { id } })).data;
const change = async (id: string, body: Body): Promise<Customer> =>
  (await shop.client.updateCustomer({ params: { id }, body })).data;
const send = (path: string, init: RequestInit) =>
  fetch(`${service.baseUrl}${path}`, {
    ...init,
    headers: { 'x-api-key': shop.key, 'content-type': 'application/json', ...init.headers },
  });

describe('a customer', () => {
  test('is added with all that is known, read back and found by any way to dial the number', async () => {
    const made = await add({
      phone: '078 234567',
      email: 'fatmata@example.sl',
      address: '12 Siaka Stevens Street',
      tax_id: 'TIN-1',
      notes: '<script>alert(1)</script>',
      tags: ['wholesale'],
      metadata: { card: 'card-4410' },
    });
    expect(made).toMatchObject({
      version: 1,
      phone: PHONE,
      notes: '<script>alert(1)</script>',
      tags: ['wholesale'],
      metadata: { card: 'card-4410' },
      erased: false,
      livemode: false,
      test: true,
    });
    expect(await read(made.id)).toEqual(made);
    for (const phone of ['078 234567', PHONE, '+232 78-234-567'])
      expect((await shop.client.lookUpCustomer({ query: { phone } })).data.id).toBe(made.id);
  });

  test('changes only in what is named, and null takes away', async () => {
    const made = await add({ phone: PHONE, notes: 'Fridays', metadata: { a: 1 } });
    expect(await change(made.id, { notes: null, address: '3 Kissy Road' })).toMatchObject({
      name: made.name,
      phone: PHONE,
      notes: null,
      address: '3 Kissy Road',
      metadata: { a: 1 },
      version: 2,
    });
    const before = await read(made.id);
    expect(await change(made.id, { ...before, metadata: { a: 1 } })).toEqual(before);
  });

  test('every one of many changes at once has its effect', async () => {
    const { id } = await add();
    await Promise.all([
      change(id, { address: 'A' }),
      change(id, { notes: 'B' }),
      change(id, { tax_id: 'C' }),
      change(id, { email: 'd@example.sl' }),
    ]);
    expect(await read(id)).toMatchObject({
      address: 'A',
      notes: 'B',
      tax_id: 'C',
      email: 'd@example.sl',
      version: 5,
    });
  });

  test('is told of in the same words in which it is read', async () => {
    await shop.client.createWebhook({ body: { url: 'http://127.0.0.1:65534/hook', events: ['customer.*'] } });
    const made = await add({ phone: PHONE });
    const changed = await change(made.id, { name: 'Fatmata K.' });
    await shop.client.deleteCustomer({ params: { id: made.id } });
    await service.drain();
    const messages = (await shop.client.listMessages({ query: { entity: made.id } })).data;
    const told = await Promise.all(
      messages.map(async ({ id }) => (await shop.client.getMessage({ params: { id } })).data),
    );
    const objects = told
      .map(
        ({ event, body }) => [event, (JSON.parse(body) as { data: { object: object } }).data.object] as const,
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(objects.map(([kind]) => kind)).toEqual([
      'customer.created',
      'customer.deleted',
      'customer.updated',
    ]);
    expect(objects[0]?.[1]).toEqual(made);
    expect(objects[2]?.[1]).toEqual(changed);
    expect(objects[1]?.[1]).toMatchObject({ id: made.id, version: 3, name: null, phone: null });
    expect(Object.keys(objects[0]?.[1] ?? {})).toEqual(
      Object.keys(eventCatalogue['customer.created'].data.properties),
    );
  });

  test('is deleted, and the number is free again', async () => {
    const made = await add({ phone: PHONE });
    expect((await shop.client.deleteCustomer({ params: { id: made.id } })).data).toEqual({
      id: made.id,
      deleted: true,
    });
    await expect(read(made.id)).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
    expect((await shop.client.listCustomers()).data).toEqual([]);
    expect((await add({ phone: PHONE })).id).not.toBe(made.id);
    expect(
      JSON.stringify(
        await service.query('SELECT c::text FROM customers c WHERE merchant_id = $1 AND id = $2', [
          shop.id,
          made.id,
        ]),
      ),
    ).not.toContain('Fatmata');
  });

  test('added with the same key twice is one', async () => {
    const body = JSON.stringify({ name: 'Isatu', phone: PHONE });
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        send('/customers', { method: 'POST', headers: { 'idempotency-key': 'once' }, body }),
      ),
    );
    expect(
      new Set(
        await Promise.all(
          answers.map(async (answer) => ((await answer.json()) as { data: Customer }).data.id),
        ),
      ).size,
    ).toBe(1);
  });

  test('that is not there, or belongs to somebody else or the other mode, is not found', async () => {
    const { id } = await add({ phone: PHONE });
    const stranger = (await service.merchant()).client;
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    for (const { getCustomer, updateCustomer, deleteCustomer, eraseCustomer, lookUpCustomer } of [
      stranger,
      live,
    ]) {
      const calls = [
        () => getCustomer({ params: { id } }),
        () => updateCustomer({ params: { id }, body: {} }),
        () => deleteCustomer({ params: { id } }),
        () => eraseCustomer({ params: { id } }),
        () => lookUpCustomer({ query: { phone: PHONE } }),
      ];
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND', status: 404 });
    }
  });

  test('has a phone number that nobody else has, also when many come at once', async () => {
    const both = await Promise.allSettled([1, 2, 3, 4].map((at) => add({ name: `Nr ${at}`, phone: PHONE })));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { id } = (await shop.client.lookUpCustomer({ query: { phone: PHONE } })).data;
    const other = await add({ phone: '076 111222' });
    await expect(add({ phone: '078 234567' })).rejects.toMatchObject({
      code: 'DUPLICATE_CUSTOMER',
      status: 409,
      details: { customer_id: id },
    });
    await expect(change(other.id, { phone: PHONE })).rejects.toMatchObject({
      code: 'DUPLICATE_CUSTOMER',
      details: { customer_id: id },
    });
  });

  test('under If-Match is changed and deleted only as it was read', async () => {
    const { id } = await add();
    const read = await send(`/customers/${id}`, { method: 'GET' });
    const ifMatch = read.headers.get('etag') ?? '';
    expect(
      (
        await send(`/customers/${id}`, {
          method: 'PATCH',
          headers: { 'if-match': ifMatch },
          body: '{"notes":"x"}',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await send(`/customers/${id}`, {
          method: 'PATCH',
          headers: { 'if-match': ifMatch },
          body: '{"notes":"y"}',
        })
      ).status,
    ).toBe(412);
    expect(
      (await send(`/customers/${id}`, { method: 'DELETE', headers: { 'if-match': ifMatch } })).status,
    ).toBe(412);
  });

  test('has a number that exists, and something by which to know it', async () => {
    await expect(add({ phone: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE', status: 422 });
    await expect(add({ name: null })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'name' }] },
    });
    await expect(add({ email: 'nobody' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(add({ tags: ['a', 'a'] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('the list', () => {
  test('is walked by cursor, newest first, and filtered', async () => {
    for (const [name, phone] of [
      ['Aminata 100%', '076 100001'],
      ['Binta_K', '076 100002'],
      ['Chernor', '076 100003'],
    ] as const) {
      await add({ name, phone, tags: name === 'Chernor' ? ['wholesale'] : [] });
      service.advance(1_000);
    }
    const names = async (query: object) =>
      (await shop.client.listCustomers({ query })).data.map(({ name }) => name);
    expect(await names({})).toEqual(['Chernor', 'Binta_K', 'Aminata 100%']);
    const first = await shop.client.listCustomers({ query: { limit: 2 } });
    expect(await names({ limit: 2, cursor: first.meta.next_cursor ?? '' })).toEqual(['Aminata 100%']);
    expect([
      await names({ q: '100%' }),
      await names({ q: '_k' }),
      await names({ q: '0003' }),
      await names({ tag: 'wholesale' }),
    ]).toEqual([['Aminata 100%'], ['Binta_K'], ['Chernor'], ['Chernor']]);
    const second = first.data[1];
    expect(await names({ created_from: second?.created_at })).toEqual(['Chernor', 'Binta_K']);
    expect(await names({ created_to: second?.created_at })).toEqual(['Aminata 100%']);
    const since = service.server.runtime.context.world.now().toISOString();
    await change(second?.id ?? '', { notes: 'new' });
    expect(await names({ updated_since: since })).toEqual(['Binta_K']);
  });

  test('as CSV keeps what spreadsheets would run as plain text', async () => {
    await add({ name: '=HYPERLINK("http://evil")', notes: 'a "quoted", line\nbreak' });
    const text = await (await send('/customers', { method: 'GET', headers: { accept: 'text/csv' } })).text();
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(text.split('\r\n')[0]).toContain('id,version,name,phone');
  });
});

describe('forgetting', () => {
  test('takes everything from the customer and asks every room to do the same, once for all', async () => {
    const made = await add({
      phone: PHONE,
      email: 'fatmata@example.sl',
      address: '12 Siaka Stevens Street',
      tax_id: 'TIN-1',
      notes: 'Fridays',
      tags: ['wholesale'],
      metadata: { card: 'card-4410' },
    });
    const answer = (await shop.client.eraseCustomer({ params: { id: made.id } })).data;
    expect(answer).toMatchObject({ id: made.id, documents: 3 });
    expect(erased.filter(({ customerId }) => customerId === made.id)).toEqual([
      { merchantId: shop.id, livemode: false, customerId: made.id },
    ]);
    expect(await read(made.id)).toMatchObject({
      name: null,
      phone: null,
      email: null,
      address: null,
      tax_id: null,
      notes: null,
      tags: [],
      metadata: {},
      erased: true,
      erased_at: answer.erased_at,
    });
    const kept = JSON.stringify(
      await service.query('SELECT c::text FROM customers c WHERE merchant_id = $1', [shop.id]),
    );
    for (const trace of [
      'Fatmata',
      '78234567',
      'example.sl',
      'Siaka',
      'TIN-1',
      'Fridays',
      'wholesale',
      'card-4410',
    ])
      expect(kept).not.toContain(trace);
    await expect(change(made.id, { name: 'Fatmata' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
    });
    expect((await shop.client.eraseCustomer({ params: { id: made.id } })).data.erased_at).toBe(
      answer.erased_at,
    );
    expect((await add({ phone: PHONE })).id).not.toBe(made.id);
  });

  test('also reaches one that was deleted', async () => {
    const { id } = await add();
    await shop.client.deleteCustomer({ params: { id } });
    expect((await shop.client.eraseCustomer({ params: { id } })).data.documents).toBe(3);
    await expect(read(id)).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
  });

  test('where a room fails, nothing is forgotten', async () => {
    const { customers } = service.server.modules;
    const { id } = await add();
    let fails = true;
    customers.registerEraser({
      kind: 'stubborn',
      erase: async () => (fails ? Promise.reject(new Error('The disk is full.')) : []),
    });
    await expect(shop.client.eraseCustomer({ params: { id } })).rejects.toMatchObject({ status: 500 });
    expect(await read(id)).toMatchObject({ name: 'Fatmata Koroma', erased: false });
    fails = false;
  });

  test('waits for a document that is just copying the customer', async () => {
    const { customers, pos } = service.server.modules;
    const { id } = await add();
    const tenant = { merchantId: shop.id, livemode: false };
    const order: string[] = [];
    let copied: (() => void) | undefined;
    const copying = new Promise<void>((resolve) => (copied = resolve));
    const document = pos.store.transaction(tenant, async (tx) => {
      expect((await customers.find(tx, tenant, id)).name).toBe('Fatmata Koroma');
      copied?.();
      await tx.run(
        {
          name: 'test.sleep',
          params: {},
          row: { pg_sleep: 'text' },
          sql: 'SELECT pg_sleep(0.2)::text AS pg_sleep',
        },
        {},
      );
      order.push('document');
    });
    await copying;
    await shop.client.eraseCustomer({ params: { id } }).then(() => order.push('erased'));
    await document;
    expect(order).toEqual(['document', 'erased']);
  });
});

describe('whom a document is for', () => {
  const call = () => {
    const { world } = service.server.runtime.context;
    return {
      tenant: { merchantId: shop.id, livemode: false },
      now: world.now(),
      caller: { merchant: { country: 'SL' } },
    } as unknown as Parameters<typeof service.server.modules.customers.ensure>[1];
  };
  const ensure = (named: Parameters<typeof service.server.modules.customers.ensure>[2]) => {
    const { customers } = service.server.modules;
    return customers.ensure(customers.store.of({ merchantId: shop.id, livemode: false }), call(), named);
  };

  test('is found by id or phone, added by phone, only copied without one, and nobody where nobody is named', async () => {
    const made = await add({ phone: PHONE, address: '12 Siaka Stevens Street' });
    expect(await ensure({ customer_id: made.id })).toMatchObject({
      id: made.id,
      name: 'Fatmata Koroma',
      address: '12 Siaka Stevens Street',
    });
    expect(await ensure({ customer: { phone: '078 234567', name: 'Fatmata K.' } })).toMatchObject({
      id: made.id,
      name: 'Fatmata K.',
      phone: PHONE,
      address: '12 Siaka Stevens Street',
    });
    expect((await read(made.id)).name).toBe('Fatmata Koroma');
    const many = await Promise.all(
      Array.from({ length: 6 }, () => ensure({ customer: { phone: '076 555111', name: 'Isatu' } })),
    );
    expect(new Set(many.map((copy) => copy?.id)).size).toBe(1);
    expect(await read(many[0]?.id ?? '')).toMatchObject({ name: 'Isatu', phone: '+23276555111' });
    expect(await ensure({ customer: { name: 'Passer-by' } })).toEqual({
      id: null,
      name: 'Passer-by',
      phone: null,
      email: null,
      address: null,
      tax_id: null,
    });
    expect([
      await ensure({}),
      await ensure({ customer: {} }),
      await ensure({ customer: null, customer_id: null }),
    ]).toEqual([null, null, null]);
  });

  test('cannot be two, nobody, or at a number that does not exist', async () => {
    const { id } = await add();
    await expect(ensure({ customer_id: id, customer: { name: 'Somebody else' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(ensure({ customer_id: 'cus_none' })).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
    await expect(ensure({ customer: { phone: '12' } })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
  });
});
