import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { inspectPage, weighPage } from '../kit/inspect-page.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';
import { openTill } from '../kit/till.ts';

const PAGE_BYTES_MAX = 30_000;

let pages: ShopPages;
let browser: TestBrowser;
const paths: Record<string, string> = {};

beforeAll(async () => {
  browser = await openBrowser();
  pages = await openShopPages();
  const till = openTill(pages.shop);
  const pathOf = (url: string | null): string => new URL(url ?? '').pathname;
  const sale = await till.sell(
    await till.goods({
      name: 'Jollof rice with grilled chicken and a long name that wants two lines',
      price: 1_150.5,
      tax_rate: 15,
      tax_inclusive: true,
    }),
    {
      quantity: 2,
      tip: 20,
      service_charge: { type: 'percent', value: 10 },
      discount: { type: 'percent', value: 5, reason: 'Opening week' },
      customer: { name: 'Fatmata Kɔrɔma' },
      payments: [
        { channel: 'cash', amount: 500, tendered: 500 },
        { channel: 'external', external_ref: 'MP261121.1405.A1' },
      ],
    },
  );
  paths['paid'] = pathOf(sale.receipt_url);
  paths['in Krio'] = `${paths['paid']}?lang=kri`;
  const back = await till.sell(await till.goods(), { quantity: 2 });
  await pages.shop.client.refundSale({
    params: { id: back.id },
    body: { items: [{ line: 1, quantity: 1 }] },
  });
  paths['refunded in part'] = pathOf(back.receipt_url);
  const gone = await till.sell(await till.goods());
  await pages.shop.client.voidSale({ params: { id: gone.id }, body: { reason: 'Rung up twice.' } });
  paths['void'] = pathOf(gone.receipt_url);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

describe.each(['paid', 'in Krio', 'refunded in part', 'void'])(
  'the page of a receipt, %s',
  IN_A_BROWSER,
  (name) => {
    test('has no barriers on a phone and on a desktop, light and dark, and complains of nothing', async () => {
      expect(await inspectPage(browser, pages.origin + paths[name])).toEqual({});
    });

    test('weighs little, is kept out of search engines, and lets nothing in', async () => {
      expect(await weighPage(pages.origin, paths[name] ?? '')).toBeLessThan(PAGE_BYTES_MAX);
      const { headers } = await fetch(pages.origin + paths[name], { headers: { accept: 'text/html' } });
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
      expect(headers.get('cache-control')).toBe('no-store');
    });
  },
);

test('the page says what the receipt says, without script', IN_A_BROWSER, async () => {
  const { page } = await browser.look(pages.origin + paths['paid'], { script: false });
  const text = await page.innerText('.receipt');
  for (const words of [
    'Aminata Stores',
    'Jollof rice',
    '2,301.00',
    'Opening week',
    'Service charge',
    'Tip',
    'MP261121.1405.A1',
    'Fatmata Kɔrɔma',
  ])
    expect(text).toContain(words);
  expect(await page.getAttribute('a.button', 'href')).toBe(`${paths['paid']}/receipt.pdf`);
  await page.context().close();
});

test('on paper there is the receipt and nothing else, black on white', IN_A_BROWSER, async () => {
  const { page } = await browser.look(pages.origin + paths['paid'], { scheme: 'dark' });
  await page.setViewportSize(SIZES.phone);
  await page.emulateMedia({ media: 'print' });
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('header.top, footer.foot, .actions, .skip')].every((one) => getComputedStyle(one).display === 'none')`,
    ),
  ).toBe(true);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.receipt')).color`)).toBe(
    'rgb(0, 0, 0)',
  );
  await page.context().close();
});
