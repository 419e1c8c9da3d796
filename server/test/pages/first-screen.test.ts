import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawQr } from '../../src/print/index.ts';
import { IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { sellTickets } from '../kit/sell-tickets.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';

let pages: ShopPages;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  pages = await openShopPages();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

/** Whether all of an element stands on the screen as it is scrolled now. */
async function stands(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const screen = element.page().viewportSize();
  if (box === null || screen === null) return false;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= screen.width && box.y + box.height <= screen.height;
}

/** Which fields of its box the dashes of a code cover, row by row. */
function darkFields(path: string, viewBox: string): number[] {
  const [left = NaN, top = NaN, side = NaN] = viewBox.split(' ').map(Number);
  const fields: number[] = [];
  let [x, y] = [0, 0];
  for (const [, kind, first = '', second = ''] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
    if (kind === 'M') [x, y] = [Number(first) - left, Math.floor(Number(second) - top)];
    else if (kind === 'm') x += Number(first);
    else for (const end = x + Number(first); x < end; x += 1) fields.push(y * side + x);
  }
  return fields;
}

describe("an event's page on a phone", IN_A_BROWSER, () => {
  test.each([
    ['with script', true],
    ['without script', false],
  ])('keeps the button that holds tickets in reach, %s', async (_how, script) => {
    const event = await pages.event();
    const { page, complaints } = await browser.look(pages.origin + event.path, { script });
    const button = page.locator('.buy .button');
    const bar = page.locator('.buy');
    const bottomOf = async () => {
      const box = await bar.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    for (const row of await page.locator('.types li').all()) {
      await row.scrollIntoViewIfNeeded();
      expect(await bottomOf()).toBe(SIZES.phone.height);
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await page.locator('#phone').focus();
    const [field, over] = [await page.locator('#phone').boundingBox(), await bar.boundingBox()];
    expect(
      (field?.y ?? 0) + (field?.height ?? 0),
      'a field with the focus is not behind the bar',
    ).toBeLessThanOrEqual(over?.y ?? 0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('tells in the bar what is to pay', async () => {
    const event = await pages.event();
    const { page } = await browser.look(pages.origin + event.path);
    await page.selectOption(`#${event.ticket_types[0]?.id}`, '2');
    await page.locator('.buy #running', { hasText: 'NLe 100.00' }).waitFor();
    expect(await stands(page.locator('#running'))).toBe(true);
    await page.context().close();
  });

  test('has no bar where the screen is too low for it and the tickets, or wide', async () => {
    const event = await pages.event();
    const { page } = await browser.look(pages.origin + event.path);
    const position = () => page.evaluate(`getComputedStyle(document.querySelector('.buy')).position`);
    expect(await position()).toBe('sticky');
    for (const size of [{ width: 640, height: 360 }, SIZES.desktop]) {
      await page.setViewportSize(size);
      expect(await position()).toBe('static');
    }
    await page.context().close();
  });
});

describe('tickets on a phone', IN_A_BROWSER, () => {
  test('show the code and its letters together, one ticket to a screen', async () => {
    const sold = await sellTickets(pages.service, {
      merchantId: pages.shop.id,
      count: 3,
      eventName: 'The Freetown Jazz and Afrobeat Night',
    });
    const [row] = await pages.service.query('SELECT link_token FROM ticket_orders WHERE id = $1', [
      sold.orderId,
    ]);
    const { page } = await browser.look(`${pages.origin}/o/${String(row?.['link_token'])}`);
    const tickets = page.locator('.ticket');
    expect(await tickets.count()).toBe(3);
    for (let at = 0; at < 3; at += 1) {
      if (at > 0) await page.evaluate(`document.querySelectorAll('.ticket')[${at}].scrollIntoView()`);
      const ticket = tickets.nth(at);
      expect(await stands(ticket.locator('.qr'))).toBe(true);
      expect(await stands(ticket.locator('.ticket-code'))).toBe(true);
      expect(
        await page.evaluate(
          `[...document.querySelectorAll('.qr')].filter((qr) => { const { top, bottom } = qr.getBoundingClientRect(); return bottom > 0 && top < innerHeight; }).length`,
        ),
      ).toBe(1);
    }
    await page.context().close();
  });
});

describe("an invoice's page", IN_A_BROWSER, () => {
  test.each(['phone', 'desktop'] as const)('has its PDF at the top, on a %s', async (width) => {
    const open = await pages.invoice();
    const paid = await pages.invoice();
    await pages.shop.client.payInvoice({ params: { id: paid.id }, body: { channel: 'cash' } });
    for (const { path } of [open, paid]) {
      const { page } = await browser.look(pages.origin + path, { width });
      const link = page.locator('a[href$="/invoice.pdf"]');
      expect(await link.count()).toBe(1);
      expect(await stands(link)).toBe(true);
      await page.context().close();
    }
  });

  test('has a code on a desk that leads a phone to it, as long as something is to pay', async () => {
    const invoice = await pages.invoice();
    const { page } = await browser.look(pages.origin + invoice.path, { width: 'desktop' });
    const code = page.locator('.scan-me .qr');
    expect(await stands(code)).toBe(true);
    const { side, runs } = drawQr(invoice.hosted_url ?? '');
    const drawn = (await code.locator('path').last().getAttribute('d')) ?? '';
    expect(darkFields(drawn, (await code.getAttribute('viewBox')) ?? '')).toEqual(
      runs.flatMap(({ x, y, width }) => Array.from({ length: width }, (_, at) => y * side + x + at)),
    );
    await pages.shop.client.payInvoice({ params: { id: invoice.id }, body: { channel: 'cash' } });
    await page.reload();
    expect(await code.count()).toBe(0);
    await page.context().close();
  });
});
