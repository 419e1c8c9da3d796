import { accentUsed } from '@cottontree/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coloursOfPdf, picturesOfPdf, readPdf } from '../../../../test/kit/read-pdf.ts';
import { sellTickets } from '../../../../test/kit/sell-tickets.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const RETURNS = 'Within 7 days, unworn.';
const FOOTER = '3 Pademba Road, Freetown';
let service: TestService;
let shop: TestMerchant;
let plain: TestMerchant;

beforeAll(async () => {
  service = await startService();
  plain = await service.merchant();
  shop = await service.merchant({ name: 'Aminata Stores' });
  const logo = await sharp({ create: { width: 2_000, height: 900, channels: 3, background: '#7a1f5c' } })
    .png()
    .toBuffer();
  await shop.client.updateBranding({
    body: {
      logo: logo.toString('base64'),
      accent: '#7a1f5c',
      support: { phone: '076 204118', email: 'help@aminata.example.sl' },
      policies: { returns: RETURNS, terms_url: 'https://aminata.example.sl/terms' },
      footer: FOOTER,
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const papers = {
  invoice: async ({ client, key }: TestMerchant) => {
    const { data } = await client.createInvoice({
      body: {
        customer: { name: 'Sewa Grill' },
        items: [{ description: 'Posters', quantity: 2, unit_price: 60 }],
        finalize: true,
      },
    });
    return read(key, `/invoices/${data.id}/pdf`);
  },
  creditNote: async ({ client, key }: TestMerchant) => {
    const { data } = await client.createInvoice({
      body: {
        customer: { name: 'Sewa Grill' },
        items: [{ description: 'Posters', quantity: 2, unit_price: 60 }],
        finalize: true,
      },
    });
    const { data: note } = await client.createCreditNote({
      params: { id: data.id },
      body: { amount: 20, reason: 'Torn' },
    });
    return read(key, `/credit-notes/${note.id}/pdf`);
  },
  receipt: async ({ client, key }: TestMerchant) => {
    const { data } = await client.createSale({
      body: {
        items: [{ custom_name: 'Rice', unit_price: 20, quantity: 1 }],
        payments: [{ channel: 'cash', amount: 20 }],
      },
    });
    return read(key, `/pos/sales/${data.id}/receipt?format=pdf`);
  },
  tickets: async ({ id, key }: TestMerchant) => {
    const { orderId } = await sellTickets(service, { merchantId: id, count: 3 });
    return read(key, `/ticket-orders/${orderId}/tickets.pdf`);
  },
} as const;
const names = Object.keys(papers) as (keyof typeof papers)[];

async function read(key: string, path: string): Promise<Buffer> {
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

test.each(names)(
  'the %s has the logo once, small, and says whom to ask and what is promised',
  async (name) => {
    const bytes = await papers[name](shop);
    const text = readPdf(bytes).flat().join(' ');
    for (const said of [
      '+232 76 204 118',
      'help@aminata.example.sl',
      RETURNS,
      'https://aminata.example.sl/terms',
      FOOTER,
      'by Cottontree',
    ])
      expect(text).toContain(said);
    expect(picturesOfPdf(bytes)).toBe(1);
    expect(/\/Width (\d+)/.exec(bytes.toString('latin1'))?.[1]).toBe('640');
  },
);

test.each(names.filter((name) => name !== 'receipt'))('the %s is in the accent', async (name) => {
  const used = accentUsed('#7a1f5c').light;
  expect(coloursOfPdf(await papers[name](shop))).toContain(used.brand);
  const service = accentUsed(null).light;
  expect(coloursOfPdf(await papers[name](shop))).not.toContain(service.brand);
  expect(coloursOfPdf(await papers[name](plain))).toContain(service.brand);
});

test.each(names)('the %s of who chose nothing has no picture, and still says who made it', async (name) => {
  const bytes = await papers[name](plain);
  expect(picturesOfPdf(bytes)).toBe(0);
  expect(readPdf(bytes).flat().join(' ')).toContain('by Cottontree');
});

test('an accent too pale to be read is darkened on paper as it is on pages', async () => {
  const pale = await service.merchant();
  await pale.client.updateBranding({ body: { accent: '#ffee00' } });
  const colours = coloursOfPdf(await papers.invoice(pale));
  expect(colours).not.toContain('#ffee00');
  expect(colours).toContain(accentUsed('#ffee00').light.brand);
});
