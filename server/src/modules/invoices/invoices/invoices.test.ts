import { createClient } from '@cottontree/client';
import type { Invoice } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook, type InvoiceBook } from '../../../../test/kit/invoices.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let cache: InvoiceBook;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  cache = invoiceBook(service, shop);
});
afterAll(async () => {
  await cache.expectWhole();
  await service[Symbol.asyncDispose]();
});

const items = [
  { description: 'Posters, A2', quantity: 20, unit_price: 15 },
  {
    description: 'Design, per hour',
    quantity: '2.5',
    unit_price: '80',
    discount: { type: 'percent' as const, value: 10 },
  },
];
const customer = { name: 'Aminata Sesay', phone: '076 123 456', email: 'aminata@example.sl' };
const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const draft = async (more: object = {}): Promise<Invoice> =>
  (await shop.client.createInvoice({ body: { customer, items, tax_rate: 15, ...more } })).data;

test('a draft adds up to the cent, and has no number', async () => {
  const { data } = await shop.client.createInvoice({
    body: { customer, items, tax_rate: 15, deposit: { percent: 50, due_days: 3 }, po_number: 'PO-77' },
  });
  expect(data).toMatchObject({
    status: 'draft',
    number: null,
    currency: 'SLE',
    issue_date: today,
    due_date: inDays(14),
    due_days: 14,
    subtotal: 500,
    discount_total: 20,
    tax_total: 72,
    total: 552,
    amount_due: 552,
    amount_paid: 0,
    hosted_url: null,
    pdf_url: null,
    customer: { name: 'Aminata Sesay', phone: '+23276123456', email: 'aminata@example.sl' },
    taxes: [{ name: 'GST', rate: 15, inclusive: false, base: 480, amount: 72 }],
    deposit: { percent: 50, amount: 276, due_date: inDays(3), paid: false },
    po_number: 'PO-77',
    is_overdue: false,
    livemode: false,
    test: true,
    version: 1,
  });
  expect(data.items).toMatchObject([
    { line: 1, quantity: 20, unit_price: 15, subtotal: 300, tax_total: 45, total: 345 },
    { line: 2, quantity: 2.5, subtotal: 200, discount_total: 20, tax_total: 27, total: 207 },
  ]);
});

test('a finalised invoice has the next number, an address, and the day on which it is due', async () => {
  const first = (await shop.client.finalizeInvoice({ params: { id: (await draft()).id } })).data;
  const second = await draft({ finalize: true });
  expect(first).toMatchObject({
    status: 'open',
    number: `INV-${today.slice(0, 4)}-00001`,
    amount_due: 552,
    version: 2,
    hosted_url: expect.stringMatching(/\/i\/[\w-]{22}$/),
    finalized_at: expect.any(String),
  });
  expect(second.number).toBe(`INV-${today.slice(0, 4)}-00002`);
  expect(await cache.told(first.id)).toEqual(['invoice.created', 'invoice.updated']);
});

test('an invoice as it was read can be sent back whole, and changes nothing', async () => {
  const before = await draft({
    deposit: { percent: 10, due_days: 1 },
    late_fee: { type: 'fixed', value: 10, after_days: 3 },
    min_partial_amount: 5,
  });
  const inText = createClient({
    baseUrl: service.baseUrl,
    apiKey: shop.key,
    headers: () => ({ 'x-amount-format': 'string' }),
  });
  for (const { id, version } of [before, await draft({ finalize: true })]) {
    const body = (await inText.getInvoice({ params: { id } })).data as never;
    expect((await inText.updateInvoice({ params: { id }, body })).data.version).toBe(version);
  }
  expect(
    (await shop.client.updateInvoice({ params: { id: before.id }, body: before as never })).data,
  ).toEqual(before);
  const after = (
    await shop.client.updateInvoice({
      params: { id: before.id },
      body: { ...before, tax_rate: 0, notes: 'Thank you.' } as never,
    })
  ).data;
  expect(after).toMatchObject({
    version: 2,
    total: 480,
    tax_total: 0,
    notes: 'Thank you.',
    deposit: { amount: 48 },
  });
});

