import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, IN_A_BROWSER, openBrowser, type LookedAt, type TestBrowser } from '../kit/browser.ts';
import { startService, type TestService } from '../kit/service.ts';

const KIT = new URL('../../../web/kit/', import.meta.url);
/** A picture of all parts is larger than one of a page that says nothing. */
const PHOTO_BYTES_MIN = 100_000;

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const gallery = (part?: string): string =>
  `${new URL(service.baseUrl).origin}/dev/gallery${part === undefined ? '' : `?part=${part}`}`;

/** The components that the kit exports, by their names. */
async function partsOfKit(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const folder of ['parts', 'form', 'list', 'way-in']) {
    const files = (await readdir(new URL(`${folder}/`, KIT))).filter((file) => file.endsWith('.tsx'));
    for (const file of files) {
      const source = await readFile(new URL(`${folder}/${file}`, KIT), 'utf8');
      names.push(
        ...[...source.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].map(([, one = '']) => one),
      );
    }
  }
  return names;
}

/** Everything that keeps somebody from reading or using what is shown. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults = [...(await findBarriers(page))];
  if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
    faults.push('it scrolls sideways');
  return faults;
}

test('no part of the kit is forgotten, and each has its own page', IN_A_BROWSER, async () => {
  const { page } = await browser.look(gallery());
  await page.locator('[data-part=Table] tbody tr').first().waitFor();
  const parts = await partsOfKit();
  expect(parts.length).toBeGreaterThan(50);
  const linked = await page.locator('.gallery > nav a[href*="part="]').allTextContents();
  expect(linked.toSorted()).toEqual([...parts].toSorted());
  const shown = await page.locator('[data-part]').evaluateAll((all) => all.map((one) => one.id));
  expect(parts.filter((part) => !shown.includes(part))).toEqual(['WayIn']);
  await page.locator('.gallery > nav').getByRole('link', { name: 'Money', exact: true }).click();
  await expect.poll(() => page.locator('[data-part]').count()).toBe(1);
  expect(await page.locator('[data-part=Money]').innerText()).toContain('NLe −15.05');
  await page.context().close();
});

const looks = [
  { theme: 'light', mode: 'live', network: 'there', width: 1440, zoom: 1 },
  { theme: 'dark', mode: 'live', network: 'gone', width: 1440, zoom: 1 },
  { theme: 'light', mode: 'test', network: 'gone', width: 320, zoom: 1 },
  { theme: 'dark', mode: 'test', network: 'there', width: 320, zoom: 1 },
  { theme: 'light', mode: 'live', network: 'there', width: 1280, zoom: 2 },
] as const;
type GalleryLook = (typeof looks)[number];

/** The gallery as it looks so; what people choose there is chosen by its own switches. */
async function openGallery(look: GalleryLook, part?: string): Promise<LookedAt> {
  const opened = await browser.look(gallery(part));
  const { page } = opened;
  await page.setViewportSize({ width: Math.round(look.width / look.zoom), height: 900 });
  // Else the colours of a button are still on their way to the other theme where they are looked at.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(
    `Object.assign(document.documentElement.dataset, ${JSON.stringify({ theme: look.theme, mode: look.mode })})`,
  );
  await page.locator('[data-part]').first().waitFor();
  return opened;
}

test.each(looks)(
  'every part can be read and used: $theme, $mode, network $network, $width px, at $zoom times its size',
  IN_A_BROWSER,
  async (look) => {
    const { page, complaints } = await openGallery(look);
    await page.locator('[data-part=List] tbody tr').first().waitFor();
    await page.locator('[data-part=Loading] i').first().waitFor();
    if (look.network === 'gone') {
      await page.getByRole('button', { name: 'No network' }).click();
      await page.locator('[data-part=OfflineNote] .offline').waitFor();
    }
    expect(await faultsOf(page)).toEqual([]);
    expect((await page.screenshot({ fullPage: true })).length).toBeGreaterThan(PHOTO_BYTES_MIN);
    for (const name of ['Confirm', 'Dialog', 'Wide dialog']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      expect([name, await faultsOf(page)]).toEqual([name, []]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
    await page.context().close();
    const way = await openGallery(look, 'WayIn');
    await way.page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
    expect(await faultsOf(way.page)).toEqual([]);
    await way.page.context().close();
  },
);

test(
  'a confirmation says what follows, waits for the word, and gives the focus back',
  IN_A_BROWSER,
  async () => {
    const { page } = await browser.look(gallery('Confirm'), { width: 'desktop' });
    const opener = page.getByRole('button', { name: 'Confirm' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Freetown Jazz Night?' });
    await expect.poll(() => dialog.locator('li').count()).toBe(3);
    const go = dialog.getByRole('button', { name: 'Cancel and refund' });
    expect(await go.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByLabel('Write CANCEL to go on').fill('cancel');
    expect(await go.getAttribute('aria-disabled')).toBeNull();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Confirm');
    await page.context().close();
  },
);

test('a menu is walked by arrows and closes without being used', IN_A_BROWSER, async () => {
  const { page } = await browser.look(gallery('Menu'), { width: 'desktop' });
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
