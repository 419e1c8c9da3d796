import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isThere } from '../../../../../setup/readers.mjs';
import { readPdf } from '../../../../test/kit/read-pdf.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Salone Prints' });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string) =>
  fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${shop.key}` } });
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await get(path)).arrayBuffer());
const create = async (fields: object = {}) =>
  (
    await shop.client.createInvoice({
      body: {
        customer: { name: 'Kɔrɔma & Sons', email: 'k@example.sl' },
        tax_rate: 15,
        items: [{ description: 'Posters', quantity: 20, unit_price: 15 }],
        finalize: true,
        ...fields,
      } as never,
    })
  ).data;
/** Not on every machine. */
const READER = 'pdftotext';

test('an invoice is a PDF with its own name, that others read too', async () => {
  const invoice = await create({ reminders: [] });
  await shop.client.payInvoice({ params: { id: invoice.id }, body: { channel: 'cash', amount: 45 } });
  const answer = await get(`/invoices/${invoice.id}/pdf`);
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
  ]).toEqual([200, 'application/pdf', `inline; filename="${invoice.number}.pdf"`]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const texts = readPdf(bytes).flat();
  for (const text of [
    'Kɔrɔma & Sons',
    'GST 15 % on NLe 300.00',
    'NLe 345.00',
    'NLe −45.00',
    'NLe 300.00',
    'Partly paid',
    'Test: not a real invoice',
  ])
    expect(texts).toContain(text);
  if (!isThere(READER)) return;
  const folder = mkdtempSync(join(tmpdir(), 'cottontree-invoice-'));
  writeFileSync(join(folder, 'invoice.pdf'), bytes);
  const read = spawnSync(READER, ['-layout', join(folder, 'invoice.pdf'), '-'], { encoding: 'utf8' }).stdout;
  rmSync(folder, { recursive: true });
  for (const text of ['Kɔrɔma & Sons', 'GST 15 % on NLe 300.00', invoice.number ?? '', 'Page 1 of 1'])
    expect(read).toContain(text);
});

test('the logo of the settings stands on it, as the picture of our own that was made of it', async () => {
  const logo = await sharp({ create: { width: 400, height: 120, channels: 3, background: '#b3541e' } })
    .png()
    .toBuffer();
  const plain = await bytesOf(`/invoices/${(await create()).id}/pdf`);
  await shop.client.updateInvoiceSettings({
    body: {
      company: { name: 'Salone Prints Ltd', logo: `data:image/png;base64,${logo.toString('base64')}` },
    } as never,
  });
  const { id, company } = await create();
  expect(company.logo_url).toEqual(expect.stringContaining('/f/'));
  const bytes = await bytesOf(`/invoices/${id}/pdf`);
  expect([plain.includes('/Subtype /Image'), bytes.includes('/Subtype /Image')]).toEqual([false, true]);
  expect(readPdf(bytes).flat()).toContain('Salone Prints Ltd');
});

test('both are printed in Krio where that is asked for, also from the page of the invoice', async () => {
  const invoice = await create();
  const note = (await shop.client.createCreditNote({ params: { id: invoice.id }, body: { amount: 5 } })).data;
  const pageUrl = new URL(invoice.pdf_url ?? '').pathname;
  const fromPage = Buffer.from(
    await (await fetch(`${new URL(service.baseUrl).origin}${pageUrl}?lang=kri`)).arrayBuffer(),
  );
  for (const bytes of [await bytesOf(`/invoices/${invoice.id}/pdf?lang=kri`), fromPage])
    expect(readPdf(bytes).flat()).toContain('Ɔmɔs lɛf fɔ pe');
  expect(readPdf(await bytesOf(`/credit-notes/${note.id}/pdf?lang=kri`)).flat()).toContain('Krɛdit not');
  expect((await get(`/invoices/${invoice.id}/pdf?lang=fr`)).status).toBe(400);
});

test('a draft says so, a credit note has a PDF of its own, and what is not there is refused', async () => {
  const draft = await create({ finalize: false });
  expect(readPdf(await bytesOf(`/invoices/${draft.id}/pdf`)).flat()).toContain('DRAFT');
  const { id } = await create();
  const note = (
    await shop.client.createCreditNote({
      params: { id },
      body: { items: [{ line: 1, quantity: 2 }], reason: 'Two were torn.' },
    })
  ).data;
  const texts = readPdf(await bytesOf(`/credit-notes/${note.id}/pdf`)).flat();
  for (const text of ['Credit note', note.number, note.invoice_number, 'Two were torn.', 'NLe 34.50'])
    expect(texts).toContain(text);
  for (const [path, code] of [
    ['/invoices/inv_x/pdf', 'INVOICE_NOT_FOUND'],
    ['/credit-notes/cn_x/pdf', 'CREDIT_NOTE_NOT_FOUND'],
  ] as const) {
    const answer = await get(path);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      code,
    ]);
  }
});
