import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { startRestorable, type RestorableService } from '../kit/restorable-service.ts';
import { furnishShop, openTillApp, openTillDrawer } from '../kit/till-app.ts';

let service: RestorableService;
let browser: TestBrowser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startRestorable(), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test(
  'a server that is put back to before a drawer was opened is told of it at once, and the till goes on with it',
  IN_A_BROWSER,
  async () => {
    const shop = await service.merchant({ name: 'Aminata Stores' });
    await furnishShop(shop);
    const app = await openTillApp({ browser, service, shop });
    const { page, touch, terminalId } = app;
    const openDrawers = async () => {
      const { data } = await shop.client.listCashSessions({
        query: { terminal_id: terminalId, status: 'open' },
      });
      return data.map(({ id }) => id);
    };
    await service.backUp();
    await openTillDrawer(app, '250');
    await expect.poll(openDrawers).toHaveLength(1);
    const [opened] = await openDrawers();

    await service.restore();
    expect(await openDrawers()).toEqual([]);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /Offline/ }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(openDrawers).toEqual([opened]);
    await touch(/^Peak milk/);
    await touch(/^Cash/);
    await touch('Sold');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await expect
      .poll(async () => {
        const { data } = await shop.client.getCashReport({ params: { id: opened ?? '' } });
        return data.tenders.find(({ tender }) => tender === 'cash')?.expected;
      })
      .toBe(296.5);
    await page.context().close();
  },
);
