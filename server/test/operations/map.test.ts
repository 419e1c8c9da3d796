import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { barriersOn, settled } from '../kit/dashboard.ts';
import { jobIn, type MadeJob } from '../kit/job-in.ts';
import { openOperations } from '../kit/operations.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
let job: MadeJob;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Aminata Stores' });
  job = await jobIn(shop.client, 'pending', { recipient_name: 'Fatmata Bangura', pickup_city: 'Kissy' });
  const { client } = await service.courier('Mohamed Sesay');
  await client.setShift({ body: { online: true, lat: 8.4863, lng: -13.2349 } });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test(
  'couriers and jobs stand on a map beside the board, and in words below it; a pin opens its job',
  IN_A_BROWSER,
  async () => {
    const { page, complaints } = await openOperations(browser, { service, role: 'dispatcher' });
    const pin = page.locator('.map-pin');
    await pin.waitFor();
    await page.locator('.map-land').first().waitFor({ state: 'attached' });
    expect(await page.locator('.map-courier', { hasText: 'MS' }).count()).toBe(1);
    await page.getByText('In words: 1 courier, 1 job').click();
    const words = page.locator('.map-words');
    await words.getByText('free, near Central Freetown').waitFor();
    await words.getByText('Pickup somewhere in Kissy').waitFor();
    expect(await barriersOn(page)).toEqual({});
    await page.setViewportSize({ width: 1280, height: 800 });
    await words.locator('summary').click();
    await pin.click();
    await page.getByRole('complementary', { name: job.params.jobNumber }).waitFor();
    expect(await page.locator('.map-pin.open').count()).toBe(1);
    await page.getByRole('button', { name: /^Couriers/ }).click();
    await expect.poll(() => page.locator('.map .map-courier').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test(
  'the map is moved and left by keyboard, hidden, and stays hidden on this device',
  IN_A_BROWSER,
  async () => {
    const { page, complaints } = await openOperations(browser, { service, role: 'dispatcher' });
    await page.locator('.map-pin').waitFor();
    const place = (): Promise<string | null> => page.locator('.leaflet-map-pane').getAttribute('style');
    const before = await place();
    await page.locator('.map').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).not.toBe(before);
    await page.getByRole('button', { name: 'Map', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.map').waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(await page.locator('.map').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test('a phone loads no map until it is opened', IN_A_BROWSER, async () => {
  const { page, complaints } = await openOperations(browser, {
    service,
    role: 'dispatcher',
    look: { width: 'phone' },
  });
  await settled(page);
  const loaded = (): Promise<unknown> =>
    page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('open-map'))");
  expect(await loaded()).toBe(false);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.locator('.map-pin').waitFor();
  expect(await loaded()).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test(
  'no pin begins below what one zooms with, as long as nobody has moved the map',
  IN_A_BROWSER,
  async () => {
    // So far apart that they take all the room that a phone has for them, the second in the corner of the buttons.
    for (const [name, lat, lng] of [
      ['Foday Kamara', 8.44, -13.272],
      ['Isatu Conteh', 8.53, -13.187],
    ] as const) {
      const { client } = await service.courier(name);
      await client.setShift({ body: { online: true, lat, lng } });
    }
    const { page } = await openOperations(browser, {
      service,
      role: 'dispatcher',
      look: { width: 'phone' },
    });
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.locator('.map-courier', { hasText: 'IC' }).waitFor();
    const below = await page.evaluate(`(() => {
    const tools = document.querySelector('.map-tools').getBoundingClientRect();
    return [...document.querySelectorAll('.map-pin, .map-courier')].filter((pin) => {
      const { left, right, top, bottom } = pin.getBoundingClientRect();
      return right > tools.left && left < tools.right && bottom > tools.top && top < tools.bottom;
    }).map((pin) => pin.textContent);
  })()`);
    expect(below).toEqual([]);
    await page.context().close();
  },
);