test('of a finalised invoice only when it is due, notes, reminders and metadata change', async () => {
  const { id } = await draft({ finalize: true });
  const changed = (
    await shop.client.updateInvoice({
      params: { id },
      body: {
        due_date: inDays(30),
        notes: 'Later.',
        metadata: { a: 1 },
        reminders: [{ days_from_due: -3, channel: 'sms' }],
      },
    })
  ).data;
  expect(changed).toMatchObject({
    due_date: inDays(30),
    due_days: null,
    notes: 'Later.',
    metadata: { a: 1 },
    next_reminder_at: `${inDays(27)}T09:00:00.000Z`,
  });
  await expect(
    shop.client.updateInvoice({
      params: { id },
      body: { items: [{ description: 'Another', unit_price: 1 }] },
    }),
  ).rejects.toMatchObject({ code: 'INVOICE_FINALIZED', details: { fields: ['items'] } });
  await expect(shop.client.deleteInvoice({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'open', to: 'deleted' },
  });
  await expect(shop.client.finalizeInvoice({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'open', to: 'open' },
  });
});

test('an invoice is overdue once its last day is over where the merchant is, and never in a state of that name', async () => {
  const { id } = await draft({ finalize: true, due_days: 0 });
  const read = async () => (await shop.client.getInvoice({ params: { id } })).data;
  expect(await read()).toMatchObject({ is_overdue: false, status: 'open' });
  const left = Date.parse(`${inDays(1)}T00:00:00Z`) - Date.now();
  service.advance(left - 60_000);
  expect((await read()).is_overdue).toBe(false);
  service.advance(60_001);
  expect(await read()).toMatchObject({ is_overdue: true, status: 'open' });
  const { data } = await shop.client.listInvoices({ query: { overdue: true } });
  expect(data.map((one) => one.id)).toEqual([id]);
  service.advance(-left);
});

test('a voided invoice keeps its number, and takes no money', async () => {
  const { id, number } = await draft({ finalize: true });
  const { data } = await shop.client.voidInvoice({ params: { id } });
  expect(data).toMatchObject({ status: 'void', number, amount_due: 0, voided_at: expect.any(String) });
  expect(await cache.told(id)).toContain('invoice.voided');
  await expect(shop.client.payInvoice({ params: { id }, body: { channel: 'cash' } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
  });
  await expect(shop.client.voidInvoice({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { allowed: [] },
  });
  await expect(shop.client.markInvoiceUncollectible({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
  });
});

test('money that was given up may still come', async () => {
  const { id } = await draft({ finalize: true });
  expect((await shop.client.markInvoiceUncollectible({ params: { id } })).data).toMatchObject({
    status: 'uncollectible',
    amount_due: 552,
  });
  await shop.client.payInvoice({ params: { id }, body: { channel: 'cash', amount: 52 } });
  expect(await cache.read(id)).toMatchObject({ status: 'uncollectible', amount_due: 500 });
  await shop.client.payInvoice({ params: { id }, body: { channel: 'external', external_ref: 'MM 12' } });
  expect(await cache.read(id)).toMatchObject({
    status: 'paid',
    amount_due: 0,
    payments: [
      { channel: 'cash', amount: 52 },
      { channel: 'external', amount: 500, external_ref: 'MM 12' },
    ],
  });
});

test('a number of your own is given once, and fills its place where it is the next of the series', async () => {
  const year = today.slice(0, 4);
  const own = await draft({ finalize: true, number: 'A 17/3' });
  expect(own.number).toBe('A 17/3');
  await expect(
    shop.client.createInvoice({ body: { customer, items, finalize: true, number: 'A 17/3' } }),
  ).rejects.toMatchObject({ code: 'NUMBER_TAKEN' });
  const next = Number((await draft({ finalize: true })).number?.slice(-5)) + 1;
  const numberOf = (place: number): string => `INV-${year}-${String(place).padStart(5, '0')}`;
  await draft({ finalize: true, number: numberOf(next) });
  await draft({ finalize: true, number: numberOf(next + 1) });
  expect((await draft({ finalize: true })).number).toBe(numberOf(next + 2));
});

test('a copy is a draft of today with the same lines', async () => {
  const source = await draft({ finalize: true, notes: 'As ever.', discount: { type: 'fixed', value: 10 } });
  const copy = (await shop.client.duplicateInvoice({ params: { id: source.id } })).data;
  expect(copy).toMatchObject({
    status: 'draft',
    number: null,
    total: source.total,
    items: source.items,
    notes: 'As ever.',
    issue_date: today,
    version: 1,
  });
  expect(copy.id).not.toBe(source.id);
  expect((await shop.client.deleteInvoice({ params: { id: copy.id } })).data).toEqual({
    id: copy.id,
    deleted: true,
  });
  await expect(shop.client.getInvoice({ params: { id: copy.id } })).rejects.toMatchObject({
    code: 'INVOICE_NOT_FOUND',
  });
});

test('a draft that is deleted and finalised at once is gone or has its number, and each refusal says which', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { data } = await shop.client.createInvoice({ body: { customer, items } });
      const params = { id: data.id };
      const codes = await Promise.all(
        [
          shop.client.deleteInvoice({ params }),
          shop.client.finalizeInvoice({ params }),
          shop.client.deleteInvoice({ params }),
        ].map((asked: Promise<unknown>) =>
          asked.then(
            () => 'done',
            ({ code }: { code: string }) => code,
          ),
        ),
      );
      return codes[1] === 'done' ? codes : codes.toSorted();
    }),
  );
  for (const codes of rounds)
    expect(codes).toEqual(
      codes[1] === 'done'
        ? ['STATE_CONFLICT', 'done', 'STATE_CONFLICT']
        : ['INVOICE_NOT_FOUND', 'INVOICE_NOT_FOUND', 'done'],
    );
});

