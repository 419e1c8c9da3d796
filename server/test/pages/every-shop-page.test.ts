import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { BROKEN_FIGURES, inspectPage, weighPage } from '../kit/inspect-page.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';

/** Words of the shop's name that stand on more than one line. */
const BROKEN_WORDS = `(() => {
  const node = document.querySelector('.brand > span:last-child').firstChild;
  return [...node.textContent.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(([word]) => word);
})()`;

/** Before it is compressed. The QR code of a link that nobody can guess takes some two hundred bytes more or less. */
const PAGE_BYTES_MAX = 30_500;
const NONCE = 'A'.repeat(22);

let pages: ShopPages;
let browser: TestBrowser;
const paths: Record<string, string> = {};

beforeAll(async () => {
  browser = await openBrowser();
  pages = await openShopPages();
  await openPayments();
  await openLinks();
  await openEvents();
  await openInvoices();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

async function openPayments(): Promise<void> {
  const { client } = pages.shop;
  const shop = { return_url: 'https://shop.example.sl/thanks?cart=1' };
  paths['dial'] = (await pages.payment()).path;
  paths['in Krio'] = `${paths['dial']}?lang=kri`;
  paths['scan'] = (await pages.payment({ channel: 'qr' })).path;
  paths['nfc'] = (await pages.payment({ channel: 'nfc' })).path;
  paths['test card'] = (await pages.payment({ channel: 'card' })).path;
  paths['counter'] = (await pages.payment({ channel: 'cash' })).path;
  paths['processing'] = (await pages.payment({ customer: { phone: '+23200000010' } })).path;
  for (const [name, outcome] of [
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['under review', 'wrong_amount'],
    ['late', 'succeeded_late'],
    ['cancelled', 'cancelled'],
  ] as const) {
    const payment = await pages.payment(shop);
    await client.simulatePayment({ params: { id: payment.id }, body: { outcome } });
    paths[name] = payment.path;
  }
}

async function openLinks(): Promise<void> {
  paths['fixed link'] = (
    await pages.link({
      collect: { name: 'required', phone: 'required', email: 'optional', note: 'optional' },
      custom_fields: [
        { key: 'pupil', label: 'Name of the pupil', type: 'text', required: true },
        { key: 'form', label: 'Form', type: 'choice', options: ['Form 1', 'Form 2'] },
      ],
    })
  ).path;
  paths['open link'] = (
    await pages.link({
      type: 'open',
      amount: undefined,
      min_amount: 10,
      max_amount: 5_000,
      suggested_amounts: [50, 100, 2_500.5],
    })
  ).path;
  const off = await pages.link({ inactive_message: 'The term has begun. Come to the bursar.' });
  await pages.shop.client.deactivatePaymentLink({ params: { id: off.id } });
  paths['inactive link'] = off.path;
}

async function openEvents(): Promise<void> {
  const { client } = pages.shop;
  const event = await pages.event();
  paths['event'] = event.path;
  paths['event in Krio'] = `${event.path}?lang=kri`;
  paths['mixed event'] = (
    await pages.event({
      ticket_types: [
        { name: 'Free entry', kind: 'free', price: 0, quantity_available: 40 },
        { name: 'Supporter', kind: 'donation', price: 50, min_price: 20, quantity_available: 10 },
        { name: 'Table of eight', price: 1_800, quantity_available: 0, admits: 8 },
      ],
    })
  ).path;
  paths['sold out event'] = (
    await pages.event({ ticket_types: [{ name: 'Regular', price: 50, quantity_available: 0 }] })
  ).path;
  paths['event not on sale yet'] = (await pages.event({ sales_start: '2094-01-01T10:00:00Z' })).path;
  const cancelled = await pages.event();
  await client.updateEvent({ params: { id: cancelled.id }, body: { status: 'cancelled' } });
  paths['cancelled event'] = cancelled.path;
  const form = {
    nonce: NONCE,
    [`count_${event.ticket_types[0]?.id}`]: '2',
    name: 'Isatu Sesay',
    phone: '076 555010',
  };
  paths['held order'] = (await pages.post(event.path, form)).headers.get('location') ?? '';
  const given = new URL(
    (await pages.post(event.path, { ...form, name: 'Fatu Sesay' })).headers.get('location') ?? '',
    pages.origin,
  );
  await pages.post(`${event.path}/cancel`, Object.fromEntries(given.searchParams));
  paths['order given back'] = given.pathname + given.search;
}

async function openInvoices(): Promise<void> {
  const { client } = pages.shop;
  const invoice = await pages.invoice();
  paths['invoice'] = invoice.path;
  paths['invoice in Krio'] = `${invoice.path}?lang=kri`;
  paths['invoice with a deposit and parts'] = (
    await pages.invoice({
      deposit: { percent: 50, due_days: 3 },
      allow_partial_payment: true,
      min_partial_amount: 20,
      payment_instructions: 'Orange Money to 076 555 000.',
    })
  ).path;
  paths['overdue invoice'] = (await pages.invoice({ issue_date: '2026-01-01', due_date: '2026-01-05' })).path;
  const [paid, voided] = [await pages.invoice(), await pages.invoice()];
  await client.payInvoice({ params: { id: paid.id }, body: { channel: 'cash' } });
  await client.voidInvoice({ params: { id: voided.id }, body: {} });
  paths['paid invoice'] = paid.path;
  paths['void invoice'] = voided.path;
}

const NAMES = [
  'dial',
  'in Krio',
  'scan',
  'nfc',
  'test card',
  'counter',
  'processing',
  'succeeded',
  'failed',
  'expired',
  'under review',
  'late',
  'cancelled',
  'fixed link',
  'open link',
  'inactive link',
  'event',
  'event in Krio',
  'mixed event',
  'sold out event',
  'event not on sale yet',
  'cancelled event',
  'held order',
  'order given back',
  'invoice',
  'invoice in Krio',
  'invoice with a deposit and parts',
  'overdue invoice',
  'paid invoice',
  'void invoice',
];

describe.each(NAMES)('the page %s', IN_A_BROWSER, (name) => {
  test('has no barriers on a phone and on a desktop, light and dark, and complains of nothing', async () => {
    expect(await inspectPage(browser, pages.origin + paths[name])).toEqual({});
  });

  test('takes at most 30.5 kB with its styles, scripts and pictures, before they are compressed, and forbids what it does not need', async () => {
    expect(await weighPage(pages.origin, paths[name] ?? '')).toBeLessThan(PAGE_BYTES_MAX);
    const answer = await fetch(pages.origin + paths[name], { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect([
      answer.headers.get('referrer-policy'),
      answer.headers.get('x-frame-options'),
      answer.headers.get('cache-control'),
    ]).toEqual(['no-referrer', 'DENY', 'no-store']);
    expect(await answer.text()).not.toMatch(/ style=| on\w+="|<style|undefined|\[object/);
  });
});

test(
  'a wide logo leaves the name of the shop its words, on the smallest phone too',
  IN_A_BROWSER,
  async () => {
    const logo = await sharp({ create: { width: 400, height: 120, channels: 3, background: '#5f2a1c' } })
      .jpeg()
      .toBuffer();
    const { client } = await pages.service.merchant({ name: 'Fatmata Household Stores' });
    await client.updateBranding({ body: { logo: logo.toString('base64') } });
    const { data: link } = await client.createPaymentLink({ body: { title: 'School fees', amount: 500 } });
    const { page } = await browser.look(link.url);
    for (const width of [320, 360, 1_280]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(BROKEN_WORDS), String(width)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const picture = await page.locator('.brand img').boundingBox();
      expect(picture?.width).toBeGreaterThanOrEqual(32);
    }
    await page.context().close();
  },
);

test('no sum is broken on the smallest phone, however large it is', IN_A_BROWSER, async () => {
  const amount = 25_345_678.55;
  const payment = await pages.payment({ amount });
  await pages.shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded' } });
  const type = { name: 'Table of the ministers', price: 9_345_678.55, quantity_available: 9 };
  const supporter = { name: 'Supporter', kind: 'donation', price: 5_000_000, min_price: 2_000_000 };
  const event = await pages.event({ ticket_types: [type, { ...supporter, quantity_available: 10 }] });
  const held = await pages.post(event.path, {
    nonce: NONCE,
    [`count_${event.ticket_types[0]?.id}`]: '3',
    name: 'Isatu Sesay',
    phone: '076 555010',
  });
  const { data: product } = await pages.shop.client.createProduct({
    body: { name: 'Cold room', price: amount, track_inventory: false },
  });
  const { data: sale } = await pages.shop.client.createSale({
    body: {
      items: [{ variant_id: product.variants[0]?.id ?? '', quantity: 2 }],
      payments: [{ channel: 'external', amount: 2 * amount }],
    },
  });
  const items = [{ description: 'Cold room with generator', quantity: 2, unit_price: amount }];
  const large = [
    payment.path,
    (await pages.payment({ amount })).path,
    (await pages.link({ amount })).path,
    (await pages.link({ type: 'open', amount: undefined, suggested_amounts: [50, amount] })).path,
    event.path,
    held.headers.get('location') ?? '',
    (await pages.invoice({ items })).path,
    new URL(sale.receipt_url ?? '').pathname,
  ];
  for (const path of large) {
    const { page } = await browser.look(pages.origin + path);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(BROKEN_FIGURES), path).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320);
    await page.context().close();
  }
});
