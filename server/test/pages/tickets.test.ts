import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sellTickets } from '../kit/sell-tickets.ts';
import { findBarriers, IN_A_BROWSER, openBrowser, SIZES, type TestBrowser } from '../kit/browser.ts';
import { startService, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
const links = new Map<string, string>();

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  const shop = await service.merchant({ name: 'Aminata Events' });
  const origin = service.baseUrl.replace(/\/v1$/, '');
  const linkOf = async (orderId: string): Promise<string> =>
    `${origin}/o/${String((await service.query('SELECT link_token FROM ticket_orders WHERE id = $1', [orderId]))[0]?.['link_token'])}`;
  const several = await sellTickets(service, { merchantId: shop.id, count: 5, holderName: 'Fatmata Kɔrɔma' });
  const [, blocked = '', used = '', voided = '', handedOn = ''] = several.ticketIds;
  await shop.client.blockTicket({ params: { id: blocked } });
  await service.query(`UPDATE tickets SET status = 'used', used_at = now() WHERE id = $1`, [used]);
  await shop.client.voidTicket({ params: { id: voided } });
  await shop.client.transferTicket({
    params: { id: handedOn },
    body: { name: 'Mariama Sesay', email: 'mariama@example.sl' },
  });
  const cancelled = await sellTickets(service, { merchantId: shop.id });
  await service.query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [cancelled.eventId]);
  const live = await sellTickets(service, { merchantId: shop.id, livemode: true, holderName: null });
  links
    .set('several', await linkOf(several.orderId))
    .set('in Krio', `${await linkOf(several.orderId)}?lang=kri`)
    .set('cancelled', await linkOf(cancelled.orderId))
    .set('live', await linkOf(live.orderId));
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe.each(['several', 'in Krio', 'cancelled', 'live'])(
  'the page of tickets, %s',
  IN_A_BROWSER,
  (name) => {
    test('has no barriers on a phone and on a desktop, light and dark, and complains of nothing', async () => {
      const { page, complaints } = await browser.look(links.get(name) ?? '');
      const found: Record<string, readonly string[]> = {};
      for (const width of ['phone', 'desktop'] as const) {
        await page.setViewportSize(SIZES[width]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          found[`${width} ${colorScheme}`] = await findBarriers(
            page,
            colorScheme === 'light' ? 'all' : 'contrast',
          );
        }
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
      expect(found).toEqual({ 'phone light': [], 'phone dark': [], 'desktop light': [], 'desktop dark': [] });
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  },
);

test('the day of the event is said in the language of the page', IN_A_BROWSER, async () => {
  const { page } = await browser.look(links.get('in Krio') ?? '');
  const when = page.locator('.occasion p');
  expect(await when.innerText()).toMatch(/^(Sɔnde|Mɔnde|Tyusde|Wɛnsde|Tɔsde|Frayde|Satide) /);
  await page.goto(links.get('several') ?? '');
  expect(await when.innerText()).toMatch(/^\w+day /);
  await page.context().close();
});

test(
  'the codes on the screen are black on white also in the dark, and wide enough for a scanner',
  IN_A_BROWSER,
  async () => {
    const { page } = await browser.look(links.get('several') ?? '');
    await page.setViewportSize(SIZES.phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    const codes = await page.evaluate(
      `[...document.querySelectorAll('.qr')].map((qr) => [getComputedStyle(qr.children[0]).fill, getComputedStyle(qr.children[1]).fill, qr.getBoundingClientRect().width >= 240])`,
    );
    expect(codes).toEqual([
      ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', true],
      ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', true],
    ]);
    await page.context().close();
  },
);