test('one request writes, finalises and sends, or does nothing of it', async () => {
  const { data } = await shop.client.createInvoice({
    body: { customer, items, send: { channels: ['link', 'whatsapp'] } },
  });
  expect(data).toMatchObject({
    status: 'open',
    number: expect.any(String),
    sent_at: expect.any(String),
    sent: [
      { channel: 'link', url: data.hosted_url },
      { channel: 'whatsapp', share_url: expect.stringContaining('https://wa.me/23276123456?text=') },
    ],
  });
  const before = (await shop.client.listInvoices({ query: {} })).meta?.total;
  await expect(
    shop.client.createInvoice({
      body: { customer: { name: 'Nobody' }, items, send: { channels: ['email'] } },
    }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'channels' }] } });
  expect((await shop.client.listInvoices({ query: {} })).meta?.total).toBe(before);
});

test('a line that names a product has its description, price and tax, unless it says otherwise', async () => {
  const { data: tax } = await shop.client.createTaxRate({ body: { name: 'GST', rate: 15 } });
  const { data: rice } = await shop.client.createProduct({
    body: { name: 'Rice, 50 kg', price: 600, tax_rate_id: tax.id, tax_inclusive: true },
  });
  const { items: lines } = (
    await shop.client.createInvoice({
      body: {
        customer,
        items: [
          { product_id: rice.id, quantity: 2 },
          { product_id: rice.id, description: 'Rice for the school', unit_price: 500, tax_rate: null },
        ],
      },
    })
  ).data;
  expect(lines).toMatchObject([
    {
      description: 'Rice, 50 kg',
      product_id: rice.id,
      variant_id: rice.variants[0]?.id,
      unit_price: 600,
      taxes: [{ name: 'GST', rate: 15, inclusive: true }],
      total: 1_200,
      tax_total: 156.52,
    },
    { description: 'Rice for the school', unit_price: 500, taxes: [], total: 500 },
  ]);
});

test('an invoice for nothing is paid as soon as it is finalised', async () => {
  const free = await draft({ finalize: true, discount: { type: 'percent', value: 100 } });
  expect(free).toMatchObject({ status: 'paid', total: 0, amount_due: 0, paid_at: expect.any(String) });
  expect(await cache.told(free.id)).toEqual(['invoice.created', 'invoice.paid', 'invoice.updated']);
});

