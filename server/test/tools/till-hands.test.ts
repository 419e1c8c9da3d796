import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BROKEN_FIGURES } from '../kit/inspect-page.ts';
import { IN_A_BROWSER, openBrowser, tapTwice, type TestBrowser } from '../kit/browser.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';
import { furnishShop, openTillApp, sellThreeForCash, TILL_SIZES } from '../kit/till-app.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  await furnishShop(shop);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** How far the words of what a selector finds run out of it. */
function overhangOf(page: Page, where: string): Promise<number> {
  return page.evaluate(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(${JSON.stringify(where)}))`,
  );
}

test(
  'a finger that taps twice skips no change to give back, and pays no second part of a split',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, size: 'phone', name: 'Twice' });
    const { page, touch } = app;
    await touch(/^Rice 25 kg/);
    await touch(/^1 item/);
    await touch('Split');
    await page.getByLabel('How much of it').fill('100');
    await tapTwice(page, '.split-ways .button:first-child');
    expect(await page.getByRole('list', { name: 'What was paid of it' }).getByRole('listitem').count()).toBe(
      1,
    );
    await page.getByLabel('How much of it').fill('300');
    await touch('Cash');
    await tapTwice(page, '.panel-act');
    await page.getByText('Give back NLe 15.00').waitFor();
    await touch('Next sale');
    await page.getByRole('button', { name: /^Rice 25 kg/ }).waitFor();
    await page.context().close();
  },
);

test(
  'what was paid is told as cash was rounded: it and the change make what was handed over',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Rounded' });
    const { page, touch } = app;
    await touch(/^Onions/);
    await page.getByLabel('How much, in kg').fill('1.255');
    await touch('Add to the sale');
    await touch(/^Cash/);
    await touch('50');
    await touch('Sold');
    await page.getByText(/-000001, NLe 30\.00/).waitFor();
    await page.getByText('Give back NLe 20.00').waitFor();
    await page.context().close();
  },
);

test('what may go with something is offered, and it is sold with or without', IN_A_BROWSER, async () => {
  const { data: extras } = await shop.client.createModifierGroup({
    body: { name: 'Extras', modifiers: [{ name: 'Extra pepper', price: 2.5 }] },
  });
  await shop.client.createProduct({
    body: { name: 'Jollof plate', type: 'service', price: 45, modifier_group_ids: [extras.id] },
  });
  const { page, touch, terminalId } = await openTillApp({ browser, service, shop, name: 'Kitchen' });
  await touch(/^Jollof plate/);
  await touch(/^Extra pepper/);
  await touch('Add to the sale');
  await touch(/^Jollof plate/);
  await touch('Add to the sale');
  await touch(/^Cash NLe 92\.50/);
  await touch('Sold');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  const sold = async () =>
    (await shop.client.listSales({ query: { terminal_id: terminalId } })).data[0]?.items.map(
      ({ modifiers }) => modifiers.map(({ name }) => name),
    );
  await expect.poll(sold).toEqual([['Extra pepper'], []]);
  await page.context().close();
});

test(
  'on the smallest phone a large sum to ask for has room, and in Krio all of what is unsent and the name of the till',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, size: 'phone', name: 'Narrow' });
    const { page, touch } = app;
    await page.setViewportSize({ width: 320, height: 568 });
    await touch(/^Rice 25 kg/);
    await touch(/^1 item/);
    await touch('Split');
    await touch('Mobile money');
    await page.getByRole('button', { name: 'Ask for NLe 385.00' }).waitFor();
    expect(await overhangOf(page, '.panel-body')).toBe(0);
    await touch('Pay another way');
    await page.context().setOffline(true);
    await touch('Cash');
    await touch('Sold');
    await touch('Next sale');
    await page.getByRole('button', { name: /1 unsent/ }).waitFor();
    await touch('Menu');
    await touch('Krio');
    await touch('Sel dɛn');
    await page.getByRole('button', { name: 'No nɛtwɔk, 1 nɔ sɛn yet' }).waitFor();
    expect(await overhangOf(page, '.panel-head .state-chip')).toBe(0);
    await touch('Go bak');
    await page.locator('.top-till').waitFor();
    expect(await overhangOf(page, '.top > .state-chip')).toBe(0);
    expect(await page.evaluate("document.querySelector('.top-till b').clientWidth")).toBeGreaterThan(40);
    await page.context().close();
  },
);

test('sums of tens of millions stand whole on the smallest phone', IN_A_BROWSER, async () => {
  await shop.client.createProduct({ body: { name: 'Cold room', price: 25_345_678.55 } });
  const app = await openTillApp({ browser, service, shop, size: 'phone', name: 'Large' });
  const { page, touch } = app;
  await page.setViewportSize({ width: 320, height: 640 });
  const whole = async (step: string): Promise<void> => {
    expect(await page.evaluate(BROKEN_FIGURES), step).toEqual([]);
    expect(await overhangOf(page, '.panel-body'), step).toBe(0);
    expect(await page.evaluate(RIGHT_OF_BIG_SUM), step).toBeLessThanOrEqual(320);
  };
  await touch(/^Cold room/);
  await touch(/^Cold room/);
  await touch(/^2 items/);
  await touch(/^Cash/);
  await whole('cash');
  await touch('50,691,400');
  await whole('more cash');
  await touch('Back');
  await touch('Split');
  await whole('split');
  await touch('Back');
  await touch('Paid elsewhere');
  await whole('elsewhere');
  await page.context().close();
});

const RIGHT_OF_BIG_SUM = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.tender-given'));
  return range.getBoundingClientRect().right;
})()`;

test('what is in the sale is seen and touched on a phone that is held sideways', IN_A_BROWSER, async () => {
  const app = await openTillApp({ browser, service, shop, size: 'phone', name: 'Sideways' });
  const { page, touch } = app;
  await page.setViewportSize({ width: 640, height: 360 });
  await touch(/^Rice 25 kg/);
  await touch(/^1 item/);
  const lines = page.locator('.cart-lines');
  await lines.waitFor();
  expect(await page.evaluate("document.querySelector('.cart-lines').clientHeight")).toBeGreaterThanOrEqual(
    60,
  );
  await touch(lines.getByRole('button', { name: /Rice 25 kg/ }));
  await page.getByRole('dialog').getByText('Rice 25 kg').waitFor();
  await page.keyboard.press('Escape');
  await touch('Split');
  await page.getByText('Left to pay').waitFor();
  await page.context().close();
});

test(
  'that something went back is said beside the way back, not over it, and stands in the list of sales',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'Said beside' });
    const { page, touch } = app;
    await sellThreeForCash(app, 'tablet');
    await page.getByRole('button', { name: /All sent/ }).waitFor();
    await touch('Next sale');
    await touch('Menu');
    await touch('Sales');
    await touch(page.locator('.sales-list button').first());
    await touch(page.getByRole('button', { name: 'Refund' }).first());
    await touch(/^Give back NLe 385/);
    const said = page.locator('.toast', { hasText: 'NLe 385.00 went back.' });
    await said.waitFor();
    for (const size of [{ width: 1_024, height: 768 }, TILL_SIZES.phone]) {
      await page.setViewportSize(size);
      const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox();
      const toast = await said.boundingBox();
      if (!back || !toast) throw new Error('One of the two does not stand there.');
      const isBeside = toast.x + toast.width <= back.x || toast.y >= back.y + back.height;
      expect([size.width, isBeside]).toEqual([size.width, true]);
    }
    await touch('Back');
    await page.locator('.sales-list').getByText('1 came back').waitFor();
    await page.context().close();
  },
);

