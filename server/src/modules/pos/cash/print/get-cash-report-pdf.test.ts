import { accentUsed } from '@cottontree/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coloursOfPdf, picturesOfPdf, readPdf } from '../../../../../test/kit/read-pdf.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { readFigures } from './read-figures.ts';

let service: TestService;
let shop: TestMerchant;
let till: string;
let cashier: string;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Aminata Stores' });
  till = (await shop.client.createTerminal({ body: { name: 'Front till' } })).data.id;
  cashier = (await shop.client.createStaff({ body: { name: 'Fatmata Kɔrɔma', role: 'manager' } })).data.id;
});
afterAll(() => service[Symbol.asyncDispose]());

const open = async (): Promise<string> =>
  (
    await shop.client.openCashSession({
      body: { terminal_id: till, opening_float: 500, staff_id: cashier },
    })
  ).data.id;
const sell = (id: string, amount: number) =>
  shop.client.createSale({
    body: {
      terminal_id: till,
      cash_session_id: id,
      items: [{ custom_name: 'Rice', unit_price: amount, quantity: 1 }],
      payments: [{ channel: 'cash', amount }],
    },
  });
const close = async (id: string, amount: number) =>
  (
    await shop.client.closeCashSession({
      params: { id },
      body: {
        counted: [{ tender: 'cash', amount, denominations: [{ value: amount, count: 1 }] }],
        note: 'Quiet day',
        staff_id: cashier,
      },
    })
  ).data;
const get = (id: string, query = '') =>
  fetch(`${service.baseUrl}/pos/cash-sessions/${id}/report/pdf${query}`, {
    headers: { authorization: `Bearer ${shop.key}` },
  });
const print = async (id: string, query = ''): Promise<Buffer> =>
  Buffer.from(await (await get(id, query)).arrayBuffer());
const said = (bytes: Buffer): string => readPdf(bytes).flat().join(' ');

test('a Z report is a PDF that keeps every figure of the report, its names and its fingerprint', async () => {
  const drawer = await open();
  await sell(drawer, 1_150.5);
  await shop.client.createCashMovement({
    params: { id: drawer },
    body: { type: 'pay_out', amount: 20, reason: 'Water' },
  });
  const report = await close(drawer, 1_630);
  const answer = await get(drawer);
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
  ]).toEqual([
    200,
    'application/pdf',
    `inline; filename="Z-${String(report.number).padStart(5, '0')}-${drawer}.pdf"`,
  ]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const words = said(bytes);
  for (const told of [
    'Z report',
    `No. ${report.number} · Front till`,
    'Fatmata Kɔrɔma',
    'NLe 1,630.50',
    'NLe 1,630.00',
    'NLe −0.50',
    'NLe 0.50 short',
    'Sales (1)',
    'Taken out (1)',
    '1,630.00 × 1',
    'Note: Quiet day',
    'Counted by',
    'Test: not a real report',
    report.hash ?? 'none',
    report.previous_hash ?? 'none',
    'by Cottontree',
    'Page 1 of 1',
  ])
    expect(words).toContain(told);
  expect(await print(drawer)).toEqual(bytes);
});

test('one that agrees says so, in Krio too, and an open drawer has an X report that nobody signs', async () => {
  const drawer = await open();
  await sell(drawer, 100);
  const before = said(await print(drawer));
  for (const told of ['X report', 'As of', 'Open', 'NLe 600.00']) expect(before).toContain(told);
  for (const told of ['Counted by', 'Fingerprint']) expect(before).not.toContain(told);
  await close(drawer, 600);
  expect(said(await print(drawer))).toContain('Cash agrees');
  const krio = said(await print(drawer, '?lang=kri'));
  for (const told of ['Z ripɔt', 'Di kash gri', 'Fingaprint']) expect(krio).toContain(told);
  expect((await get(drawer, '?lang=fr')).status).toBe(400);
});

test('it is in the dress of the merchant: logo, colour and footer', async () => {
  const drawer = await open();
  await close(drawer, 500);
  const plain = await print(drawer);
  expect(picturesOfPdf(plain)).toBe(0);
  expect(coloursOfPdf(plain)).toContain(accentUsed(null).light.brand);
  const logo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#7a1f5c' } })
    .png()
    .toBuffer();
  await shop.client.updateBranding({
    body: { logo: logo.toString('base64'), accent: '#7a1f5c', footer: '3 Pademba Road, Freetown' },
  });
  const dressed = await print(drawer);
  expect(picturesOfPdf(dressed)).toBe(1);
  expect(coloursOfPdf(dressed)).toContain(accentUsed('#7a1f5c').light.brand);
  expect(said(dressed)).toContain('3 Pademba Road, Freetown');
});

test('many ways of paying go on in another table, and what a JSON number cannot tell is printed to the last digit', async () => {
  const drawer = await open();
  const tenders = ['card', 'mobile_money', 'cheque', 'voucher', 'bank_slip', 'credit_note', 'points'];
  await shop.client.closeCashSession({
    params: { id: drawer },
    body: { counted: tenders.map((tender, at) => ({ tender, amount: at + 1 })) },
  });
  const words = said(await print(drawer));
  for (const told of ['Mobile money', 'Bank slip', 'Points', 'Cash not counted'])
    expect(words).toContain(told);
  const { data: report } = await shop.client.getCashReport({ params: { id: drawer } });
  const figures = readFigures({ ...report, exact: { 'perpetual.sales': '-90071992547409931.07' } });
  expect(figures.money('perpetual.sales', true)).toBe('NLe 90,071,992,547,409,931.07');
  expect([figures.bare('tenders[0].expected'), figures.bare('tenders[0].nothing')]).toEqual(['500.00', null]);
});

test("a drawer that is not there, or is another merchant's, has none", async () => {
  const other = await service.merchant();
  const { data } = await other.client.openCashSession({ body: { opening_float: 1 } });
  for (const id of ['csh_x', data.id]) {
    const answer = await get(id);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'CASH_SESSION_NOT_FOUND',
    ]);
  }
});