test('invoices are found by state, customer, due date and words', async () => {
  const { data: fatmata } = await shop.client.createCustomer({
    body: { name: 'Fatmata 100% Koroma', phone: '076 999 111' },
  });
  const one = (
    await shop.client.createInvoice({ body: { customer_id: fatmata.id, items, due_date: '2100-01-31' } })
  ).data;
  expect(one.customer).toMatchObject({ name: 'Fatmata 100% Koroma', phone: '+23276999111' });
  for (const query of [
    { customer_id: fatmata.id },
    { q: '100% kor' },
    { due_from: '2100-01-01', due_to: '2100-12-31' },
  ])
    expect((await shop.client.listInvoices({ query })).data.map(({ id }) => id)).toEqual([one.id]);
  expect(
    (await shop.client.listInvoices({ query: { status: 'void' } })).data.every(
      ({ status }) => status === 'void',
    ),
  ).toBe(true);
  const since = one.updated_at;
  expect(
    (await shop.client.listInvoices({ query: { updated_since: since, limit: 100 } })).data.every(
      ({ updated_at }) => updated_at >= since,
    ),
  ).toBe(true);
  expect((await shop.client.listInvoices({ query: { updated_since: '2100-01-01T00:00:00Z' } })).data).toEqual(
    [],
  );
  expect(
    (await shop.client.listInvoices({ query: { created_to: since } })).data.map(({ id }) => id),
  ).not.toContain(one.id);
  expect(
    (await shop.client.listInvoices({ query: { created_from: one.created_at, q: 'fatmata 100' } })).data.map(
      ({ id }) => id,
    ),
  ).toEqual([one.id]);
  await expect(shop.client.listInvoices({ query: { updated_since: 'lately' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await shop.client.listInvoices({ query: { limit: 3, ...(cursor ? { cursor } : {}) } });
    walked.push(...page.data.map(({ id }) => id));
    cursor = page.meta?.next_cursor ?? undefined;
  } while (cursor);
  expect([new Set(walked).size, walked.length]).toEqual([
    walked.length,
    (await shop.client.listInvoices({ query: {} })).meta?.total,
  ]);
});

test('who is erased stands on no invoice, whose figures stay', async () => {
  const { data: gone } = await shop.client.createCustomer({
    body: { name: 'Ibrahim Conteh', phone: '076 999 222' },
  });
  const { id } = (await shop.client.createInvoice({ body: { customer_id: gone.id, items, finalize: true } }))
    .data;
  await shop.client.eraseCustomer({ params: { id: gone.id } });
  expect(await cache.read(id)).toMatchObject({
    status: 'open',
    total: 480,
    customer: { name: null, phone: null, email: null },
  });
  const copy = (await shop.client.duplicateInvoice({ params: { id } })).data;
  await expect(shop.client.finalizeInvoice({ params: { id: copy.id } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'customer' }] },
  });
  await shop.client.updateInvoice({ params: { id: copy.id }, body: { customer: { name: 'Sorie Conteh' } } });
  expect((await shop.client.finalizeInvoice({ params: { id: copy.id } })).data).toMatchObject({
    status: 'open',
    customer: { name: 'Sorie Conteh' },
  });
});

test('duplicated while its customer is erased, an invoice says nothing of them', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { data: gone } = await shop.client.createCustomer({ body: { name: 'Ibrahim Conteh' } });
    const { data } = await shop.client.createInvoice({ body: { customer_id: gone.id, items } });
    const copies = Array.from({ length: 6 }, () => shop.client.duplicateInvoice({ params: { id: data.id } }));
    await shop.client.eraseCustomer({ params: { id: gone.id } });
    for (const copy of await Promise.all(copies))
      expect((await cache.read(copy.data.id)).customer.name).toBeNull();
  }
});

test('who is erased stands in nothing that was kept beside an invoice, and is not billed again', async () => {
  const { data: gone } = await shop.client.createCustomer({
    body: { name: 'Hidden Jalloh', phone: '076 999 333', email: 'hidden@example.sl' },
  });
  const open = (await shop.client.createInvoice({ body: { customer_id: gone.id, items, finalize: true } }))
    .data;
  await shop.client.payInvoice({ params: { id: open.id }, body: { channel: 'cash', amount: 10 } });
  await shop.client.createPayment({
    body: {
      amount: 470,
      channel: 'mobile_money',
      invoice_id: open.id,
      customer: { name: 'Hidden Jalloh', phone: '+23200000002' },
    },
  });
  await shop.client.simulatePayment({
    params: { id: (await shop.client.listPayments({})).data[0]?.id ?? '' },
    body: { outcome: 'failed' },
  });
  await shop.client.sendInvoice({
    params: { id: open.id },
    body: { channels: ['email'], message: 'Good morning Hidden' },
  });
  await service.drain();
  await shop.client.sendInvoice({
    params: { id: open.id },
    body: { channels: ['sms'], message: 'Good evening Hidden' },
  });
  const recur = async (template: object) =>
    (
      await shop.client.createRecurringInvoice({
        body: { frequency: 'monthly', template: { items, ...template } } as never,
      })
    ).data.id;
  const billed = await Promise.all([
    recur({ customer_id: gone.id }),
    recur({ customer: { name: 'Hidden', phone: '076-999 333' } }),
    recur({ customer: { name: 'Hidden', phone: '00232 76 999333' } }),
  ]);
  const others = await recur({ customer: { name: 'Mohamed', phone: '076 999 334' } });
  await shop.client.eraseCustomer({ params: { id: gone.id } });
  await service.drain();
  for (const id of billed) {
    const recurring = (await shop.client.getRecurringInvoice({ params: { id } })).data;
    expect(recurring).toMatchObject({ status: 'ended', next_date: null, template: { items } });
    await expect(
      shop.client.updateRecurringInvoice({ params: { id }, body: { name: 'On and on' } }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'template.customer' }] },
    });
  }
  expect((await shop.client.getRecurringInvoice({ params: { id: others } })).data).toMatchObject({
    status: 'active',
    template: { customer: { name: 'Mohamed' } },
  });
  for (const table of [
    'invoices',
    'payments',
    'notices',
    'invoice_letters',
    'recurring_invoices',
    'customers',
  ]) {
    const kept = JSON.stringify(
      await service.query(`SELECT t::text FROM ${table} t WHERE merchant_id = $1`, [shop.id]),
    );
    for (const trace of ['Hidden', 'hidden@', '76999333', '999 333'])
      expect(kept, table).not.toContain(trace);
  }
});

