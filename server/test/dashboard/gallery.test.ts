import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { startService, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const looks = [
  { theme: 'light', mode: 'live', width: 1440, zoom: 1 },
  { theme: 'dark', mode: 'live', width: 1440, zoom: 1 },
  { theme: 'light', mode: 'test', width: 320, zoom: 1 },
  { theme: 'dark', mode: 'test', width: 320, zoom: 1 },
  { theme: 'light', mode: 'live', width: 1280, zoom: 2 },
];

test.each(looks)(
  'every part can be read and used: $theme, $mode, $width px, at $zoom times its size',
  IN_A_BROWSER,
  async ({ theme, mode, width, zoom }) => {
    const { page, complaints } = await browser.look(`${new URL(service.baseUrl).origin}/dev/gallery`);
    await page.setViewportSize({ width: Math.round(width / zoom), height: 900 });
    await page.evaluate(
      `Object.assign(document.documentElement.dataset, ${JSON.stringify({ theme, mode })})`,
    );
    await page.locator('.gallery').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const photo = await page.screenshot({ fullPage: true });
    expect(photo.length).toBeGreaterThan(20_000);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test(
  'a confirmation says what follows, waits for the word, and gives the focus back',
  IN_A_BROWSER,
  async () => {
    const { page } = await browser.look(`${new URL(service.baseUrl).origin}/dev/gallery`, {
      width: 'desktop',
    });
    const opener = page.getByRole('button', { name: 'Confirm' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Freetown Jazz Night?' });
    await expect.poll(() => dialog.locator('li').count()).toBe(3);
    const go = dialog.getByRole('button', { name: 'Cancel and refund' });
    expect(await go.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Write CANCEL to go on').fill('cancel');
    expect(await go.getAttribute('aria-disabled')).toBeNull();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test('a menu is walked by arrows and closes without being used', IN_A_BROWSER, async () => {
  const { page } = await browser.look(`${new URL(service.baseUrl).origin}/dev/gallery`, { width: 'desktop' });
  await page.getByRole('button', { name: 'More acts' }).click();
  const items = page.getByRole('menuitem');
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.textContent');
  await expect.poll(focused).toBe('Edit');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Void');
  await page.keyboard.press('Escape');
  await expect.poll(() => items.first().isVisible()).toBe(false);
  await page.context().close();
});
