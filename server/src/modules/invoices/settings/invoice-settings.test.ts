import { randomBytes } from 'node:crypto';
import { createClient } from '@cottontree/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceBook } from '../../../../test/kit/invoices.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(async () => {
  await invoiceBook(service, shop).expectWhole();
  await service[Symbol.asyncDispose]();
});

const change = async (body: object, client = shop.client) =>
  (await client.updateInvoiceSettings({ body })).data;
const write = async (body: object = {}, client = shop.client) =>
  (
    await client.createInvoice({
      body: { customer: { name: 'Isatu' }, items: [{ description: 'Work', unit_price: 100 }], ...body },
    })
  ).data;

test('before anything is set, invoices are from the store and due in two weeks', async () => {
  const { data } = await shop.client.getInvoiceSettings();
  expect(data).toMatchObject({
    version: 0,
    number_pattern: 'INV-{YYYY}-{00000}',
    yearly_reset: true,
    default_due_days: 14,
    default_tax_rate: null,
    company: { name: expect.stringContaining('Shop'), logo_url: null },
    updated_at: null,
  });
});

test('what is set stands on every invoice that says nothing else', async () => {
  const logo = (
    await sharp(randomBytes(30 * 30 * 3), { raw: { width: 30, height: 30, channels: 3 } })
      .png()
      .toBuffer()
  ).toString('base64');
  const set = await change({
    company: { name: 'Salone Prints', phone: '076 555 000', logo },
    default_due_days: 7,
    default_tax_rate: 15,
    notes: 'Thank you.',
    late_fee: { type: 'fixed', value: 20, after_days: 5 },
    reminders: [{ days_from_due: 1, channel: 'sms' }],
  });
  expect(set).toMatchObject({
    version: 1,
    company: { name: 'Salone Prints', phone: '+23276555000', logo_url: expect.stringContaining('/f/') },
  });
  expect((await fetch(set.company.logo_url ?? '')).headers.get('content-type')).toBe('image/jpeg');
  const made = await write();
  expect(made).toMatchObject({
    due_days: 7,
    tax_total: 15,
    total: 115,
    notes: 'Thank you.',
    company: set.company,
    late_fee: { value: 20, after_days: 5 },
    reminders: [{ days_from_due: 1, channel: 'sms' }],
  });
  expect(await write({ tax_rate: null, due_days: 0, notes: null })).toMatchObject({
    tax_total: 0,
    due_days: 0,
    notes: null,
  });
  expect((await change({ company: { logo: null }, late_fee: null, reminders: [] })).company).toMatchObject({
    name: 'Salone Prints',
    logo_url: null,
  });
});

test('a finalised invoice stays as it is when the settings change', async () => {
  const made = await write({ finalize: true });
  await change({ company: { name: 'Another name' } });
  expect((await shop.client.getInvoice({ params: { id: made.id } })).data.company.name).toBe('Salone Prints');
});

test('numbers begin again with the year, at midnight where the merchant is', async () => {
  const { client, id } = await service.merchant();
  await service.query(`UPDATE merchants SET time_zone = 'Pacific/Auckland' WHERE id = $1`, [id]);
  const { data: clock } = await client.createTestClock({ body: { now: '2026-12-31T10:59:59Z' } });
  const number = async () => (await write({ finalize: true }, client)).number;
  expect([await number(), await number()]).toEqual(['INV-2026-00001', 'INV-2026-00002']);
  await client.advanceTestClock({ params: { id: clock.id }, body: { seconds: 1 } });
  expect([await number(), await number()]).toEqual(['INV-2027-00001', 'INV-2027-00002']);
});

test('a series that never begins again goes on, as wide as it must be', async () => {
  const { client } = await service.merchant();
  await change({ yearly_reset: false, number_pattern: 'F{0}/{YY}' }, client);
  const numbers: (string | null)[] = [];
  for (let made = 0; made < 11; made += 1) numbers.push((await write({ finalize: true }, client)).number);
  const year = String(new Date().getUTCFullYear()).slice(-2);
  expect([numbers[0], numbers[9], numbers[10]]).toEqual([`F1/${year}`, `F10/${year}`, `F11/${year}`]);
});

test('test mode and live mode number apart', async () => {
  const { client, id } = await service.merchant();
  const live = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(id, { livemode: true }),
    retries: 0,
  });
  const number = async (of: typeof client) => (await write({ finalize: true }, of)).number?.slice(-5);
  expect([await number(client), await number(live), await number(client)]).toEqual([
    '00001',
    '00001',
    '00002',
  ]);
});

test('a pattern that cannot number is refused in words', async () => {
  const refused = (body: object) => expect(shop.client.updateInvoiceSettings({ body })).rejects;
  await refused({ number_pattern: 'INV-{YYYY}' }).toMatchObject({
    details: {
      fields: [{ path: 'number_pattern', message: expect.stringContaining('one run of 1 to 10 zeros') }],
    },
  });
  await refused({ number_pattern: 'INV-{00000}' }).toMatchObject({
    details: { fields: [{ path: 'number_pattern', message: expect.stringContaining('{YYYY}') }] },
  });
  await refused({ credit_note_number_pattern: '{DD}{YYYY}{0}' }).toMatchObject({
    details: { fields: [{ path: 'credit_note_number_pattern' }] },
  });
  const { number } = await write({ finalize: true });
  await refused({
    yearly_reset: false,
    credit_note_number_pattern: 'CN-{00000}',
    number_pattern: `${number?.slice(0, -5)}{00000}`,
  }).toMatchObject({
    details: { fields: [{ path: 'number_pattern', message: expect.stringContaining('again') }] },
  });
  await refused({ late_fee: { type: 'fixed', value: 1.005, after_days: 1 } }).toMatchObject({
    code: 'AMOUNT_PRECISION',
  });
  await refused({ company: { phone: '12' } }).toMatchObject({ code: 'INVALID_PHONE' });
  await refused({ company: { logo: 'AAAA' } }).toMatchObject({
    details: { fields: [{ path: 'company.logo' }] },
  });
});