test('what does not fit together is refused in words', async () => {
  const refused = (body: object) =>
    shop.client.createInvoice({ body: { customer, items, ...body } as never });
  await expect(refused({ customer: undefined })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'customer' }] },
  });
  await expect(refused({ items: [{ description: 'x', unit_price: 1.005 }] })).rejects.toMatchObject({
    code: 'AMOUNT_PRECISION',
  });
  await expect(
    refused({ items: [{ description: 'x', quantity: 1_000_000_000, unit_price: 9_999_999_999_999 }] }),
  ).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' });
  await expect(refused({ items: [{ description: 'x', quantity: 0, unit_price: 1 }] })).rejects.toMatchObject({
    details: { fields: [{ path: 'items[0].quantity' }] },
  });
  await expect(refused({ items: [{ quantity: 1, unit_price: 1 }] })).rejects.toMatchObject({
    details: { fields: [{ path: 'items[0].description' }] },
  });
  for (const tax_rate of [100.0001, 200])
    await expect(refused({ tax_rate })).rejects.toMatchObject({
      details: { fields: [{ path: 'tax_rate' }] },
    });
  const taxed = { items: [{ description: 'x', unit_price: 1, taxes: [{ name: 'Levy', rate: '101' }] }] };
  await expect(refused(taxed)).rejects.toMatchObject({
    details: { fields: [{ path: 'items[0].taxes[0].rate' }] },
  });
  await expect(refused({ due_date: '2026-02-30' })).rejects.toMatchObject({
    details: { fields: [{ path: 'due_date' }] },
  });
  await expect(refused({ due_date: '2001-01-01' })).rejects.toMatchObject({
    details: { fields: [{ path: 'due_date' }] },
  });
  await expect(refused({ number: 'X' })).rejects.toMatchObject({ details: { fields: [{ path: 'number' }] } });
  await expect(refused({ deposit: { amount: 1_000 } })).rejects.toMatchObject({
    details: { fields: [{ path: 'deposit.amount' }] },
  });
  await expect(refused({ deposit: { percent: 50, amount: 10 } })).rejects.toMatchObject({
    details: { fields: [{ path: 'deposit.amount' }] },
  });
  await expect(refused({ customer: { name: 'A', phone: '12' } })).rejects.toMatchObject({
    code: 'INVALID_PHONE',
  });
  await expect(refused({ customer: undefined, customer_id: 'cus_0' })).rejects.toMatchObject({
    code: 'CUSTOMER_NOT_FOUND',
  });
  await expect(refused({ items: [{ product_id: 'prod_0' }] })).rejects.toMatchObject({
    code: 'PRODUCT_NOT_FOUND',
  });
  await expect(refused({ items: [{ variant_id: 'var_0' }] })).rejects.toMatchObject({
    code: 'VARIANT_NOT_FOUND',
  });
});

test('an invoice that somebody changed meanwhile is not overwritten', async () => {
  const { id } = await draft();
  const patch = (ifMatch: string) =>
    fetch(`${service.baseUrl}/invoices/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${shop.key}`,
        'content-type': 'application/json',
        'if-match': ifMatch,
      },
      body: '{"notes":"Mine."}',
    });
  expect((await patch('W/"1"')).status).toBe(200);
  expect((await patch('W/"1"')).status).toBe(412);
});
