import type { Client } from '@cottontree/client';
import type { Receipt, ReceiptFormat, Sale } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Till } from '../../../../test/kit/till.ts';

type SendBody = Parameters<Client['sendSaleReceipt']>[0]['body'];

let service: TestService;
let shop: TestMerchant;
let till: Till;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Aminata Stores' });
  till = openTill(shop);
  await shop.client.updatePosSettings({
    body: { receipt_header: ['Tax number 1000-4711'], receipt_footer: ['Thank you.'] },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const receiptOf = async ({ id }: Pick<Sale, 'id'>) =>
  (await shop.client.getSaleReceipt({ params: { id } })).data as Receipt;
const send = async ({ id }: Pick<Sale, 'id'>, body: SendBody) =>
  (await shop.client.sendSaleReceipt({ params: { id }, body })).data;

async function fileOf(
  { id }: Pick<Sale, 'id'>,
  format: ReceiptFormat,
  more: object = {},
): Promise<{ readonly type: string; readonly bytes: Buffer }> {
  const blob = (await shop.client.getSaleReceipt({ params: { id }, query: { format, ...more } }))
    .data as Blob;
  return { type: blob.type, bytes: Buffer.from(await blob.arrayBuffer()) };
}

describe('the receipt of a sale', () => {
  test('has what was sold, by whom, to whom, and how it was paid', async () => {
    const { data: staff } = await shop.client.createStaff({
      body: { name: 'Fatmata Koroma', permissions: ['sell', 'discount'] },
    });
    const sale = await till.sell(
      await till.goods({ name: 'Country cloth', price: 115, tax_rate: 15, tax_inclusive: true }),
      {
        quantity: 2,
        staff_id: staff.id,
        customer: { name: 'Isatu Sesay', phone: '076 123456' },
        payments: [{ channel: 'cash', tendered: 250 }],
      },
    );
    expect(await receiptOf(sale)).toMatchObject({
      sale_id: sale.id,
      number: sale.receipt_number,
      status: 'completed',
      store: {
        name: 'Aminata Stores',
        location: null,
        header_lines: ['Tax number 1000-4711'],
        footer_lines: ['Thank you.'],
      },
      staff: 'Fatmata Koroma',
      customer: 'Isatu Sesay',
      lines: [{ name: 'Country cloth', quantity: 2, unit_price: 115, amount: 230 }],
      taxes: [{ rate: 15, inclusive: true, base: 200, amount: 30 }],
      total: 230,
      to_pay: 230,
      payments: [{ channel: 'cash', amount: 230, tendered: 250, change: 20 }],
      change_due: 20,
      refunds: [],
      url: sale.receipt_url,
      livemode: false,
    });
  });

  test('comes in five forms that agree', async () => {
    const sale = await till.sell(await till.goods({ name: 'Country cloth', price: 1_234.5 }));
    const forms: readonly (readonly [ReceiptFormat, string])[] = [
      ['html', 'text/html'],
      ['pdf', 'application/pdf'],
      ['escpos', 'application/octet-stream'],
      ['text', 'text/plain'],
    ];
    for (const [format, type] of forms) {
      const file = await fileOf(sale, format, { width: '58' });
      expect(file.type.split(';')[0]).toBe(type);
      if (format !== 'pdf')
        for (const word of [sale.receipt_number ?? '', 'Country cloth', '1,234.50', 'Aminata Stores'])
          expect(file.bytes.includes(word), `${format}: ${word}`).toBe(true);
      else expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
    expect(
      (await fileOf(sale, 'escpos', { drawer: true })).bytes.includes(Buffer.from('1b700019fa', 'hex')),
    ).toBe(true);
    expect((await fileOf(sale, 'text', { lang: 'kri' })).bytes.toString()).toContain('Ɔltogɛda');
  });

  test('shows what came back of it', async () => {
    const sale = await till.sell(await till.goods(), { quantity: 2 });
    await shop.client.refundSale({ params: { id: sale.id }, body: { items: [{ line: 1, quantity: 1 }] } });
    expect(await receiptOf(sale)).toMatchObject({
      status: 'partially_refunded',
      lines: [{ refunded_quantity: 1 }],
      refunds: [{ amount: 150, status: 'succeeded' }],
      amount_refunded: 150,
    });
  });

  test('of a sale that is not paid is a bill without a link', async () => {
    const parked = await till.sell(await till.goods(), { payments: [], status: 'parked' });
    expect(await receiptOf(parked)).toMatchObject({
      status: 'parked',
      number: null,
      url: null,
      amount_due: 150,
      payments: [],
    });
    expect((await fileOf(parked, 'text')).bytes.toString()).toContain('*** BILL - NOT PAID ***');
  });

  test("is nobody else's", async () => {
    const sale = await till.sell(await till.goods());
    const { client } = await service.merchant();
    await expect(client.getSaleReceipt({ params: { id: sale.id } })).rejects.toMatchObject({
      code: 'SALE_NOT_FOUND',
      status: 404,
    });
    await expect(
      client.sendSaleReceipt({ params: { id: sale.id }, body: { channel: 'link' } }),
    ).rejects.toMatchObject({ code: 'SALE_NOT_FOUND' });
    await expect(
      shop.client.getSaleReceipt({ params: { id: sale.id }, query: { format: 'doc' as 'pdf' } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('says nothing of a customer who was forgotten, also behind its link', async () => {
    const { data: customer } = await shop.client.createCustomer({
      body: { name: 'Mariama Bah', phone: '076 555019' },
    });
    const sale = await till.sell(await till.goods(), { customer_id: customer.id });
    const page = async (): Promise<string> => (await fetch(sale.receipt_url ?? '')).text();
    expect(await page()).toContain('Mariama Bah');
    await shop.client.eraseCustomer({ params: { id: customer.id } });
    expect((await receiptOf(sale)).customer).toBeNull();
    const after = await page();
    expect(after).toContain('Aminata Stores');
    expect(after).not.toContain('Mariama');
    expect(after).not.toContain('555019');
    expect(after).not.toContain('555 019');
  });
});

describe('a receipt is sent', () => {
  const noticesOf = async ({ receipt_number: number }: Sale) =>
    (await shop.client.listNotices({ query: { job_number: number ?? '' } })).data;

  test('by text message and by e-mail: in test mode it is written down only', async () => {
    const sale = await till.sell(await till.goods(), {
      customer: { phone: '076 123456', email: 'isatu@example.sl' },
    });
    expect(await send(sale, { channel: 'sms' })).toEqual({
      channel: 'sms',
      status: 'test',
      url: sale.receipt_url,
      share_url: null,
      to: '+23276123456',
    });
    expect(await send(sale, { channel: 'email', to: 'fatu@example.sl', lang: 'kri' })).toMatchObject({
      status: 'test',
      to: 'fatu@example.sl',
    });
    await service.drain();
    const notices = await noticesOf(sale);
    expect(
      notices
        .map(({ kind, to, locale, status, reason }) => ({ kind, to, locale, status, reason }))
        .toSorted((one, other) => one.locale.localeCompare(other.locale)),
    ).toEqual([
      { kind: 'sale_receipt', to: '+232 76 *** 456', locale: 'en', status: 'skipped', reason: 'test_mode' },
      {
        kind: 'sale_receipt',
        to: expect.stringContaining('@'),
        locale: 'kri',
        status: 'skipped',
        reason: 'test_mode',
      },
    ]);
    for (const { text } of notices) expect(text).toContain(sale.receipt_url);
  });

  test('with a live key it goes out, with the PDF', async () => {
    const live = await service.merchant({ livemode: true });
    const own = openTill(live);
    const sale = await own.sell(await own.goods());
    expect(
      (
        await live.client.sendSaleReceipt({
          params: { id: sale.id },
          body: { channel: 'email', to: 'isatu@example.sl' },
        })
      ).data.status,
    ).toBe('queued');
    await service.drain();
    await service.drain();
    expect(
      (await live.client.listNotices({ query: { job_number: sale.receipt_number ?? '' } })).data,
    ).toMatchObject([{ kind: 'sale_receipt', status: 'sent' }]);
  });

  test('by whoever shares its link', async () => {
    const sale = await till.sell(await till.goods());
    const shared = await send(sale, { channel: 'whatsapp', to: '+44 7911 123456' });
    expect(shared).toMatchObject({ status: 'share', url: sale.receipt_url });
    const url = new URL(shared.share_url ?? '');
    expect([url.origin, url.pathname, url.searchParams.get('text')]).toEqual([
      'https://wa.me',
      '/447911123456',
      expect.stringContaining(sale.receipt_url ?? ''),
    ]);
    expect(await send(sale, { channel: 'link' })).toMatchObject({
      status: 'share',
      share_url: sale.receipt_url,
      to: null,
    });
  });

  test('once for one Idempotency-Key', async () => {
    const sale = await till.sell(await till.goods());
    const ask = () =>
      shop.client.sendSaleReceipt({
        params: { id: sale.id },
        body: { channel: 'sms', to: '076 123456' },
        idempotencyKey: `send-${sale.id}`,
      });
    await ask();
    expect(await ask()).toMatchObject({ replayed: true });
    await service.drain();
    expect(await noticesOf(sale)).toHaveLength(1);
  });

  test('but not to nobody, to what is no address, or before it is paid', async () => {
    const sale = await till.sell(await till.goods());
    await expect(send(sale, { channel: 'email' })).rejects.toMatchObject({
      code: 'RECIPIENT_NOT_REACHABLE',
      status: 422,
    });
    await expect(send(sale, { channel: 'sms' })).rejects.toMatchObject({ code: 'RECIPIENT_NOT_REACHABLE' });
    await expect(send(sale, { channel: 'email', to: 'isatu' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'to' }] },
    });
    await expect(send(sale, { channel: 'sms', to: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
    const parked = await till.sell(await till.goods(), { payments: [], status: 'parked' });
    await expect(send(parked, { channel: 'link' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
    });
  });
});

test('behind a wrong token is nothing', async () => {
  const sale = await till.sell(await till.goods());
  const url = sale.receipt_url ?? '';
  for (const wrong of [
    url.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    `${url}x`,
    url.slice(0, -1),
    `${url}/other.pdf`,
  ])
    expect((await fetch(wrong)).status).toBe(404);
  const pdf = await fetch(`${url}/receipt.pdf`);
  expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('x-robots-tag')]).toEqual([
    200,
    'application/pdf',
    'noindex',
  ]);
});