test(
  'a receipt that the browser prints is as wide as the chosen paper and as long as its lines, on one page',
  IN_A_BROWSER,
  async () => {
    const app = await openTillApp({ browser, service, shop, name: 'On paper' });
    const { page, touch } = app;
    await page.evaluate('window.print = () => (window.printed = (window.printed ?? 0) + 1)');
    await sellThreeForCash(app, 'tablet');
    for (const [times, widthMm] of [58, 80].entries()) {
      await touch('Menu');
      await touch('Printer');
      await page.getByText(`${widthMm} mm`, { exact: true }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      await touch('Print receipt');
      await expect.poll(() => page.evaluate('window.printed')).toBe(times + 1);
      const { lines, isCut } = await onPaper(page, widthMm);
      expect(isCut).toBe(false);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
      const [width = 0, height = 0] = (sizes[0] ?? []).slice(1).map((points) => (Number(points) * 25.4) / 72);
      expect(sizes).toHaveLength(1);
      expect(Math.abs(width - widthMm)).toBeLessThan(0.5);
      expect(height - lines * 3.5).toBeGreaterThan(8);
      expect(height - lines * 3.5).toBeLessThan(11);
      // Whatever is printed next of the page itself has the browser's own paper.
      await expect.poll(() => page.locator('.paper').count()).toBe(0);
    }
    await page.context().close();
  },
);

/** What lies on paper of a width, as the browser lays it out for print. */
async function onPaper(page: Page, widthMm: number) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: Math.ceil((widthMm * 96) / 25.4), height: 800 });
  const paper = page.locator('.paper');
  const lines = ((await paper.textContent()) ?? '').trimEnd().split('\n').length;
  const isCut = await paper.evaluate((one) => one.scrollWidth > one.clientWidth);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(TILL_SIZES.tablet);
  return { lines, isCut };
}
