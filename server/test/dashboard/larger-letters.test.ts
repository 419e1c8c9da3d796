import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { assignParcel, openCourierApp } from '../kit/courier-app.ts';
import { dashboardUrl, openDashboard, settled } from '../kit/dashboard.ts';
import { signedInMember } from '../kit/member.ts';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser({ lettersPx: 32 })]);
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const DAY_MS = 86_400_000;

/** How large the letters of a page are, and how far it reaches past its edge. */
async function lettersOf(page: Page): Promise<readonly [size: string, past: number]> {
  const seen = `[getComputedStyle(document.body).fontSize, Math.max(0, document.documentElement.scrollWidth - innerWidth)]`;
  return (await page.evaluate(seen)) as readonly [string, number];
}

/** Short words of facts and of what happened that go on in another line. */
async function brokenWords(page: Page): Promise<readonly string[]> {
  const seen = `[...document.querySelectorAll('.key-values :is(dt, dd), .facts :is(dt, dd):not(.mono), .money-flow dt, .timeline b')].flatMap((fact) => {
    const walker = document.createTreeWalker(fact, NodeFilter.SHOW_TEXT);
    const broken = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { index, 0: word } of node.data.matchAll(/(?<!\\S)\\S{1,12}(?!\\S)/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    return broken;
  })`;
  return (await page.evaluate(seen)) as readonly string[];
}

describe('letters twice as large as a browser has them by itself', IN_A_BROWSER, () => {
  test('are so in the dashboard, where nothing reaches past the edge of a phone', async () => {
    const { data: delivery } = await shop.client.createDelivery({ body: parcel });
    const { data: payment } = await shop.client.createPayment({
      body: { amount: 1_234_567.5, channel: 'cash', reference: 'ORD-1041' },
    });
    await shop.client.confirmPayment({ params: { id: payment.id } });
    await shop.client.createRefund({ params: { id: payment.id }, body: { amount: 1_000 } });
    service.advance(2 * DAY_MS);
    const { data: invoice } = await shop.client.createInvoice({
      body: {
        customer: { name: 'Isatu' },
        items: [{ description: 'Carpentry', unit_price: 3_951.5 }],
        finalize: true,
      },
    });
    const member = await signedInMember(service, { merchantId: shop.id });
    const { page } = await openDashboard(browser, { service, member, look: { width: 'phone' } });
    const paths = [
      '',
      '/deliveries',
      `/deliveries/${delivery.job_number}`,
      `/invoices/${invoice.id}`,
      '/invoices/new',
      '/settings/messages',
    ];
    for (const path of paths) {
      await page.goto(dashboardUrl(service, path));
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await settled(page);
      expect([path, await lettersOf(page)]).toEqual([path, ['28px', 0]]);
    }
    await page.goto(dashboardUrl(service, `/payments/${payment.id}`));
    await page.locator('.timeline').waitFor();
    await settled(page);
    expect(await brokenWords(page)).toEqual([]);
    await page.setViewportSize(SIZES.desktop);
    await expect.poll(() => page.locator('.tab-bar').isVisible()).toBe(true);
    await page.context().close();
  });

  test('are so where people sign in, at the till, at the door, with couriers and where they pay', async () => {
    const { data: link } = await shop.client.createPaymentLink({
      body: { title: 'School fees', amount: 1500 },
    });
    const origin = new URL(service.baseUrl).origin;
    const sizes = [
      [`${origin}/dashboard`, '28px'],
      [`${origin}/pos`, '28px'],
      [`${origin}/scan`, '28px'],
      [`${origin}/courier`, '28px'],
      [link.url, '34px'],
    ] as const;
    for (const [url, size] of sizes) {
      const { page } = await browser.look(url);
      await page.locator('h1').first().waitFor();
      expect([url, await lettersOf(page)]).toEqual([url, [size, 0]]);
      await page.context().close();
    }
  });

  test('are so on pages of parcels, links of any amount and receipts, whose words stay whole', async () => {
    const { client } = shop;
    await service.driver();
    const { data: sent } = await client.createDelivery({ body: { ...parcel, cod_amount: 150.5 } });
    await client.advanceDelivery({
      params: { jobNumber: sent.job_number },
      body: { to_status: 'in_transit' },
    });
    const { data: link } = await client.createPaymentLink({
      body: { title: 'Harvest', type: 'open', min_amount: 10, suggested_amounts: [50, 2_500.5] },
    });
    const { data: sale } = await client.createSale({
      body: { items: [{ custom_name: 'Rice', unit_price: 10 }], payments: [{ channel: 'cash' }] },
    });
    const skip = `document.querySelector('.skip').getBoundingClientRect().bottom <= 0`;
    for (const url of [sent.tracking_url, link.url, sale.receipt_url]) {
      const { page } = await browser.look(String(url));
      expect([url, await lettersOf(page)]).toEqual([url, ['34px', 0]]);
      expect([url, await brokenWords(page), await page.evaluate(skip)]).toEqual([url, [], true]);
      await page.context().close();
    }
  });

  test('are so where couriers take money at a door, and what they may do with their phone', async () => {
    const app = await openCourierApp({ browser, service });
    const { page, press, see } = app;
    const fields = { require_pickup_code: false, cod_amount: 4_500 };
    await assignParcel(shop, { driverId: app.driverId, fields });
    await press(/You and this phone/);
    await see('Change your PIN');
    expect(await lettersOf(page)).toEqual(['28px', 0]);
    const past = await page
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect(past).toEqual([]);
    await press('Back');
    await press(/My jobs/);
    for (const step of ['I am there', 'I have the parcel', 'I am there']) await press(step);
    await see('Take the money first');
    // Who carries real parcels too sees at the door that this money is none.
    await page.locator('.stop-view').getByText('Test', { exact: true }).waitFor();
    expect(await lettersOf(page)).toEqual(['28px', 0]);
    await page.context().close();
  });
});
